/// A password or token, which no log, trace or description ever shows.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Source of a secret; a layout names the source and never contains the secret.
    public enum Location: Hashable, Sendable {
        case file(String)
        case environment(String)
    }

    public let location: Location

    public init(_ location: Location) { self.location = location }

    public var description: String { "•••" }
    public var debugDescription: String { "•••" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
