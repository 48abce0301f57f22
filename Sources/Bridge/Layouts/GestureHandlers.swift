internal import Occurrences
internal import ResponderKit

/// Tells plugins of the states of one gesture.
final class GestureHandlers {
    private let reactions: [EventName: Reaction]
    /// Attempts are numbered: the occurrences of one are one stream.
    private var attempt: Int32 = 0
    private var isUnderWay = false

    init(_ reactions: [Reaction]) {
        self.reactions = Dictionary(uniqueKeysWithValues: reactions.map { ($0.event, $0) })
    }

    /// Whether it wants to hear of states that a recognizer's targets are not told of.
    var needsWatch: Bool { reactions[.failed] != nil || reactions[.possible] != nil }

    func tell(_ gesture: GestureRecognizer, _ state: GestureRecognizer.State) {
        if !isUnderWay, state != .possible { attempt &+= 1 }
        isUnderWay = state == .began || state == .changed
        guard let reaction = reactions[EventName(state)] else { return }
        var occurrence = Occurrence(reaction.event, gesture, origin: reaction.origin, now: reaction.now)
        occurrence.stream = attempt
        reaction.run(occurrence)
    }
}

/// Hears of every change of every recognizer, for those that failing and starting over matter to.
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
        handlers[ObjectIdentifier(recognizer)]?.tell(recognizer, new)
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

/// Who may recognize at the same time as whom, for all gestures of a layout.
final class GestureRules: GestureRecognizerDelegate {
    /// The gestures that each gesture may go on beside; of two, each is with the other.
    private var partners: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    private var withAll: Set<ObjectIdentifier> = []

    /// Lets a gesture go on beside every other one.
    func allow(_ gesture: GestureRecognizer) { withAll.insert(ObjectIdentifier(gesture)) }

    /// Lets two gestures go on beside each other.
    func allow(_ one: GestureRecognizer, _ other: GestureRecognizer) {
        partners[ObjectIdentifier(one), default: []].insert(ObjectIdentifier(other))
        partners[ObjectIdentifier(other), default: []].insert(ObjectIdentifier(one))
    }

    /// The gesture is gone: another one may come to have its address.
    func forget(_ gesture: GestureRecognizer) {
        let own = ObjectIdentifier(gesture)
        withAll.remove(own)
        for partner in partners.removeValue(forKey: own) ?? [] { partners[partner]?.remove(own) }
    }

    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        let own = ObjectIdentifier(gestureRecognizer)
        return withAll.contains(own) || partners[own]?.contains(ObjectIdentifier(other)) == true
    }
}

/// A gesture that nothing but a plugin moves from state to state.
final class CustomGestureRecognizer: GestureRecognizer {
    /// One that was begun and of which nothing more is heard is cancelled, so that a plugin's end frees its touches.
    private static let patience = 60.0

    override init() {
        super.init()
        addAction { $0.deadline = $0.isUnderWay ? $0.now + Self.patience : nil }
    }

    /// Moves to a state; false when no way leads there from the present one.
    func raise(_ new: State) -> Bool {
        let isKnown =
            switch (state, new) {
            case (.possible, .began), (.possible, .ended), (.possible, .failed): true
            case (.began, .changed), (.began, .ended), (.began, .cancelled): true
            case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
            default: false
            }
        if isKnown { state = new }
        return isKnown
    }

    override func deadlinePassed() { state = .cancelled }
}

extension GestureRecognizer {
    fileprivate var isUnderWay: Bool { state == .began || state == .changed }
    /// In seconds of the application's clock.
    fileprivate var now: Double { Double(view?.window?.application?.now ?? 0) / 1_000_000 }
}
