internal import HandlerEvents
internal import ResponderKit

/// Calls handlers for the states of one gesture.
final class GestureHandlers {
    private let boundCalls: BoundCallTable
    /// Number of recognition attempts so far; the `stream` of all events of the current attempt.
    private var attempt: Int32 = 0
    private var isActive = false

    init(_ boundCalls: [BoundCalls]) { self.boundCalls = BoundCallTable(boundCalls) }

    /// Whether handlers are bound to `failed` or `possible`, which recognizers do not report to targets.
    var needsWatch: Bool { boundCalls[.failed] != nil || boundCalls[.possible] != nil }

    func run(_ gesture: GestureRecognizer, _ state: GestureRecognizer.State) {
        if !isActive, state != .possible { attempt &+= 1 }
        isActive = state == .began || state == .changed
        // The table is constant and retains the calls, so the unretained reference remains valid.
        boundCalls[EventName(state)].unretained?._withUnsafeGuaranteedRef { eventCalls in
            var handlerEvent = HandlerEvent(eventCalls.event, gesture, origin: eventCalls.origin, now: eventCalls.now)
            handlerEvent.stream = attempt
            eventCalls.run(handlerEvent)
        }
    }
}

/// Observes all recognizers, and calls the handlers of `failed` and `possible`.
final class GestureWatch: ApplicationObserver {
    var handlers: [ObjectIdentifier: GestureHandlers] = [:]
    var followsHitTests: Bool { false }

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        guard new == .failed || new == .possible else { return }
        handlers[ObjectIdentifier(recognizer)]?.run(recognizer, new)
    }
}

extension EventName {
    init(_ state: GestureRecognizer.State) {
        switch state {
        case .possible: self = .possible
        case .began: self = .began
        case .changed: self = .changed
        case .ended: self = .ended
        case .cancelled: self = .cancelled
        case .failed: self = .failed
        }
    }
}

/// Rules for simultaneous recognition of the gestures in a layout.
final class GestureRules: GestureRecognizerDelegate {
    /// For each gesture, the gestures with simultaneous recognition. The relation is symmetric.
    private var partners: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    private var withAll: Set<ObjectIdentifier> = []

    /// Allows simultaneous recognition with every other gesture.
    func allow(_ gesture: GestureRecognizer) { withAll.insert(ObjectIdentifier(gesture)) }

    /// Allows simultaneous recognition of two gestures.
    func allow(_ one: GestureRecognizer, _ other: GestureRecognizer) {
        partners[ObjectIdentifier(one), default: []].insert(ObjectIdentifier(other))
        partners[ObjectIdentifier(other), default: []].insert(ObjectIdentifier(one))
    }

    /// Removes a gesture before its deallocation: a new gesture may reuse its address, which is the key.
    func forget(_ gesture: GestureRecognizer) {
        let own = ObjectIdentifier(gesture)
        withAll.remove(own)
        for partner in partners.removeValue(forKey: own) ?? [] { partners[partner]?.remove(own) }
    }

    /// Returns the gestures that can be recognized simultaneously with `gesture`; nil means all gestures.
    func partners(of gesture: GestureRecognizer) -> Set<ObjectIdentifier>? {
        withAll.contains(ObjectIdentifier(gesture)) ? nil : partners[ObjectIdentifier(gesture)] ?? []
    }

    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        let own = ObjectIdentifier(gestureRecognizer)
        return withAll.contains(own) || partners[own]?.contains(ObjectIdentifier(other)) == true
    }
}
