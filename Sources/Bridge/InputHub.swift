public import Contacts
public import InputEvents
public import ResponderKit

/// All input devices before one application, live or replayed: events go in, touches, presses and shakes come of them.
public final class InputHub {
    public let application: Application
    /// Hears of devices that come and go; set it before they do.
    public var trace: TraceWriter?

    private var devices: [Int32: Device] = [:]
    private var lastNumber: Int32 = 0

    private enum Kind {
        case panel(Panel)
        case keys(KeyDevice)
        case accelerometer(ShakeDetector)

        var nextDeadline: Int64? {
            switch self {
            case .panel(let panel): panel.nextDeadline
            case .accelerometer(let detector): detector.nextDeadline
            case .keys: nil
            }
        }
    }

    private struct Device {
        let name: String
        let kind: Kind
        var lastTime: Int64 = 0
        /// The device counts as added when it speaks for the first time, so that a replay says the same.
        var hasSpoken = false
    }

    public init(_ application: Application) { self.application = application }

    // MARK: Devices

    /// Adds a panel before a screen, and gives the number that its events come with.
    public func addPanel(_ description: DeviceDescription, settings: PanelSettings) throws(PanelRefusal) -> Int32 {
        let number = lastNumber + 1
        let panel = try Panel(description, device: number, settings: settings, application: application)
        panel.onRepair = { [unowned self] in trace?.device(number, description.name, .resynced, at: $0) }
        return add(description, .panel(panel))
    }

    /// Adds a keyboard, remote control or headset.
    public func addKeys(_ description: DeviceDescription) -> Int32 {
        add(description, .keys(KeyDevice(description, device: lastNumber + 1, application: application)))
    }

    /// Adds an accelerometer.
    public func addAccelerometer(_ description: DeviceDescription) -> Int32 {
        let detector = ShakeDetector(description, device: lastNumber + 1, application: application)
        return add(description, .accelerometer(detector))
    }

    private func add(_ description: DeviceDescription, _ kind: Kind) -> Int32 {
        lastNumber += 1
        devices[lastNumber] = Device(name: description.name, kind: kind)
        return lastNumber
    }

    /// The device is gone: what it has begun is cancelled, then it is told of (L1).
    public func remove(_ number: Int32) {
        guard let device = devices.removeValue(forKey: number) else { return }
        switch device.kind {
        case .panel(let panel): panel.remove()
        case .keys(let keys): keys.remove()
        case .accelerometer(let detector): detector.remove()
        }
        if device.hasSpoken { trace?.device(number, device.name, .removed, at: device.lastTime) }
    }

    /// The panel of a number, nil for other devices.
    public func panel(_ number: Int32) -> Panel? {
        guard case .panel(let panel) = devices[number]?.kind else { return nil }
        return panel
    }

    // MARK: Events

    /// Takes events of one device, in the order of their time with those of the others.
    public func take(_ events: Span<RawEvent>, of number: Int32) {
        guard events.count > 0, let index = devices.index(forKey: number) else { return }
        let (first, last) = (events[0].time, events[events.count - 1].time)
        devices.values[index].lastTime = max(devices.values[index].lastTime, last)
        if !devices.values[index].hasSpoken {
            devices.values[index].hasSpoken = true
            trace?.device(number, devices.values[index].name, .added, at: first)
        }
        let kind = devices.values[index].kind
        advance(before: first)
        switch kind {
        case .panel(let panel): panel.take(events)
        case .keys(let keys): keys.take(events)
        case .accelerometer(let detector): detector.take(events)
        }
    }

    // MARK: Time

    /// When `advance(to:)` is to be called at the latest, nil when nothing waits for the clock.
    public var nextDeadline: Int64? {
        var first = application.nextDeadline
        for device in devices.values {
            guard let due = device.kind.nextDeadline else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    /// Lets the clock go on; call it with `nextDeadline`, not with the time at which the host woke up, so that a replay
    /// does the same.
    public func advance(to time: Int64) {
        while let due = nextDeadline, due <= time {
            advanceDevices(to: due)
            application.advance(to: due)
        }
    }

    /// What was due earlier comes first, though its time has not come by the host's clock yet.
    private func advance(before time: Int64) {
        for device in devices.values where device.kind.nextDeadline != nil {
            advanceDevices(before: time)
            return
        }
    }

    private func advanceDevices(before time: Int64) {
        while let due = devices.values.compactMap(\.kind.nextDeadline).min(), due < time {
            application.advance(to: due)
            advanceDevices(to: due)
        }
    }

    private func advanceDevices(to time: Int64) {
        for number in devices.keys.sorted() {
            switch devices[number]?.kind {
            case .panel(let panel): panel.advance(to: time)
            case .accelerometer(let detector): detector.advance(to: time)
            case .keys, nil: break
            }
        }
    }
}
