import ResponderKit

/// Changes that a callback or step can make at any time.
extension Chaos {
    func anyFrameOfTouches() -> TouchFrame {
        time += Int64(random.pick([0, 1, 8, 16, 16, 16, 100, 400])) * 1000
        var frame = TouchFrame(time: time)
        for _ in 0..<random.pick([1, 1, 1, 2, 3, 8]) {
            let finger = random.pick(Self.fingers)
            let location = Point(x: random.half(0...400), y: random.half(0...400))
            if let old = down[finger] {
                switch random.below(8) {
                case 0...3:
                    let near = Point(x: old.x + random.half(-9...9), y: old.y + random.half(-9...9))
                    down[finger] = random.once(in: 3) ? location : near
                    frame.append(.moved(finger, down[finger]!.x, down[finger]!.y))
                case 4...6:
                    down[finger] = nil
                    frame.append(.ended(finger, old.x, old.y))
                default:
                    down[finger] = nil
                    frame.append(TouchSample(FingerID(contact: finger), .cancelled, at: old))
                }
            } else if down.count < 4 || random.once(in: 4) {
                down[finger] = location
                frame.append(.began(finger, location.x, location.y))
            }
        }
        if random.once(in: 60) { frame.append(.began(random.pick(Self.fingers), 50, 50)) }
        if random.once(in: 60) { frame.append(.moved(random.pick(Self.fingers), .nan, 0)) }
        if random.once(in: 60) { frame.append(.ended(random.pick(Self.fingers), 50, 50)) }
        for sample in frame.samples { oracle.write("input \(sample.finger.contact) \(sample.change)") }
        return frame
    }

    func advance() {
        time += Int64(random.pick([1, 50, 200, 500, 1600])) * 1000
        oracle.write("advance")
        application.advance(to: time)
    }

    func anyChange() {
        let kind = random.below(26)
        let view = random.pick(views)
        oracle.write("change \(kind) on \(view.identifier ?? "?")")
        switch kind {
        case 0...2: view.removeFromSuperview()
        case 3...6: changeTree(view)
        case 7...9: changeFlags(view)
        case 10...13: changeRecognizers(view)
        case 14: cancelSomething()
        case 15: changeWindow(random.pick(windows))
        case 16: replaceView()
        case 17: replaceRecognizer()
        case 18: application.post(anyFrameOfTouches())
        case 19: application.send(anyFrameOfTouches())
        case 20: advance()
        case 21: changeActivity()
        case 22: application.post(removalOf: 0, at: time)
        case 23: presentSomething()
        case 24: root.dismiss(animated: false)
        default: application.dispatchPending()
        }
    }

    /// Presents a controller from the one that `root` presents, or from `root` itself.
    private func presentSomething() {
        let controller = ViewController()
        controller.view = newView()
        (root.presentedViewController ?? root).present(controller, animated: false)
    }

    private func changeTree(_ view: View) {
        let other = random.pick(views)
        switch random.below(6) {
        case 0...2: other.addSubview(view)
        case 3: other.insertSubview(view, at: random.below(4))
        case 4: view.superview?.bringSubviewToFront(view)
        default: other.exchangeSubview(at: random.below(3), withSubviewAt: random.below(3))
        }
    }

    private func changeFlags(_ view: View) {
        let isWindow = view is Window
        switch random.below(8) {
        case 0: view.isHidden.toggle()
        case 1: view.alpha = random.pick([0, 0.01, 1, 1])
        case 2: view.isUserInteractionEnabled.toggle()
        case 3: view.isMultipleTouchEnabled.toggle()
        case 4: view.isExclusiveTouch.toggle()
        case 5 where !isWindow: view.frame = anyFrame()
        case 6 where !isWindow: view.transform = AffineTransform(scaleX: random.pick([0, 0.5, 1, 1, -1]), y: 1)
        default: (view as? Control)?.isEnabled.toggle()
        }
    }

    private func changeRecognizers(_ view: View) {
        guard !recognizers.isEmpty else { return }
        let recognizer = random.pick(recognizers)
        switch random.below(9) {
        case 0, 1: view.addGestureRecognizer(recognizer)
        case 2: recognizer.view?.removeGestureRecognizer(recognizer)
        case 3: recognizer.isEnabled.toggle()
        case 4: recognizer.isEnabled = true
        case 5: recognizer.require(toFail: random.pick(recognizers))
        case 6: recognizer.cancelsTouchesInView.toggle()
        case 7: recognizer.delaysTouchesBegan.toggle()
        default: recognizer.state = random.pick([.began, .changed, .ended, .cancelled, .failed, .possible])
        }
    }

    private func changeWindow(_ window: ChaosWindow) {
        switch random.below(7) {
        case 0: window.application = nil
        case 1, 2: window.application = application
        case 3: window.windowLevel = Window.Level(rawValue: random.pick([0, 1]))
        case 4: window.isHidden = true
        case 5: window.makeKeyAndVisible()
        default: window.isHidden = false
        }
    }

    private func changeActivity() {
        switch random.below(6) {
        case 0: application.resignActive()
        case 1: application.beginIgnoringInteractionEvents()
        case 2, 3: application.becomeActive()
        default: application.endIgnoringInteractionEvents()
        }
    }

    private func cancelSomething() {
        let touches = random.pick(views).window?.application?.touchesUnderWay ?? []
        application.cancel(touches.filter { _ in random.once(in: 2) })
    }

    /// Releases a view with its subtree and creates a new one.
    private func replaceView() {
        guard views.count > windows.count else { return }
        let index = random.number(windows.count...views.count - 1)
        let old = views[index]
        views[index] = newView()
        random.pick(views).addSubview(views[index])
        old.removeFromSuperview()
    }

    private func replaceRecognizer() {
        guard !recognizers.isEmpty else { return }
        let index = random.below(recognizers.count)
        let old = recognizers[index]
        recognizers[index] = newRecognizer()
        random.pick(views).addGestureRecognizer(recognizers[index])
        old.view?.removeGestureRecognizer(old)
    }
}
