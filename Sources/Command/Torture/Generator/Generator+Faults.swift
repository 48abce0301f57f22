internal import InputEvents

/// Generates faults of devices and drivers as they occur in practice.
extension Generator {
    mutating func fault(_ device: Int, _ words: inout Words) {
        switch random.below(14) {
        case 0...3: lose(device, &words)
        case 4: replace(device, &words)
        case 5: nameBadSlot(device, &words)
        case 6: flicker(device, &words)
        case 7: split(device, &words)
        case 8: jabber(device, &words)
        // A read that ends in the middle of a frame.
        case 9: live(device, &words)
        case 10: words.say(.report)
        case 11: reach(beyond: device, &words)
        // Emits the complete state although no events were lost. The reader of a live device does the same after the
        // reuse of a tracking id (K3).
        case 12: encoders[device].writeState(known: encoders[device].ids, &words)
        default: storm(device, &words)
        }
    }

    /// Changes device state without emitting events.
    private mutating func changeSilently(_ device: Int) {
        for slot in encoders[device].fingers.indices where random.once(in: 3) {
            if encoders[device].fingers[slot].id >= 0, random.once(in: 2) {
                encoders[device].fingers[slot].id = -1
            } else {
                encoders[device].fingers[slot].id = encoders[device].nextID()
                (encoders[device].fingers[slot].x, encoders[device].fingers[slot].y) = Scene.anywhere(&random)
                encoders[device].fingers[slot].pressure = 80
            }
        }
    }

    /// Simulates an overflow of the kernel's queue, often in mid-frame. The reader then resynchronizes (K1).
    private mutating func lose(_ device: Int, _ words: inout Words) {
        let known = encoders[device].ids
        if random.once(in: 2) {
            // Emits events of the interrupted frame first. In half of these cases, libevdev has already processed the
            // events, so the resynchronization contains only later changes.
            live(device, &words)
            let reported = random.once(in: 2) ? encoders[device].ids : known
            changeSilently(device)
            encoders[device].writeState(known: reported, &words)
        } else {
            changeSilently(device)
            encoders[device].writeState(known: known, &words)
        }
    }

    /// Replaces a contact in its slot without a lift, as broken drivers do (K3).
    private mutating func replace(_ device: Int, _ words: inout Words) {
        let slot = random.below(encoders[device].fingers.count)
        encoders[device].press(slot, at: Scene.anywhere(&random), &words)
        words.say(.report)
    }

    /// Selects a slot that the device did not announce (K9).
    private mutating func nameBadSlot(_ device: Int, _ words: inout Words) {
        live(device, &words)
        words.say(.slot, random.pick([-1, 10, 32, 33, 99, .max, .min]))
        words.say(.trackingID, random.pick([-1, 7, 70000]))
        words.say(.contactX, 12)
        words.say(.slot, encoders[device].current)
        words.say(.report)
    }

    /// Presses and lifts a finger, or lifts and presses a finger, within one frame (K8).
    private mutating func flicker(_ device: Int, _ words: inout Words) {
        let slot = random.below(encoders[device].fingers.count)
        if encoders[device].fingers[slot].id >= 0 {
            encoders[device].lift(slot, &words)
            encoders[device].press(slot, at: Scene.anywhere(&random), &words)
            if random.once(in: 2) { encoders[device].lift(slot, &words) }
        } else {
            encoders[device].press(slot, at: Scene.anywhere(&random), &words)
            encoders[device].lift(slot, &words)
        }
        words.say(.report)
    }

    /// Emits a frame that the kernel has split into two parts (K7).
    private mutating func split(_ device: Int, _ words: inout Words) {
        live(device, &words)
        words.say(.report, 1)
        live(device, &words)
        words.say(.report)
    }

    /// Emits unknown events and arbitrary values.
    private mutating func jabber(_ device: Int, _ words: inout Words) {
        live(device, &words)
        for _ in 0..<random.number(1...6) {
            let code = UInt16(random.pick([0x00, 0x01, 0x18, 0x30, 0x31, 0x32, 0x34, 0x38, 0x3f, 0x2e, 0x28]))
            let value = Int32(truncatingIfNeeded: random.next())
            switch random.below(4) {
            case 0: words.say(KeyCode(rawValue: UInt16(random.pick([30, 0x110, 0x145, 0x14a, 0x2ff]))), value)
            case 1:
                let type = EventType(rawValue: UInt16(random.pick([2, 4, 5, 0x11, 0x14, 0x15, 0x1f])))
                words.events.append(RawEvent(time: words.time, type: type, code: code, value: value))
            default: words.say(Axis(rawValue: code), value)
            }
        }
        // Resets the contact size, which the loop may have set to any value.
        words.say(.touchMajor, 0)
        words.say(.report)
    }

    /// Emits coordinates outside the announced range (V6).
    private mutating func reach(beyond device: Int, _ words: inout Words) {
        let slot = random.below(encoders[device].fingers.count)
        let far: [Int32] = [-1, -4000, SimulatedDevice.reach + 1, 70000, .max, .min]
        let there = (x: random.pick(far), y: random.pick(far))
        if encoders[device].fingers[slot].id >= 0 {
            encoders[device].move(slot, to: there, &words)
        } else {
            encoders[device].press(slot, at: there, &words)
        }
        words.say(.report)
        // Later movements start from a location that is not near an edge.
        (encoders[device].fingers[slot].x, encoders[device].fingers[slot].y) = (2000, 2000)
    }

    /// Emits several frames in a single read.
    private mutating func storm(_ device: Int, _ words: inout Words) {
        for _ in 0..<random.number(2...8) {
            words.time += 1000
            live(device, &words)
            words.say(.report)
        }
        time = max(time, words.time)
    }
}
