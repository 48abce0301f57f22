internal import InputEvents

/// Actual state of the fingers and keys of a simulated device. Events for some changes to this state may have been
/// lost.
struct EvdevEncoder {
    struct Finger {
        /// Tracking id in the slot; -1 if no finger is down in the slot.
        var id: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var pressure: Int32 = 0
        var size: Int32 = 0
        var tool: Int32 = 0
    }

    let kind: SimulatedDevice.Kind
    var fingers: ContiguousArray<Finger>
    /// Slot number in the last ABS_MT_SLOT event.
    var current: Int32 = 0
    var lastID: Int32 = 0
    var isPlugged = false
    /// Whether no frame has been generated since the device was plugged in.
    var isFresh = true
    /// Codes of the pressed keys.
    var keys: ContiguousArray<UInt16> = []

    init(_ kind: SimulatedDevice.Kind) {
        self.kind = kind
        let count =
            switch kind {
            case .plain, .rich: SimulatedDevice.slotCount(kind)
            case .anonymous: 6
            case .single: 1
            case .keys, .accelerometer: 0
            }
        fingers = ContiguousArray(repeating: Finger(), count: count)
    }

    var downCount: Int { fingers.count { $0.id >= 0 } }

    mutating func nextID() -> Int32 {
        lastID = lastID >= 65535 ? 0 : lastID + 1
        return lastID
    }

    /// Lifts all fingers and releases all keys.
    mutating func lift() {
        for slot in fingers.indices { fingers[slot].id = -1 }
        keys.removeAll()
    }
}

/// Builder for the events of a single read.
struct Words {
    var events: [RawEvent] = []
    var time: Int64

    init(at time: Int64) {
        self.time = time
        events.reserveCapacity(16)
    }

    mutating func say(_ axis: Axis, _ value: Int32) { events.append(RawEvent(axis, value, at: time)) }
    mutating func say(_ key: KeyCode, _ value: Int32) { events.append(RawEvent(key, value, at: time)) }
    mutating func say(_ mark: SyncMark, _ value: Int32 = 0) { events.append(RawEvent(mark, value, at: time)) }
}
