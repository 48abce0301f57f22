/// Permissions of clients of the service's control socket.
public struct ControlLayout: Equatable, Sendable {
    /// Names of the commands that clients can use in addition to the commands that change nothing.
    public var allow: [String] = []

    public init() {}
}
