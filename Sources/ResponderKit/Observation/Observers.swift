/// Immutable linked list of an application's observers. Each element calls its observer, then the next element.
///
/// Each method is written out, because a shared loop with a closure would retain the captured values on every call.
final class Observers: ApplicationObserver {
    private let observer: any ApplicationObserver
    private let others: Observers?
    /// Whether hit-testing must call the observers for each visited view, because at least one observer requests it.
    let followsHitTests: Bool
    /// View whose `hitTest` call was already reported by the search in its superview. Prevents a second report.
    var announced: View?

    /// Creates a list in the given order; returns nil for an empty list.
    init?(_ observers: some Collection<any ApplicationObserver>) {
        guard let first = observers.first else { return nil }
        observer = first
        others = Observers(Array(observers.dropFirst()))
        followsHitTests = first.followsHitTests || others?.followsHitTests == true
    }

    /// The observers in the order of addition.
    var all: [any ApplicationObserver] { [observer] + (others?.all ?? []) }

    func hitTest(_ view: View, at point: Point, event: Event?) {
        observer.hitTest(view, at: point, event: event)
        others.unretained?._withUnsafeGuaranteedRef { $0.hitTest(view, at: point, event: event) }
    }

    func pointInside(_ view: View, at point: Point, answer: Bool) {
        observer.pointInside(view, at: point, answer: answer)
        others.unretained?._withUnsafeGuaranteedRef { $0.pointInside(view, at: point, answer: answer) }
    }

    func hitTest(_ view: View, refused point: Point, reason: HitTestRejection) {
        observer.hitTest(view, refused: point, reason: reason)
        others.unretained?._withUnsafeGuaranteedRef { $0.hitTest(view, refused: point, reason: reason) }
    }

    func touch(_ touch: Touch, hit view: View?) {
        observer.touch(touch, hit: view)
        others.unretained?._withUnsafeGuaranteedRef { $0.touch(touch, hit: view) }
    }

    func ignored(_ sample: TouchSample, reason: SampleRejection) {
        observer.ignored(sample, reason: reason)
        others.unretained?._withUnsafeGuaranteedRef { $0.ignored(sample, reason: reason) }
    }

    func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRejection?) {
        observer.recognizer(recognizer, offered: touch, refusal: refusal)
        others.unretained?._withUnsafeGuaranteedRef { $0.recognizer(recognizer, offered: touch, refusal: refusal) }
    }

    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection) {
        observer.touch(touch, keptFrom: view, reason: reason)
        others.unretained?._withUnsafeGuaranteedRef { $0.touch(touch, keptFrom: view, reason: reason) }
    }

    func dispatching(_ event: Event) {
        observer.dispatching(event)
        others.unretained?._withUnsafeGuaranteedRef { $0.dispatching(event) }
    }

    func dispatched(_ event: Event) {
        observer.dispatched(event)
        others.unretained?._withUnsafeGuaranteedRef { $0.dispatched(event) }
    }

    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        observer.responder(responder, called: method, touches: touches, event: event)
        others.unretained?._withUnsafeGuaranteedRef {
            $0.responder(responder, called: method, touches: touches, event: event)
        }
    }

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        observer.recognizer(recognizer, from: old, to: new, cause: cause)
        others.unretained?._withUnsafeGuaranteedRef { $0.recognizer(recognizer, from: old, to: new, cause: cause) }
    }

    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {
        observer.recognizer(recognizer, waitsFor: others)
        self.others.unretained?._withUnsafeGuaranteedRef { $0.recognizer(recognizer, waitsFor: others) }
    }

    func control(_ control: Control, sent event: Control.Event) {
        observer.control(control, sent: event)
        others.unretained?._withUnsafeGuaranteedRef { $0.control(control, sent: event) }
    }

    func action(_ action: Selector, sent sender: AnyObject?, to target: (any ActionTarget)?) {
        observer.action(action, sent: sender, to: target)
        others.unretained?._withUnsafeGuaranteedRef { $0.action(action, sent: sender, to: target) }
    }

    func misuse(_ misuse: Misuse) {
        observer.misuse(misuse)
        others.unretained?._withUnsafeGuaranteedRef { $0.misuse(misuse) }
    }
}
