internal import InputEvents

/// Device node of a pen; detects only whether the pen is in range. While the pen is in range, contacts on panels of
/// the same physical device are rejected (V10).
final class PenDevice {
    private(set) var isInRange = false
    /// Time of the last complete frame, in microseconds.
    private(set) var lastTime: Int64 = 0
    private let device: Int32
    private let name: String
    private let physicalDevice: Int32
    private unowned let owner: any DeviceOwner

    /// Bit mask of the pen's tools that are in range.
    private var tools: UInt8 = 0
    private var hasBegun = false
    private var isRepair = false

    init(_ name: String, device: Int32, of physicalDevice: Int32, owner: any DeviceOwner) {
        (self.name, self.device, self.physicalDevice, self.owner) = (name, device, physicalDevice, owner)
    }

    /// Processes an event; returns whether it ends a frame.
    func take(_ event: RawEvent) -> Bool {
        defer { hasBegun = true }
        if event.type == .key {
            let key = KeyCode(rawValue: event.code)
            if key.isPenTool { tools = key.penTools(tools, isNear: event.value != 0) }
        } else if event.isMark(.dropped) {
            // If the first event is SYN_DROPPED, the next events contain the initial state (K6). A later SYN_DROPPED
            // means that events were lost.
            isRepair = hasBegun
        } else if event.isMark(.report) {
            report(at: event.time)
            return true
        }
        return false
    }

    /// Removes the node; the pen then counts as out of range (L1).
    func remove() {
        tools = 0
        settle()
    }

    private func report(at time: Int64) {
        lastTime = max(lastTime, time)
        if isRepair, !owner.resynced(device, name, at: lastTime) { return }
        isRepair = false
        settle()
    }

    private func settle() {
        guard isInRange != (tools != 0) else { return }
        isInRange = tools != 0
        owner.penMoved(of: physicalDevice, at: lastTime)
    }
}
