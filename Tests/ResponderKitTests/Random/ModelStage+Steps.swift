import ResponderKit

/// Steps that are applied to both the application and the reference model.
extension ModelStage {
    func step() {
        switch random.below(40) {
        case 0: move(random.number(2...views.count - 1))
        case 1: remove(random.number(2...views.count - 1))
        case 2: changeGeometry(random.number(2...views.count - 1))
        case 3: changeFlags(random.below(views.count))
        case 4: changeShape(random.number(2...views.count - 1))
        case 5: random.once(in: 4) ? changeWindow(random.below(2)) : touch()
        case 6: random.once(in: 2) ? interrupt() : touch()
        case 7: random.once(in: 2) ? toggleRecognizer() : touch()
        case 8...12: advance()
        default: touch()
        }
    }

    // MARK: Time and fingers

    private func advance() {
        time += Int64(random.pick([1, 20, 120, 300, 600, 2000])) * 1000
        write("advance to \(time)")
        application.advance(to: time)
        model.advance(to: time)
    }

    private func touch() {
        time += Int64(random.pick([0, 1, 8, 8, 16, 16, 60, 200])) * 1000
        let samples = anySamples()
        write("report at \(time): \(samples.map { "\($0.finger) \($0.phase) \($0.x),\($0.y)" })")
        application.post(frame(samples))
        let deadline = model.nextDeadline
        model.report(samples, at: time)
        // The application merges these moves into the event; a pending timer would separate them.
        if deadline == nil, samples.allSatisfy({ $0.phase == .moved }), random.once(in: 5) {
            time += 4000
            let more = anyMoves()
            write("with it at \(time): \(more.map { "\($0.finger) \($0.x),\($0.y)" })")
            application.post(frame(more))
            model.now = time
            model.take(more)
        }
        application.dispatchPending()
        model.dispatch()
    }

    private func frame(_ samples: [ReferenceSample]) -> TouchFrame {
        var frame = TouchFrame(time: time)
        for sample in samples {
            let change: TouchSample.Change =
                switch sample.phase {
                case .began: .began
                case .moved, .stationary: .moved
                case .ended: .ended
                case .cancelled: .cancelled
                }
            let location = Point(x: sample.x, y: sample.y)
            frame.append(TouchSample(FingerID(contact: Int32(sample.finger)), change, at: location))
        }
        return frame
    }

    private func anySamples() -> [ReferenceSample] {
        var samples: [ReferenceSample] = []
        for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
            let finger = random.number(1...8)
            if let old = down[finger] {
                // Skips half of the further changes of a finger in one report. After touching down in the report, the
                // finger can only lift.
                if samples.contains(where: { $0.finger == finger }), random.once(in: 2) { continue }
                let isNew = samples.contains { $0.finger == finger && $0.phase != .moved }
                let phase =
                    isNew ? .ended : random.pick([.moved, .moved, .moved, .ended, .ended, ReferencePhase.cancelled])
                var location = old
                if phase == .moved || random.once(in: 4) {
                    let reach = random.pick([1, 6, 6, 60])
                    location = (old.x + random.half(-reach...reach), old.y + random.half(-reach...reach))
                }
                down[finger] = phase == .moved ? location : nil
                samples.append(ReferenceSample(finger: finger, phase: phase, x: location.x, y: location.y))
            } else if down.count < 2 || random.once(in: 3) {
                var location = (x: random.half(0...400), y: random.half(0...400))
                if random.once(in: 2), let near = lastDown {
                    location = (near.x + random.half(-4...4), near.y + random.half(-4...4))
                }
                lastDown = location
                down[finger] = location
                samples.append(ReferenceSample(finger: finger, phase: .began, x: location.x, y: location.y))
            }
        }
        return samples
    }

    private func anyMoves() -> [ReferenceSample] {
        down.keys.sorted().filter { _ in random.once(in: 2) }.map { finger in
            let location = (x: random.half(0...400), y: random.half(0...400))
            down[finger] = location
            return ReferenceSample(finger: finger, phase: .moved, x: location.x, y: location.y)
        }
    }

    private func interrupt() {
        write("interrupt")
        switch random.below(4) {
        case 0:
            let isActive = application.isActive
            isActive ? application.resignActive() : application.becomeActive()
            model.isActive = !isActive
            if isActive { model.interrupt() }
        case 1:
            application.becomeActive()
            model.isActive = true
        default:
            application.post(removalOf: 0, at: time)
            application.dispatchPending()
            model.report([], at: time)
            model.interrupt(countsAnew: false)
            model.forgetUnheard()
            down.removeAll()
        }
    }

    private func toggleRecognizer() {
        guard !gestures.isEmpty else { return }
        let number = random.below(gestures.count)
        write("toggle recognizer \(number)")
        if model.recognizers[number].isEnabled {
            gestures[number].isEnabled = false
            model.disable(number)
        } else {
            gestures[number].isEnabled = true
            model.recognizers[number].isEnabled = true
        }
    }

    // MARK: Views

    func put(_ number: Int, in parent: Int) {
        let index = random.once(in: 3) ? random.below(3) : 1000
        views[parent].insertSubview(views[number], at: index)
        let (old, new) = (model.tree.window(of: number), model.tree.window(of: parent))
        if let old, old != new { model.leave(number) }
        model.tree.link(number, to: parent, at: index)
    }

    private func move(_ number: Int) {
        let parent = random.below(views.count)
        guard !model.tree.isInside(parent, number) else { return }
        write("put \(number) into \(parent)")
        put(number, in: parent)
    }

    private func remove(_ number: Int) {
        write("remove \(number)")
        views[number].removeFromSuperview()
        if model.tree.window(of: number) != nil { model.leave(number) }
        model.tree.unlink(number)
    }

    func setPassing(_ number: Int, _ isOn: Bool) {
        model.tree.views[number].passesOn = isOn
        (views[number] as? ModelView)?.passesOn = isOn
    }

    func changeGeometry(_ number: Int) {
        write("place \(number)")
        let (real, size) = (views[number], (width: random.half(10...250), height: random.half(10...250)))
        let center = (x: random.half(0...250), y: random.half(0...250))
        let shift = random.once(in: 3) ? (random.half(-20...20), random.half(-20...20)) : (0, 0)
        real.bounds = Rect(x: shift.0, y: shift.1, width: size.width, height: size.height)
        real.center = Point(x: center.x, y: center.y)
        model.tree.views[number].width = size.width
        model.tree.views[number].height = size.height
        (model.tree.views[number].boundsX, model.tree.views[number].boundsY) = shift
        (model.tree.views[number].centerX, model.tree.views[number].centerY) = center
    }

    func changeShape(_ number: Int) {
        let shape: ReferenceView.Shape
        let transform: AffineTransform
        switch random.below(12) {
        case 0:
            let (x, y) = (random.pick([0.5, 1, 2, -1]), random.pick([0.5, 1, 2, -1]))
            (shape, transform) = (.scaled(x, y), AffineTransform(scaleX: x, y: y))
        case 1: (shape, transform) = (.turned(1), AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        case 2: (shape, transform) = (.turned(2), AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
        case 3: (shape, transform) = (.turned(3), AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0))
        case 4 where random.once(in: 3): (shape, transform) = (.flat, AffineTransform(scaleX: 0, y: 1))
        default: (shape, transform) = (.plain, .identity)
        }
        write("shape \(number) \(shape)")
        model.tree.views[number].shape = shape
        views[number].transform = transform
    }

    func changeFlags(_ number: Int) {
        let real = views[number]
        switch random.below(5) {
        case 0 where number >= 2:
            let isHidden = random.once(in: 5)
            model.tree.views[number].isHidden = isHidden
            real.isHidden = isHidden
        case 1:
            let alpha = random.pick([1, 0.5, 0.02, 0.01, random.once(in: 3) ? 0.009 : 1])
            model.tree.views[number].alpha = alpha
            real.alpha = alpha
        case 2:
            let isInteractive = !random.once(in: 6)
            model.tree.views[number].isInteractive = isInteractive
            real.isUserInteractionEnabled = isInteractive
        case 3:
            let isMultiple = random.once(in: 2)
            model.tree.views[number].isMultiple = isMultiple
            real.isMultipleTouchEnabled = isMultiple
        default:
            let isExclusive = random.once(in: 5)
            model.tree.views[number].isExclusive = isExclusive
            real.isExclusiveTouch = isExclusive
        }
        write("flags \(number)")
    }

    private func changeWindow(_ number: Int) {
        guard let window = views[number] as? Window else { return }
        write("window \(number)")
        if random.once(in: 2) {
            let isHidden = random.once(in: 3)
            if window.isHidden, !isHidden { model.tree.show(number) }
            window.isHidden = isHidden
            model.tree.views[number].isHidden = isHidden
        } else {
            let level = Double(random.below(2))
            if window.windowLevel.rawValue != level {
                model.tree.views[number].level = level
                model.tree.show(number)
            }
            window.windowLevel = Window.Level(rawValue: level)
        }
    }
}
