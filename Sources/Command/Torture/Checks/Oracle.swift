internal import ResponderKit

/// Tracks touches and their delivery to views, gestures and controls, and reports violated invariants.
final class Oracle: ApplicationObserver {
    /// State of one touch.
    struct Account {
        let number: Int
        let finger: FingerID
        let view: ObjectIdentifier?
        /// The hit view; nil if no view was hit or if the view was deallocated.
        weak var owner: View?
        let window: ObjectIdentifier?
        /// Serial number of the touch's contact; nil until the first check of the touch. Always nil on debounced panels
        /// and on panels without tracking ids.
        var contact: Int?
        let isExclusive: Bool
        let takesSeveral: Bool
        /// Reason why the hit view must not receive the touch; nil if the view may receive the touch.
        var refusal: String?
        var isRefused = false
        var hasBegun = false
        /// Whether a gesture recognizer has cancelled the delivery of the touch to the view.
        var isTaken = false
        /// Whether the view has received the end event of the touch.
        var isOver = false
        /// Whether the touch was lifted or cancelled.
        var isFinal = false
        /// Whether the view's `isExclusiveTouch` is true; the property may change during a touch.
        var mayBeExclusive: Bool { owner?.isExclusiveTouch ?? false }
        /// Whether the view was outside the window in which the touch was hit-tested.
        var isStray = false
    }

    var followsHitTests: Bool { false }
    let verdict: Verdict
    /// Active touches, and touches that have ended in the current step.
    private(set) var live: ContiguousArray<Account> = []
    /// Ended touches of earlier steps, for which the view has not received the end event yet.
    private(set) var past: ContiguousArray<Account> = []
    private var states: [ObjectIdentifier: GestureRecognizer.State] = [:]
    /// Controls that are tracking a finger.
    private var pressed: Set<ObjectIdentifier> = []
    /// Returns whether a command or `autorepeat`, instead of a finger, caused the control event. Must be called once
    /// for each event.
    var isSentByCode: () -> Bool = { false }
    /// Returns the application's windows, for the reference hit test.
    var windows: () -> [Window] = { [] }
    private var lastNumber = 0
    private(set) var touchCount = 0
    /// Weak references to at most 16 touches, for leak detection.
    private(set) var samples: [Weak<Touch>] = []

    /// Number of touches that began or ended, and of ignored samples, on one device in the current step.
    struct Tally {
        var began = 0
        var ended = 0
        var ignored = 0
    }

    var tally = Tally()
    var device: Int32 = 0

    init(_ verdict: Verdict) { self.verdict = verdict }

    // MARK: Touches

    func touch(_ touch: Touch, hit view: View?) {
        if touch.number <= lastNumber {
            verdict.fail(.touchEndsOnce, "touch \(touch.number) is hit-tested a second time")
        }
        lastNumber = max(lastNumber, touch.number)
        touchCount += 1
        if live.contains(where: { $0.finger == touch.finger && !$0.isFinal }) {
            verdict.fail(
                .touchEndsOnce,
                "finger \(Self.name(touch.finger)) already has a touch when touch \(touch.number) begins"
            )
        }
        checkHit(touch, view)
        var account = Account(
            number: touch.number,
            finger: touch.finger,
            view: view.map { ObjectIdentifier($0) },
            owner: view,
            window: touch.window.map { ObjectIdentifier($0) },
            isExclusive: view?.isExclusiveTouch ?? false,
            takesSeveral: view?.isMultipleTouchEnabled ?? false
        )
        account.isStray = view.map { $0.window !== touch.window } ?? true
        account.refusal = reasonToRefuse(account)
        live.append(account)
        if touch.finger.device == device { tally.began += 1 }
        if samples.count < 16 { samples.append(Weak(object: touch)) }
    }

    /// Returns the reason why a multiple-touch or exclusive-touch setting prevents a view from receiving a touch (T13,
    /// T19, T20); nil if the view may receive the touch.
    private func reasonToRefuse(_ new: Account) -> String? {
        guard let view = new.view else { return nil }
        for other in live
        where other.window == new.window && other.hasBegun && !other.isOver && !other.isFinal {
            if other.view == view {
                if !new.takesSeveral {
                    return "the view already receives another touch and has isMultipleTouchEnabled = false"
                }
            } else if new.isExclusive {
                return "the view has exclusiveTouch, but another view is touched"
            } else if other.mayBeExclusive {
                return "a view with exclusiveTouch is touched"
            }
        }
        return nil
    }

    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection) {
        guard let index = live.firstIndex(where: { $0.number == touch.number }) else { return }
        live[index].isRefused = true
    }

    func ignored(_ sample: TouchSample, reason: SampleRejection) {
        if sample.finger.device == device { tally.ignored += 1 }
    }

    func dispatching(_ event: Event) {
        guard event.type == .touches, let touches = event.allTouches else { return }
        for touch in touches {
            guard let index = live.firstIndex(where: { $0.number == touch.number }) else {
                verdict.fail(
                    .touchEndsOnce,
                    "touch \(touch.number) is \(touch.phase), but was not down"
                )
                continue
            }
            guard touch.phase == .ended || touch.phase == .cancelled else { continue }
            if touch.phase == .ended, touch.finger.device == device { tally.ended += 1 }
            live[index].isFinal = true
        }
    }

    /// Ends a step. Moves each ended touch to `past` if the touch's view has not received the end event yet.
    func finishStep() {
        guard live.contains(where: \.isFinal) else { return }
        for account in live where account.isFinal && account.view != nil && !account.isOver && !account.isRefused {
            past.append(account)
        }
        live.removeAll(where: \.isFinal)
        past.removeAll(where: \.isOver)
    }

    /// Sets the contact of the touch at `index` in `live`.
    func setContact(_ serial: Int, at index: Int) { live[index].contact = serial }

    // MARK: Events of views

    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        for touch in touches where touch.view === responder { record(touch, method, responder) }
    }

    private func record(_ touch: Touch, _ method: Responder.Method, _ responder: Responder) {
        if let index = live.firstIndex(where: { $0.number == touch.number }) {
            record(touch, method, responder, &live[index])
        } else if let index = past.firstIndex(where: { $0.number == touch.number }) {
            record(touch, method, responder, &past[index])
        } else {
            verdict.fail(
                .viewReceivesOnce,
                "\(Self.name(responder)) receives \(method) of touch \(touch.number), which ended earlier"
            )
        }
    }

    private func record(_ touch: Touch, _ method: Responder.Method, _ responder: Responder, _ account: inout Account) {
        func fail(_ invariant: Invariant, _ reason: String) {
            verdict.fail(invariant, "\(Self.name(responder)) receives \(method) of touch \(account.number): \(reason)")
        }
        if account.isOver { return fail(.viewReceivesOnce, "the view already received the end event of the touch") }
        if account.isRefused { return fail(.delivery, "the touch was rejected") }
        if let refusal = account.refusal { return fail(.delivery, refusal) }
        switch method {
        case .touchesBegan:
            if account.hasBegun { fail(.viewReceivesOnce, "the view already received touchesBegan for the touch") }
            account.hasBegun = true
        case .touchesMoved, .touchesEnded, .touchesCancelled:
            if !account.hasBegun { fail(.viewReceivesOnce, "the view never received touchesBegan for the touch") }
        default: return
        }
        if method == .touchesCancelled {
            account.isOver = true
            return
        }
        if account.isTaken { fail(.delivery, "a recognizer has cancelled the touch in its view") }
        if method == .touchesEnded { account.isOver = true }
        if !account.isStray, let view = responder as? View, view.window !== touch.window {
            fail(.delivery, "the view is not in the touch's window")
        }
    }

    // MARK: Gestures

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        let key = ObjectIdentifier(recognizer)
        let known = states[key] ?? .possible
        if known != old {
            verdict.fail(.gesture, "\(Self.name(recognizer)) changes from \(old), but its last state was \(known)")
        }
        if !Self.isWay(old, new) {
            verdict.fail(
                .gesture,
                "\(Self.name(recognizer)) changes from \(old) to \(new), which is not a valid transition"
            )
        }
        states[key] = new == .possible ? nil : new
        guard old == .possible, new == .began || new == .ended else { return }
        if !recognizer.isEnabled {
            verdict.fail(.gesture, "\(Self.name(recognizer)) is disabled, but changed its state")
        }
        guard recognizer.cancelsTouchesInView else { return }
        for touch in recognizer.touches {
            if let index = live.firstIndex(where: { $0.number == touch.number }) { live[index].isTaken = true }
        }
    }

    /// Returns whether a recognizer may change its state from `old` to `new` (G1 to G3, G47).
    private static func isWay(_ old: GestureRecognizer.State, _ new: GestureRecognizer.State) -> Bool {
        switch old {
        case .possible: new == .began || new == .ended || new == .failed
        case .began, .changed: new == .changed || new == .ended || new == .cancelled
        case .ended, .cancelled, .failed: new == .possible
        }
    }

    // MARK: Controls

    func control(_ control: Control, sent event: Control.Event) {
        guard !isSentByCode() else { return }
        let key = ObjectIdentifier(control)
        switch event {
        case .touchDown:
            if !pressed.insert(key).inserted { verdict.fail(.control, "\(Self.name(control)) sent touchDown twice") }
        case .touchUpInside, .touchUpOutside, .touchCancel:
            if pressed.remove(key) == nil {
                verdict.fail(.control, "\(Self.name(control)) sent an end event without touchDown")
            }
        case .touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit:
            if !pressed.contains(key) {
                verdict.fail(.control, "\(Self.name(control)) sent a drag event without touchDown")
            }
        default: break
        }
    }

    func misuse(_ misuse: Misuse) {
        switch misuse {
        case .unknownFinger(let finger), .fingerAlreadyDown(let finger), .sampleNotFinite(let finger):
            verdict.fail(.misuse, "\(Self.name(finger)): \(misuse)")
        case .endlessHandlers: verdict.fail(.misuse, "\(misuse)")
        default: break
        }
    }

    // MARK: Settling

    /// Checks that no touch, gesture or control is active after all fingers are up and the settling time has elapsed.
    func checkSettled() {
        finishStep()
        for account in live { verdict.fail(.touchEndsOnce, "touch \(account.number) never ends") }
        for account in past where account.hasBegun && !account.isOver {
            verdict.fail(.viewReceivesOnce, "the view of touch \(account.number) never receives the end of the touch")
        }
        if !states.isEmpty { verdict.fail(.gesture, "\(states.count) recognizers never return to the state possible") }
        if !pressed.isEmpty { verdict.fail(.control, "\(pressed.count) controls never sent an end event") }
        let left = samples.compactMap(\.object)
        if let touch = left.first { verdict.fail(.release, "touch \(touch.number) has ended, but is still retained") }
        samples.removeAll()
        past.removeAll()
    }

    // MARK: Names

    static func name(_ finger: FingerID) -> String { "\(finger.contact) of device \(finger.device)" }

    static func name(_ responder: Responder) -> String {
        (responder as? View)?.identifier ?? "\(type(of: responder))"
    }

    static func name(_ recognizer: GestureRecognizer) -> String { recognizer.name ?? "\(type(of: recognizer))" }
}
