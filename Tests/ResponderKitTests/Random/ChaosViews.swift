import ResponderKit

/// A view, window or recognizer whose callbacks make random changes.
protocol ChaosPart: AnyObject {
    var chaos: Chaos? { get }
}

/// A view that reports its calls, and makes random changes in each callback.
class ChaosView: View, ChaosPart {
    private(set) weak var chaos: Chaos?

    init(_ chaos: Chaos, _ name: String) {
        self.chaos = chaos
        super.init(frame: chaos.anyFrame())
        identifier = name
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .began, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .moved, touches)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .ended, touches)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .cancelled, touches)
        super.touchesCancelled(touches, with: event)
    }

    override func didMoveToWindow() { chaos?.meddle() }
    override func didMoveToSuperview() { chaos?.meddle() }

    override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        chaos?.meddle()
        return chaos?.answer(mostly: true) ?? true
    }
}

/// A view whose hit testing also returns random results.
final class ChaosHitView: ChaosView {
    override func hitTest(_ point: Point, with event: Event?) -> View? {
        chaos?.meddle()
        let answer = super.hitTest(point, with: event)
        chaos?.meddle()
        guard let chaos, !chaos.answer(mostly: true) else { return answer }
        return chaos.random.once(in: 2) ? nil : chaos.random.pick(chaos.views)
    }

    override func point(inside point: Point, with event: Event?) -> Bool {
        chaos?.meddle()
        return chaos?.answer(mostly: true) == false || super.point(inside: point, with: event)
    }
}

/// A window that occasionally drops an event or sends it twice.
final class ChaosWindow: Window, ChaosPart {
    private(set) weak var chaos: Chaos?

    init(_ chaos: Chaos, _ name: String, level: Double) {
        self.chaos = chaos
        super.init(frame: Rect(x: 0, y: 0, width: 400, height: 400), application: chaos.application)
        identifier = name
        windowLevel = Level(rawValue: level)
        isHidden = false
    }

    override func sendEvent(_ event: Event) {
        guard let chaos else { return }
        chaos.meddle()
        if chaos.answer(mostly: true) || chaos.random.once(in: 2) { super.sendEvent(event) }
        if !chaos.answer(mostly: true) { super.sendEvent(event) }
        chaos.meddle()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .began, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .moved, touches)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .ended, touches)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        chaos?.received(self, .cancelled, touches)
        super.touchesCancelled(touches, with: event)
    }

    override func becomeKey() { chaos?.meddle() }
    override func resignKey() { chaos?.meddle() }
}

/// A recognizer that sets random states.
final class ChaosRecognizer: GestureRecognizer, ChaosPart {
    private(set) weak var chaos: Chaos?

    init(_ chaos: Chaos) {
        self.chaos = chaos
        super.init()
    }

    private static let states: [State] = [.possible, .began, .changed, .changed, .ended, .cancelled, .failed]

    private func act(_ touches: TouchSet, _ event: Event) {
        guard let chaos else { return }
        chaos.meddle()
        if chaos.random.once(in: 3) { state = chaos.random.pick(Self.states) }
        if chaos.random.once(in: 20), let touch = touches.first { ignore(touch, for: event) }
        if chaos.random.once(in: 6) { deadline = event.timestamp + Double(chaos.random.below(900)) / 1000 }
        if chaos.random.once(in: 12) { deadline = nil }
        if chaos.random.once(in: 10) { state = chaos.random.pick(Self.states) }
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { act(touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { act(touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { act(touches, event) }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        act(touches, event)
        if chaos?.answer(mostly: true) == true { super.touchesCancelled(touches, with: event) }
    }

    override func deadlinePassed() {
        chaos?.meddle()
        if let chaos, chaos.random.once(in: 2) { state = chaos.random.pick(Self.states) }
    }

    override func reset() {
        chaos?.meddle()
        super.reset()
    }

    override func canPrevent(_ other: GestureRecognizer) -> Bool {
        chaos?.meddle()
        return chaos?.answer(mostly: true) ?? true
    }

    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { chaos?.answer(mostly: false) ?? false }
}

/// A delegate that returns random results and changes the tree.
final class ChaosDelegate: GestureRecognizerDelegate, ApplicationDelegate, ActionTarget {
    private(set) weak var chaos: Chaos?

    init(_ chaos: Chaos) { self.chaos = chaos }

    private func answer(mostly usual: Bool) -> Bool {
        chaos?.meddle()
        return chaos?.answer(mostly: usual) ?? usual
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { answer(mostly: true) }
    func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
        answer(mostly: true)
    }
    func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        answer(mostly: true)
    }
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { answer(mostly: false) }
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { answer(mostly: false) }
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { answer(mostly: false) }

    func applicationWillResignActive(_ application: Application) { chaos?.meddle() }
    func applicationDidBecomeActive(_ application: Application) { chaos?.meddle() }

    func respond(to action: Selector, _ call: ActionCall) -> Bool { call { chaos?.meddle() } }
}
