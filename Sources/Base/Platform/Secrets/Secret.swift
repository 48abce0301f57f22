/// A password or token; its value never appears in a log, trace or description.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Source of a secret. A layout contains this location, never the secret itself.
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
