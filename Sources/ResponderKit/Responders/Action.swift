/// A closure for controls and recognizers. The object identifies the closure for later removal.
///
/// ```swift
/// let open = Action { action in door.open() }
/// button.addAction(open, for: .touchUpInside)
/// button.removeAction(open, for: .touchUpInside)
/// ```
public final class Action: Hashable {
    private let body: (Action, AnyObject, Event?) -> Void
    /// The last caller: a control or recognizer; not retained.
    public private(set) weak var sender: AnyObject?

    /// Creates an action. The closure receives the action, so it can read `sender`.
    public init(handler: @escaping (Action) -> Void) {
        body = { action, sender, _ in
            action.sender = sender
            handler(action)
        }
    }

    init(_ body: @escaping (AnyObject, Event?) -> Void) { self.body = { body($1, $2) } }

    func perform(_ sender: AnyObject, _ event: Event?) { body(self, sender, event) }

    public static func == (left: Action, right: Action) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
