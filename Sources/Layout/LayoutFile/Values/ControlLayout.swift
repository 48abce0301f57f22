/// Permissions of clients of the service's control socket.
public struct ControlLayout: Equatable, Sendable {
    /// Names of the commands that clients may use, such as `set` and `tap`. The commands `status`, `reload`, `follow`,
    /// `describe` and `dump` are always allowed.
    public var allow: [String] = []

    public init() {}
}
