internal import InputEvents

/// A device as the hub sees it, whatever kind it is of.
enum HubDevice {
    case panel(Panel)
    case keys(KeyDevice)
    case accelerometer(ShakeDetector)

    /// Whether it can wait for the clock at all.
    var mayWait: Bool {
        switch self {
        case .panel(let panel): panel.mayWait
        case .keys: false
        case .accelerometer: true
        }
    }

    var nextDeadline: Int64? {
        switch self {
        case .panel(let panel): panel.nextDeadline
        case .keys: nil
        case .accelerometer(let detector): detector.nextDeadline
        }
    }

    func take(_ events: Span<RawEvent>) {
        switch self {
        case .panel(let panel): panel.take(events)
        case .keys(let keys): keys.take(events)
        case .accelerometer(let detector): detector.take(events)
        }
    }

    func advance(to time: Int64) {
        switch self {
        case .panel(let panel): panel.advance(to: time)
        case .keys: break
        case .accelerometer(let detector): detector.advance(to: time)
        }
    }

    func remove() {
        switch self {
        case .panel(let panel): panel.remove()
        case .keys(let keys): keys.remove()
        case .accelerometer(let detector): detector.remove()
        }
    }
}
