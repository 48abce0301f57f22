internal import InputEvents

/// A device as the hub sees it, whatever kind it is of.
final class HubDevice {
    enum Kind {
        case panel(Panel)
        case keys(KeyDevice)
        case accelerometer(ShakeDetector)
    }

    let number: Int32
    let description: DeviceDescription
    let name: String
    let kind: Kind
    /// Where its events go in the log.
    @exclusivity(unchecked) var logPlace = 0
    @exclusivity(unchecked) var lastTime: Int64 = 0
    /// The device counts as added when it speaks for the first time, so that a replay says the same.
    @exclusivity(unchecked) var hasSpoken = false

    init(_ number: Int32, _ description: DeviceDescription, _ kind: Kind) {
        (self.number, self.description, self.kind) = (number, description, kind)
        name = description.name
    }

    /// Whether it can wait for the clock at all.
    var mayWait: Bool {
        switch kind {
        case .panel(let panel): panel.mayWait
        case .keys: false
        case .accelerometer: true
        }
    }

    var nextDeadline: Int64? {
        switch kind {
        case .panel(let panel): panel.nextDeadline
        case .keys: nil
        case .accelerometer(let detector): detector.nextDeadline
        }
    }

    func take(_ events: Span<RawEvent>) {
        switch kind {
        case .panel(let panel): panel.take(events)
        case .keys(let keys): keys.take(events)
        case .accelerometer(let detector): detector.take(events)
        }
    }

    func advance(to time: Int64) {
        switch kind {
        case .panel(let panel): panel.advance(to: time)
        case .keys: break
        case .accelerometer(let detector): detector.advance(to: time)
        }
    }

    func remove() {
        switch kind {
        case .panel(let panel): panel.remove()
        case .keys(let keys): keys.remove()
        case .accelerometer(let detector): detector.remove()
        }
    }
}
