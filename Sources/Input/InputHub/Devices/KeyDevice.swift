internal import InputEvents
internal import ResponderKit

/// A keyboard, remote control or headset: converts keys to presses and remote-control commands.
final class KeyDevice {
    let description: DeviceDescription
    let device: Int32
    private let application: Application
    private unowned let owner: any DeviceOwner
    /// Keys that are down, except keys of the initial state.
    private var down: Set<UInt16> = []
    /// Key changes of the current frame.
    private var frame: [(key: KeyCode, isDown: Bool)] = []
    /// Limit key-frame (limits.md, Internal bounds): maximum number of key changes in one frame; a longer frame is
    /// reported in parts.
    private static let frameLimit = 1024
    private var lastTime: Int64 = 0
    private var hasBegun = false
    /// Whether the frame contains the initial state. Keys that are down in the initial state cause no presses (K6).
    private var isDiscovery = false
    /// Whether the frame restores the state after lost events. If a key was released in the meantime, its press is
    /// cancelled, not ended (K1).
    private var isRepair = false

    init(_ description: DeviceDescription, device: Int32, application: Application, owner: any DeviceOwner) {
        self.description = description
        self.device = device
        self.application = application
        self.owner = owner
    }

    /// Processes an event; returns true at a SYN_REPORT. At the end of a frame, posts all changed keys.
    func take(_ event: RawEvent) -> Bool {
        defer { hasBegun = true }
        // Ignores value 2, which is auto-repeat and not a press.
        if event.type == .key, event.value == 0 || event.value == 1 {
            if frame.count == Self.frameLimit { takeFrame(at: event.time) }
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

    /// Cancels all presses and removes the device from the application.
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
        if isRepair, !owner.resynced(device, description.name, at: max(lastTime, time)) { return }
        takeFrame(at: time)
        (isDiscovery, isRepair) = (false, false)
    }

    private func takeFrame(at time: Int64) {
        lastTime = max(lastTime, time)
        if !isDiscovery {
            for (key, isDown) in frame { take(key, isDown) }
        }
        frame.removeAll(keepingCapacity: true)
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
