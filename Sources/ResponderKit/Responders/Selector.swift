/// Name of an action from a control, recognizer or menu; replaces Objective-C selectors.
///
/// A responder implements `respond(to:_:)`, which both validates and performs actions:
///
/// ```swift
/// extension Selector { static let unlock: Selector = "unlock" }
///
/// override func respond(to action: Selector, _ call: ActionCall) -> Bool {
///     switch action {
///     case .unlock: call { door.open() }
///     default: super.respond(to: action, call)
///     }
/// }
/// ```
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The action's name.
    public let name: String

    /// Creates a selector; selectors with the same name are equal.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral name: String) { self.name = name }

    public var description: String { name }
}

extension Selector {
    /// Removes the selection and copies it for pasting.
    public static let cut: Selector = "cut"
    /// Copies the selection for pasting.
    public static let copy: Selector = "copy"
    /// Inserts the content that was cut or copied.
    public static let paste: Selector = "paste"
    /// Removes the selection.
    public static let delete: Selector = "delete"
    /// Selects the current item.
    public static let select: Selector = "select"
    /// Selects everything.
    public static let selectAll: Selector = "selectAll"
}

/// A request to validate or perform an action.
///
/// The receiver calls the request with a closure that performs the action, and returns the result of this call.
public struct ActionCall {
    /// The sender, a control or recognizer; nil if there is none.
    public let sender: AnyObject?
    /// The event that caused the action; nil if program code sent the action (A9).
    public let event: Event?
    /// Whether to validate the action without performing it.
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

    /// Performs the action by calling `body`, unless the request only validates. Returns true, because the action is
    /// supported.
    ///
    /// `body` can read `sender` and `event` of this request (A1).
    public func callAsFunction(_ body: () -> Void) -> Bool {
        if !isQuestion { body() }
        return true
    }
}

/// An object that performs actions. Every responder is an action target.
public protocol ActionTarget: AnyObject {
    /// Performs the action by calling `call`, or returns false if the action is not supported.
    func respond(to action: Selector, _ call: ActionCall) -> Bool
}

extension ActionTarget {
    /// Offers the action to the responder's `interceptor`, then to the object's `respond(to:_:)`.
    func answer(_ action: Selector, _ call: ActionCall) -> Bool {
        if let interceptor = (self as? Responder)?.interceptor, interceptor.respond(to: action, call) { return true }
        return respond(to: action, call)
    }
}
