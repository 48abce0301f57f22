internal import InputEvents
internal import ResponderKit

/// A keyboard, remote control or headset: its keys become presses and remote-control commands.
final class KeyDevice {
    let description: DeviceDescription
    let device: Int32
    private let application: Application
    private unowned let owner: any DeviceOwner
    /// The keys that are down and were told of.
    private var down: Set<UInt16> = []
    /// What the frame under way has said so far.
    private var frame: [(key: KeyCode, isDown: Bool)] = []
    private var lastTime: Int64 = 0
    private var hasBegun = false
    /// How the device was found is being told: keys that are down then are no presses (K6).
    private var isDiscovery = false
    /// What was lost is being made good for: what went up meanwhile, nobody saw going up (K1).
    private var isRepair = false

    init(_ description: DeviceDescription, device: Int32, application: Application, owner: any DeviceOwner) {
        self.description = description
        self.device = device
        self.application = application
        self.owner = owner
    }

    /// Takes an event; true when it ends a frame, of which the application then knows all keys that changed.
    func take(_ event: RawEvent) -> Bool {
        defer { hasBegun = true }
        // With value 2 a key that is held repeats, which is no press of its own.
        if event.type == .key, event.value == 0 || event.value == 1 {
            frame.append((KeyCode(rawValue: event.code), event.value == 1))
        } else if event.isMark(.dropped) {
            isDiscovery = !hasBegun
            isRepair = hasBegun
        } else if event.isMark(.report) {
            if event.value == 0 { report(at: event.time) }
            return true
        }
        return false
    }

    /// The device is gone: what was pressed is taken back.
    func remove() {
        let now = max(lastTime, application.now)
        for code in down.sorted() {
            switch KeyMeaning(KeyCode(rawValue: code)) {
            case .seeking(_, let end): application.post(remoteControl: end, at: now)
            case .headset: application.post(headsetButtonDown: nil, at: now)
            case .press, .command: break
            }
        }
        down = []
        application.post(removalOf: device, at: now)
        application.dispatchPending()
    }

    private func report(at time: Int64) {
        lastTime = max(lastTime, time)
        if isRepair { owner.resynced(device, description.name, at: lastTime) }
        if !isDiscovery {
            for (key, isDown) in frame { take(key, isDown) }
        }
        frame.removeAll(keepingCapacity: true)
        (isDiscovery, isRepair) = (false, false)
        application.dispatchPending()
    }

    private func take(_ key: KeyCode, _ isDown: Bool) {
        guard isDown ? down.insert(key.rawValue).inserted : down.remove(key.rawValue) != nil else { return }
        switch KeyMeaning(key) {
        case .press(let type):
            let name = type == .keyboard ? Key(keyCode: key.usage) : nil
            let button = ButtonID(device: device, code: Int32(key.rawValue))
            let change: PressSample.Change = isDown ? .began : isRepair ? .cancelled : .ended
            application.post([PressSample(button, change, type: type, key: name)], at: lastTime)
        case .command(let command):
            if isDown { application.post(remoteControl: command, at: lastTime) }
        case .seeking(let begin, let end):
            application.post(remoteControl: isDown ? begin : end, at: lastTime)
        case .headset:
            application.post(headsetButtonDown: isDown ? true : isRepair ? nil : false, at: lastTime)
        }
    }
}
