internal import InputEvents

/// A device as the hub sees it, whatever kind it is of.
final class HubDevice {
    enum Kind {
        case panel(Panel)
        case keys(KeyDevice)
        case accelerometer(ShakeDetector)
        case pen(PenDevice)
    }

    let number: Int32
    /// Number of the first device of the same physical device: its own when it has no siblings.
    let physicalDevice: Int32
    let description: DeviceDescription
    let name: String
    let kind: Kind
    /// Where its events go in the log.
    @exclusivity(unchecked) var logPlace = 0
    @exclusivity(unchecked) var lastTime: Int64 = 0
    /// The device counts as added when it speaks for the first time, so that a replay says the same.
    @exclusivity(unchecked) var hasSpoken = false

    init(_ number: Int32, of physicalDevice: Int32, _ description: DeviceDescription, _ kind: Kind) {
        (self.number, self.physicalDevice) = (number, physicalDevice)
        (self.description, self.kind, name) = (description, kind, description.name)
    }

    /// Whether it can wait for the clock at all.
    var mayWait: Bool {
        switch kind {
        case .panel(let panel): panel.mayWait
        case .keys, .pen: false
        case .accelerometer: true
        }
    }

    var nextDeadline: Int64? {
        switch kind {
        case .panel(let panel): panel.nextDeadline
        case .keys, .pen: nil
        case .accelerometer(let detector): detector.nextDeadline
        }
    }

    /// Takes events up to the end of a frame, and at most to the first that is later than a deadline.
    ///
    /// The deadline is not before the first event.
    func take(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64) {
        if case .panel(let panel) = kind { return panel.take(events, &next, until: deadline) }
        let frame = events.extracting(Self.frame(events, &next, until: deadline))
        switch kind {
        case .panel: break
        case .keys(let keys): keys.take(frame)
        case .accelerometer(let detector): detector.take(frame)
        case .pen(let pen): pen.take(frame)
        }
    }

    private static func frame(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64) -> Range<Int> {
        let start = next
        repeat {
            next += 1
        } while next < events.count && !events[next - 1].isMark(.report) && events[next].time <= deadline
        return start..<next
    }

    func advance(to time: Int64) {
        switch kind {
        case .panel(let panel): panel.advance(to: time)
        case .keys, .pen: break
        case .accelerometer(let detector): detector.advance(to: time)
        }
    }

    func remove() {
        switch kind {
        case .panel(let panel): panel.remove()
        case .keys(let keys): keys.remove()
        case .accelerometer(let detector): detector.remove()
        case .pen(let pen): pen.remove()
        }
    }
}
