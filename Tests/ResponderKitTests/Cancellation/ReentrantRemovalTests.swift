import ResponderKit
import TestTraits
import Testing

@Suite struct ReentrantRemovalTests {
    private let stage = Stage()

    private static let logs: [(Touch.Phase, [String])] = [
        (.began, ["v began 2", "v cancelled 2"]), (.moved, ["v began 2", "v moved", "v cancelled 2"]),
        (.ended, ["v began 2", "v moved", "v ended", "v cancelled"]),
        (.cancelled, ["v began 2", "v moved", "v cancelled"]),
    ]

    /// Runs `act` each time the view receives this phase.
    private func on(_ phase: Touch.Phase, of view: ProbeView, _ act: @escaping () -> Void) {
        switch phase {
        case .began: view.onBegan = { _, _ in act() }
        case .moved: view.onMoved = { _, _ in act() }
        case .ended: view.onEnded = { _, _ in act() }
        case .cancelled: view.onCancelled = { _, _ in act() }
        case .stationary: break
        }
    }

    @Test(.rule("X4", "T12"), arguments: logs, [true, false])
    func `a view that its own handler removes receives one end per touch`(
        step: (phase: Touch.Phase, log: [String]),
        comesBack: Bool
    ) {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        on(step.phase, of: view) { [stage] in
            view.removeFromSuperview()
            if comesBack { stage.window.addSubview(view) }
        }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.move(1, 11, 11, at: 10)
        if step.phase == .cancelled {
            stage.report(at: 20, .cancelled(1, 11, 11), .cancelled(2, 20, 20))
            #expect(stage.log == ["v began 2", "v moved", "v cancelled 2"])
        } else {
            stage.up(1, at: 20)
            stage.up(2, at: 30)
            #expect(stage.log == step.log)
        }
        #expect((view.superview != nil) == comesBack)
    }

    @Test(.rule("X4", "T12"))
    func `a view that a handler removes does not receive its pending began or moved`() {
        let view = stage.touchable("v")
        let other = stage.touchable("other", 200, 0)
        view.onBegan = { _, _ in other.removeFromSuperview() }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 210, 10))
        stage.report(at: 10, .ended(1, 10, 10), .ended(2, 210, 10))
        #expect(stage.recorder.take() == ["v began", "v ended"])
        view.onBegan = { _, _ in }
        view.onMoved = { _, _ in other.removeFromSuperview() }
        stage.window.addSubview(other)
        stage.report(at: 20, .began(1, 10, 10), .began(2, 210, 10))
        stage.report(at: 30, .moved(1, 11, 11), .moved(2, 211, 11))
        stage.report(at: 40, .ended(1, 11, 11), .ended(2, 211, 11))
        #expect(stage.log == ["v began", "other began", "v moved", "other cancelled", "v ended"])
    }

    @Test(.rule("X5", "T12")) func `an action that removes the recognizer's view cancels the touches and the gesture`()
    {
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        GestureProbe(stage.recorder).watch(press, as: "press")
        press.addAction { if $0.state == .began { view.removeFromSuperview() } }
        view.addGestureRecognizer(press)
        stage.down(1, 10, 10, at: 0)
        stage.advance(to: 600)
        stage.up(1, at: 700)
        #expect(stage.log == ["v began", "press began", "v cancelled", "press cancelled"])
        #expect(press.state == .possible)
    }

    @Test(.rule("X6")) func `a handler can move its view within the window without ending the touch`() {
        let view = stage.touchable("v")
        let other = View(frame: Rect(x: 500, y: 500, width: 100, height: 100))
        stage.window.addSubview(other)
        view.onMoved = { _, _ in other.addSubview(view) }
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 11, 11, at: 10)
        stage.move(1, 12, 12, at: 20)
        stage.up(1, at: 30)
        #expect(stage.log == ["v began", "v moved", "v moved", "v ended"])
    }

    @Test(.rule("X4")) func `a handler that removes a window cancels the touches of the window`() {
        let front = Window(frame: Rect(x: 500, y: 0, width: 100, height: 100), application: stage.application)
        front.isHidden = false
        let view = ProbeView("v", 0, 0, 100, 100, stage.recorder)
        front.addSubview(view)
        _ = stage.touchable("w")
        view.onMoved = { _, _ in front.application = nil }
        stage.report(at: 0, .began(1, 510, 10), .began(2, 10, 10))
        stage.report(at: 10, .moved(1, 511, 11), .moved(2, 11, 11))
        stage.report(at: 20, .ended(1, 511, 11), .ended(2, 11, 11))
        #expect(stage.log == ["v began", "w began", "v moved", "v cancelled", "w moved", "w ended"])
    }

    @Test(.rule("X14")) func `a view that its handler removes is deallocated when the finger lifts`() {
        weak var gone: View?
        do {
            let view = stage.touchable("v")
            gone = view
            view.onBegan = { [weak view] _, _ in view?.removeFromSuperview() }
        }
        stage.down(1, 10, 10, at: 0)
        stage.up(1, at: 10)
        #expect(gone == nil)
        #expect(stage.log == ["v began", "v cancelled"])
    }
}
