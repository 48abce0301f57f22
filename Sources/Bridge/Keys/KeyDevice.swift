public import InputEvents
public import ResponderKit

/// A keyboard, remote control or headset: its keys become presses and remote-control commands.
public final class KeyDevice {
    public let description: DeviceDescription
    public let device: Int32
    private let application: Application
    private var down: Set<UInt16> = []
    private var lastTime: Int64 = 0
    private var hasBegun = false
    /// How the device was found is being told: keys that are down then are no presses (K6).
    private var isDiscovery = false

    public init(_ description: DeviceDescription, device: Int32, application: Application) {
        self.description = description
        self.device = device
        self.application = application
    }

    /// Takes events and lets the application hear of every key that changed.
    public func take(_ events: Span<RawEvent>) {
        for index in events.indices {
            let event = events[index]
            lastTime = max(lastTime, event.time)
            if event.isMark(.dropped) { isDiscovery = !hasBegun }
            hasBegun = true
            if event.isMark(.report) { isDiscovery = false }
            if event.type == .key { take(KeyCode(rawValue: event.code), event.value) }
        }
        application.dispatchPending()
    }

    /// The device is gone: what was pressed is taken back.
    public func remove() {
        for code in down.sorted() {
            if case .seeking(_, let end) = KeyMeaning(KeyCode(rawValue: code)) {
                application.post(remoteControl: end, at: lastTime)
            }
        }
        down = []
        application.post(removalOf: device, at: lastTime)
        application.dispatchPending()
    }

    private func take(_ key: KeyCode, _ value: Int32) {
        // With value 2 a key that is held repeats, which is no press of its own.
        guard value == 0 || value == 1 else { return }
        let isDown = value == 1
        guard isDown ? down.insert(key.rawValue).inserted : down.remove(key.rawValue) != nil else { return }
        guard !isDiscovery else {
            down.remove(key.rawValue)
            return
        }
        switch KeyMeaning(key) {
        case .press(let type):
            let name = type == .keyboard ? Key(keyCode: Int(key.rawValue)) : nil
            let button = ButtonID(device: device, code: Int32(key.rawValue))
            application.post([PressSample(button, isDown ? .began : .ended, type: type, key: name)], at: lastTime)
        case .command(let command):
            if isDown { application.post(remoteControl: command, at: lastTime) }
        case .seeking(let begin, let end):
            application.post(remoteControl: isDown ? begin : end, at: lastTime)
        case .headset: application.post(headsetButtonDown: isDown, at: lastTime)
        }
    }
}
