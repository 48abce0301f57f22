internal import InputEvents

extension Generator {
    /// What one device says next.
    mutating func events() -> Step {
        let place = dice.once(in: 6) ? dice.below(wires.count) : scene.device
        time += dice.once(in: 40) ? Int64(dice.pick([0, 1, 300_000, 900_000])) : scene.pause
        var words = Words(at: time)
        // Now and then a device's clock, or a recording's, runs backwards.
        if dice.once(in: 500) { words.time -= Int64(dice.pick([1, 1000, 5_000_000])) }
        switch wires[place].kind {
        case .plain, .rich: slotFrame(place, &words)
        case .anonymous: listFrame(place, &words)
        case .single: singleFrame(place, &words)
        case .keys: keyFrame(place, &words)
        case .accelerometer: shakeFrame(&words)
        }
        return .events(device: place, words.events)
    }

    // MARK: Panels with slots

    private mutating func slotFrame(_ place: Int, _ words: inout Words) {
        if wires[place].isFresh {
            wires[place].isFresh = false
            // Recordings begin without it.
            if dice.once(in: 2) { return wires[place].tellAll(known: wires[place].ids.map { _ in -1 }, &words) }
        }
        if dice.once(in: scene.faults) { return fault(place, &words) }
        live(place, &words)
        words.say(.report)
    }

    /// Fingers do what the scene is about.
    mutating func live(_ place: Int, _ words: inout Words) {
        let wanted = min(scene.fingers, wires[place].fingers.count)
        var down = 0
        for slot in wires[place].fingers.indices where wires[place].fingers[slot].id >= 0 {
            down += 1
            if leaves() { wires[place].lift(slot, &words) } else { go(on: slot, place, &words) }
        }
        guard down < wanted, comes() else { return }
        for slot in wires[place].fingers.indices where wires[place].fingers[slot].id < 0 && down < wanted {
            wires[place].press(slot, at: start(), tool: tool(), &words)
            down += 1
            if dice.once(in: 2) { break }
        }
    }

    private mutating func leaves() -> Bool {
        switch scene.manner {
        case .taps: dice.once(in: 3)
        case .holds: dice.once(in: 90)
        case .drags: dice.once(in: 30)
        case .chaos: dice.once(in: 6)
        }
    }

    private mutating func comes() -> Bool {
        switch scene.manner {
        case .taps, .chaos: dice.once(in: 2)
        case .holds, .drags: dice.once(in: 4)
        }
    }

    private mutating func start() -> (x: Int32, y: Int32) {
        if dice.once(in: 4) { goElsewhere() }
        return (scene.place.x + Int32(dice.below(40)), scene.place.y + Int32(dice.below(40)))
    }

    /// Fingers go down where a view is, or anywhere.
    mutating func goElsewhere() {
        let spot = names.spots.isEmpty || dice.once(in: 2) ? nil : dice.pick(names.spots)
        scene.place = spot.map { ($0.x, $0.y) } ?? Scene.anywhere(&dice)
        scene.view = spot?.view
    }

    /// Mostly fingers; palms and pens now and then.
    private mutating func tool() -> Int32 { dice.once(in: 25) ? Int32(dice.number(1...2)) : 0 }

    private mutating func go(on slot: Int, _ place: Int, _ words: inout Words) {
        let finger = wires[place].fingers[slot]
        switch scene.manner {
        case .taps, .holds:
            guard dice.once(in: 3) else { return }
            let step = Int32(dice.number(-1...1))
            wires[place].move(slot, to: (finger.x + step, finger.y), &words)
        case .drags:
            wires[place].move(slot, to: (bent(finger.x + scene.stride), bent(finger.y + scene.stride / 3)), &words)
        case .chaos:
            let reach = Int(scene.stride)
            let (x, y) = (Int32(dice.number(-reach...reach)), Int32(dice.number(-reach...reach)))
            wires[place].move(slot, to: (finger.x + x, finger.y + y), &words)
        }
        if wires[place].kind == .rich, dice.once(in: 4) {
            let pressure = dice.once(in: 12) ? 0 : Int32(dice.number(20...255))
            wires[place].weigh(slot, pressure: pressure, size: Int32(dice.below(90)), &words)
        }
        if wires[place].kind == .rich, dice.once(in: 150) {
            wires[place].fingers[slot].tool = 2
            words.say(.toolType, ToolType.palm.rawValue)
        }
    }

    /// One that leaves the panel comes back on the other side.
    private func bent(_ value: Int32) -> Int32 { value > Seat.reach ? value - Seat.reach : value }

    // MARK: Other panels

    private mutating func listFrame(_ place: Int, _ words: inout Words) {
        if dice.once(in: scene.faults) {
            words.say(.dropped)
            if dice.once(in: 2) { words.say(.report) }
        }
        var scratch = Words(at: words.time)
        live(place, &scratch)
        for finger in wires[place].fingers where finger.id >= 0 {
            words.say(.contactX, finger.x)
            words.say(.contactY, finger.y)
            words.say(.contactReport)
        }
        if wires[place].downCount == 0 { words.say(.contactReport) }
        words.say(.report)
    }

    private mutating func singleFrame(_ place: Int, _ words: inout Words) {
        let wasDown = wires[place].fingers[0].id >= 0
        var scratch = Words(at: words.time)
        let former = wires[place].fingers[0]
        live(place, &scratch)
        let finger = wires[place].fingers[0]
        let isLost = dice.once(in: scene.faults)
        if isLost { words.say(.dropped) }
        if isLost || finger.x != former.x { words.say(.x, finger.x) }
        if isLost || finger.y != former.y { words.say(.y, finger.y) }
        let isDown = finger.id >= 0
        if isLost || isDown != wasDown { words.say(.touch, isDown ? 1 : 0) }
        words.say(.report)
    }

    // MARK: Keys and sensors

    private mutating func keyFrame(_ place: Int, _ words: inout Words) {
        if dice.once(in: scene.faults) { words.say(.dropped) }
        for _ in 0..<dice.pick([1, 1, 1, 2, 4]) {
            let code = dice.pick(Seat.keyCodes)
            let key = KeyCode(rawValue: code)
            if let down = wires[place].keys.firstIndex(of: code) {
                if dice.once(in: 4) {
                    words.say(key, 2)
                } else {
                    wires[place].keys.remove(at: down)
                    words.say(key, 0)
                }
            } else {
                wires[place].keys.append(code)
                words.say(key, 1)
            }
        }
        words.say(.report)
    }

    private mutating func shakeFrame(_ words: inout Words) {
        let force = dice.once(in: 2) ? 256 : 500
        words.say(.x, Int32(dice.number(-force...force)))
        words.say(.y, Int32(dice.number(-force...force)))
        words.say(.z, Int32(dice.number(-20...256)))
        words.say(.report)
    }
}
