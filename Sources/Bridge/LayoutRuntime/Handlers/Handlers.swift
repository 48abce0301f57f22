package import Occurrences
package import ResponderKit

/// What a layout says of a responder, whatever its class: its reactions to events and to actions.
package final class Handlers: Interceptor {
    private let reactions: ReactionTable
    private let actions: [Action: Reaction]
    /// Whose handlers they are, as far as occurrences tell places in its points.
    @exclusivity(unchecked) private var owner = Owner.other

    private enum Owner {
        case view(Unmanaged<View>)
        case controller(Unmanaged<ViewController>)
        case other
    }

    init(_ name: String, _ reactions: [Reaction], actions: [Action: Reaction], canBecomeFirstResponder: Bool) {
        self.reactions = ReactionTable(reactions)
        self.actions = actions
        super.init(named: name, canBecomeFirstResponder: canBecomeFirstResponder)
    }

    /// Puts the handlers before a responder, which keeps them.
    func stand(before responder: Responder) {
        responder.interceptor = self
        switch responder {
        case let view as View: owner = .view(.passUnretained(view))
        case let controller as ViewController: owner = .controller(.passUnretained(controller))
        default: break
        }
    }

    package subscript(_ event: EventName) -> Reaction? { reactions[event] }

    /// The names of the actions that it answers.
    package var actionNames: [String] { actions.keys.map(\.name).sorted() }

    /// The view in whose points occurrences tell places; nil for the window.
    private var place: View? {
        switch owner {
        case .view(let view): view.takeUnretainedValue()
        case .controller(let controller): controller.takeUnretainedValue().viewIfLoaded
        case .other: nil
        }
    }

    package override func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool {
        guard let reaction = self[EventName(method)] else { return true }
        switch method {
        case .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled:
            return reaction.take(touches, event, in: place)
        case .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled:
            return reaction.take(presses, event)
        case .motionBegan, .motionEnded, .motionCancelled, .remoteControlReceived:
            return reaction.take(event)
        }
    }

    package override func respond(to action: Action, _ call: ActionCall) -> Bool {
        guard let reaction = actions[action] else { return false }
        return call { reaction.run(Occurrence(call, in: place, origin: reaction.origin, now: reaction.now)) }
    }
}

extension Responder {
    /// The handlers that a layout put before it.
    package var handlers: Handlers? { interceptor as? Handlers }
}

extension EventName {
    /// The event that a method tells of.
    init(_ method: Responder.Method) {
        switch method {
        case .touchesBegan: self = .touchesBegan
        case .touchesMoved: self = .touchesMoved
        case .touchesEnded: self = .touchesEnded
        case .touchesCancelled: self = .touchesCancelled
        case .pressesBegan: self = .pressesBegan
        case .pressesChanged: self = .pressesChanged
        case .pressesEnded: self = .pressesEnded
        case .pressesCancelled: self = .pressesCancelled
        case .motionBegan: self = .motionBegan
        case .motionEnded: self = .motionEnded
        case .motionCancelled: self = .motionCancelled
        case .remoteControlReceived: self = .remoteControlReceived
        }
    }
}
