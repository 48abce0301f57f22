/// The name of something that a control, a recognizer or a menu asks for: the stand-in for a selector.
///
/// A responder answers to an action in one place, `respond(to:_:)`, which serves both for asking and for doing:
///
/// ```swift
/// extension Action { static let unlock: Action = "unlock" }
///
/// override func respond(to action: Action, _ call: ActionCall) -> Bool {
///     switch action {
///     case .unlock: call { door.open() }
///     default: super.respond(to: action, call)
///     }
/// }
/// ```
public struct Action: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The action's name.
    public let name: String

    /// An action by its name; equal names are the same action.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral name: String) { self.name = name }

    public var description: String { name }
}

extension Action {
    /// Removes what is selected and keeps it for pasting.
    public static let cut: Action = "cut"
    /// Keeps what is selected for pasting.
    public static let copy: Action = "copy"
    /// Puts in what was cut or copied.
    public static let paste: Action = "paste"
    /// Removes what is selected.
    public static let delete: Action = "delete"
    /// Selects the thing at hand.
    public static let select: Action = "select"
    /// Selects everything.
    public static let selectAll: Action = "selectAll"
}

/// One asking or doing of an action: call it with what is to be done, and return what it returns.
public struct ActionCall {
    /// Who asks: a control, a recognizer, or nil.
    public let sender: AnyObject?
    /// The event that caused the action, nil when code did (A9).
    public let event: Event?
    /// True when the caller only wants to know whether there is an answer.
    public let isQuestion: Bool

    init(asking sender: AnyObject?) {
        self.sender = sender
        event = nil
        isQuestion = true
    }

    init(sender: AnyObject?, event: Event?) {
        self.sender = sender
        self.event = event
        isQuestion = false
    }

    /// Does it, unless this is only a question; true in both cases, for it has been answered.
    ///
    /// A body that wants them takes the call's `sender` and `event` (A1).
    public func callAsFunction(_ body: () -> Void) -> Bool {
        if !isQuestion { body() }
        return true
    }
}

/// Something that answers to actions; every responder does.
public protocol ActionTarget: AnyObject {
    /// Answers to the action through `call`, or returns false when it does not know the action.
    func respond(to action: Action, _ call: ActionCall) -> Bool
}

extension ActionTarget {
    /// Answers to the action itself, unless an interceptor that stands before it does.
    func answer(_ action: Action, _ call: ActionCall) -> Bool {
        if let interceptor = (self as? Responder)?.interceptor, interceptor.respond(to: action, call) { return true }
        return respond(to: action, call)
    }
}
