internal import Occurrences
internal import ResponderKit

/// What a layout says of a responder: its reactions to events and to actions.
final class Handlers {
    /// The responder's id, or what it is.
    let name: String
    private var reactions: ContiguousArray<Reaction?>
    private let actions: [Action: Reaction]
    var canBecomeFirstResponder: Bool

    init(_ name: String, _ reactions: [Reaction], actions: [Action: Reaction], canBecomeFirstResponder: Bool) {
        self.name = name
        self.reactions = ContiguousArray(repeating: nil, count: reactions.isEmpty ? 0 : EventName.allCases.count)
        self.actions = actions
        self.canBecomeFirstResponder = canBecomeFirstResponder
        for reaction in reactions { self.reactions[reaction.event.place] = reaction }
    }

    subscript(_ event: EventName) -> Reaction? { reactions.isEmpty ? nil : reactions[event.place] }
    subscript(_ action: Action) -> Reaction? { actions[action] }
}

extension EventName {
    /// Its place among all cases, told without a look at their names.
    var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A responder whose events a layout bound to handlers: an override that keeps them, or that passes them on as calling
/// super does.
protocol HandlerOwner: Responder {
    var handlers: Handlers? { get set }
    /// The view in whose points its occurrences tell places; nil for the window.
    var place: View? { get }
}

extension HandlerOwner {
    /// Hands touches to the handlers; true when super is to be called.
    func passes(_ name: EventName, _ touches: TouchSet, _ event: Event?) -> Bool {
        handlers?[name]?.take(touches, event, in: place) ?? true
    }

    /// Hands presses to the handlers; true when super is to be called.
    func passes(_ name: EventName, _ presses: Set<Press>, _ event: Event?) -> Bool {
        handlers?[name]?.take(presses, event) ?? true
    }

    /// Hands a shake or a command to the handlers; true when super is to be called.
    func passes(_ name: EventName, _ event: Event?) -> Bool { handlers?[name]?.take(event) ?? true }

    /// Answers to an action of the layout; nil when it has none of this name.
    func answer(_ action: Action, _ call: ActionCall) -> Bool? {
        guard let reaction = handlers?[action] else { return nil }
        return call { reaction.run(Occurrence(call, in: place, origin: reaction.origin)) }
    }
}
