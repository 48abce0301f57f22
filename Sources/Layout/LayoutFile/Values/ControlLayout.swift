/// Permissions of clients of the service's control socket.
public struct ControlLayout: Equatable, Sendable {
    /// Names of the commands with side effects that clients may use. Read-only commands are always allowed.
    public var allow: [String] = []

    public init() {}
}
