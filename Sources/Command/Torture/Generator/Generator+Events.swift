internal import InputEvents

extension Generator {
    /// Returns the next events of one device.
    mutating func events() -> Step {
        let device = random.once(in: 6) ? random.below(encoders.count) : scene.device
        time += random.once(in: 40) ? Int64(random.pick([0, 1, 300_000, 900_000])) : scene.pause
        var words = Words(at: time)
        // Timestamps sometimes decrease, as they do for some devices and recordings.
        if random.once(in: 500) { words.time -= Int64(random.pick([1, 1000, 5_000_000])) }
        switch encoders[device].kind {
        case .plain, .rich: slotFrame(device, &words)
        case .anonymous: listFrame(device, &words)
        case .single: singleFrame(device, &words)
        case .keys: keyFrame(device, &words)
        case .accelerometer: shakeFrame(&words)
        }
        return .events(device: device, words.events)
    }

    // MARK: Panels with slots

    private mutating func slotFrame(_ device: Int, _ words: inout Words) {
        if encoders[device].isFresh {
            encoders[device].isFresh = false
            // Some recordings lack the initial state, so half of the devices start without it.
            if random.once(in: 2) {
                return encoders[device].writeState(known: encoders[device].ids.map { _ in -1 }, &words)
            }
        }
        if random.once(in: scene.faults) { return fault(device, &words) }
        live(device, &words)
        words.say(.report)
    }

    /// Moves, lifts and presses fingers as the scene specifies.
    mutating func live(_ device: Int, _ words: inout Words) {
        let wanted = min(scene.fingers, encoders[device].fingers.count)
        var down = 0
        for slot in encoders[device].fingers.indices where encoders[device].fingers[slot].id >= 0 {
            down += 1
            if leaves() { encoders[device].lift(slot, &words) } else { go(on: slot, device, &words) }
        }
        guard down < wanted, startsContact() else { return }
        for slot in encoders[device].fingers.indices where encoders[device].fingers[slot].id < 0 && down < wanted {
            encoders[device].press(slot, at: start(), tool: tool(), &words)
            down += 1
            if random.once(in: 2) { break }
        }
    }

    private mutating func leaves() -> Bool {
        switch scene.manner {
        case .taps: random.once(in: 3)
        case .holds: random.once(in: 90)
        case .drags: random.once(in: 30)
        case .chaos: random.once(in: 6)
        }
    }

    private mutating func startsContact() -> Bool {
        switch scene.manner {
        case .taps, .chaos: random.once(in: 2)
        case .holds, .drags: random.once(in: 4)
        }
    }

    private mutating func start() -> (x: Int32, y: Int32) {
        if random.once(in: 4) { goElsewhere() }
        return (scene.origin.x + Int32(random.below(40)), scene.origin.y + Int32(random.below(40)))
    }

    /// Chooses a new location for touches: the center of a view or a random point.
    mutating func goElsewhere() {
        let spot = names.spots.isEmpty || random.once(in: 2) ? nil : random.pick(names.spots)
        scene.origin = spot.map { ($0.x, $0.y) } ?? Scene.anywhere(&random)
        scene.view = spot?.view
    }

    /// Returns a tool type: usually a finger, sometimes a palm or pen.
    private mutating func tool() -> Int32 { random.once(in: 25) ? Int32(random.number(1...2)) : 0 }

    private mutating func go(on slot: Int, _ device: Int, _ words: inout Words) {
        let finger = encoders[device].fingers[slot]
        switch scene.manner {
        case .taps, .holds:
            guard random.once(in: 3) else { return }
            let step = Int32(random.number(-1...1))
            encoders[device].move(slot, to: (finger.x + step, finger.y), &words)
        case .drags:
            encoders[device].move(slot, to: (bent(finger.x + scene.stride), bent(finger.y + scene.stride / 3)), &words)
        case .chaos:
            let reach = Int(scene.stride)
            let (x, y) = (Int32(random.number(-reach...reach)), Int32(random.number(-reach...reach)))
            encoders[device].move(slot, to: (finger.x + x, finger.y + y), &words)
        }
        if encoders[device].kind == .rich, random.once(in: 4) {
            let pressure = random.once(in: 12) ? 0 : Int32(random.number(20...255))
            encoders[device].weigh(slot, pressure: pressure, size: Int32(random.below(90)), &words)
        }
        if encoders[device].kind == .rich, random.once(in: 150) {
            encoders[device].fingers[slot].tool = 2
            words.say(.toolType, ToolType.palm.rawValue)
        }
    }

    /// Wraps a coordinate beyond the edge of the panel to the opposite edge.
    private func bent(_ value: Int32) -> Int32 { value > SimulatedDevice.reach ? value - SimulatedDevice.reach : value }

    // MARK: Panels without slots

    private mutating func listFrame(_ device: Int, _ words: inout Words) {
        if random.once(in: scene.faults) {
            words.say(.dropped)
            if random.once(in: 2) { words.say(.report) }
        }
        var scratch = Words(at: words.time)
        live(device, &scratch)
        for finger in encoders[device].fingers where finger.id >= 0 {
            words.say(.contactX, finger.x)
            words.say(.contactY, finger.y)
            words.say(.contactReport)
        }
        if encoders[device].downCount == 0 { words.say(.contactReport) }
        words.say(.report)
    }

    private mutating func singleFrame(_ device: Int, _ words: inout Words) {
        let wasDown = encoders[device].fingers[0].id >= 0
        var scratch = Words(at: words.time)
        let former = encoders[device].fingers[0]
        live(device, &scratch)
        let finger = encoders[device].fingers[0]
        let isLost = random.once(in: scene.faults)
        if isLost { words.say(.dropped) }
        if isLost || finger.x != former.x { words.say(.x, finger.x) }
        if isLost || finger.y != former.y { words.say(.y, finger.y) }
        let isDown = finger.id >= 0
        if isLost || isDown != wasDown { words.say(.touch, isDown ? 1 : 0) }
        words.say(.report)
    }

    // MARK: Keys and sensors

    private mutating func keyFrame(_ device: Int, _ words: inout Words) {
        if random.once(in: scene.faults) { words.say(.dropped) }
        for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
            let code = random.pick(SimulatedDevice.keyCodes)
            let key = KeyCode(rawValue: code)
            if let down = encoders[device].keys.firstIndex(of: code) {
                if random.once(in: 4) {
                    words.say(key, 2)
                } else {
                    encoders[device].keys.remove(at: down)
                    words.say(key, 0)
                }
            } else {
                encoders[device].keys.append(code)
                words.say(key, 1)
            }
        }
        words.say(.report)
    }

    private mutating func shakeFrame(_ words: inout Words) {
        let force = random.once(in: 2) ? 256 : 500
        words.say(.x, Int32(random.number(-force...force)))
        words.say(.y, Int32(random.number(-force...force)))
        words.say(.z, Int32(random.number(-20...256)))
        words.say(.report)
    }
}
