internal import InputEvents

/// Event generation for panels with slots (multi-touch protocol B).
extension EvdevEncoder {
    /// Selects a slot; emits ABS_MT_SLOT if the slot changes.
    mutating func select(_ slot: Int, _ words: inout Words) {
        guard current != Int32(slot) else { return }
        current = Int32(slot)
        words.say(.slot, current)
    }

    /// Puts a finger down in a slot, replacing any finger that is already down there.
    mutating func press(_ slot: Int, at location: (x: Int32, y: Int32), tool: Int32 = 0, _ words: inout Words) {
        select(slot, &words)
        fingers[slot].id = nextID()
        words.say(.trackingID, fingers[slot].id)
        if kind == .rich, fingers[slot].tool != tool {
            fingers[slot].tool = tool
            words.say(.toolType, tool)
        }
        move(slot, to: location, &words)
        if kind == .rich { weigh(slot, pressure: 90, size: 40, &words) }
    }

    mutating func move(_ slot: Int, to location: (x: Int32, y: Int32), _ words: inout Words) {
        guard fingers[slot].x != location.x || fingers[slot].y != location.y else { return }
        select(slot, &words)
        if fingers[slot].x != location.x { words.say(.contactX, location.x) }
        if fingers[slot].y != location.y { words.say(.contactY, location.y) }
        (fingers[slot].x, fingers[slot].y) = (location.x, location.y)
    }

    mutating func weigh(_ slot: Int, pressure: Int32, size: Int32, _ words: inout Words) {
        select(slot, &words)
        if fingers[slot].pressure != pressure { words.say(.contactPressure, pressure) }
        if fingers[slot].size != size { words.say(.touchMajor, size) }
        (fingers[slot].pressure, fingers[slot].size) = (pressure, size)
    }

    mutating func lift(_ slot: Int, _ words: inout Words) {
        select(slot, &words)
        fingers[slot].id = -1
        words.say(.trackingID, -1)
    }

    /// Emits the complete state, like a device reader after opening the device and after lost events.
    ///
    /// `known` contains the last reported tracking id of each slot.
    mutating func writeState(known: [Int32], _ words: inout Words) {
        words.say(.dropped)
        for slot in fingers.indices {
            let (before, now) = (known[slot], fingers[slot].id)
            words.say(.slot, Int32(slot))
            if before != now, before != -1 { words.say(.trackingID, -1) }
            if before != now, now != -1 { words.say(.trackingID, now) }
            words.say(.contactX, fingers[slot].x)
            words.say(.contactY, fingers[slot].y)
            guard kind == .rich else { continue }
            words.say(.toolType, fingers[slot].tool)
            words.say(.contactPressure, fingers[slot].pressure)
            words.say(.touchMajor, fingers[slot].size)
        }
        words.say(.slot, current)
        words.say(.report)
    }

    var ids: [Int32] { fingers.map(\.id) }
}
