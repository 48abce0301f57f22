/// A password or token, which no log, trace or description ever shows.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where it comes from: a layout names a place, and never holds the secret itself.
    public enum Place: Hashable, Sendable {
        case file(String)
        case environment(String)
    }

    public let place: Place

    public init(_ place: Place) { self.place = place }

    public var description: String { "•••" }
    public var debugDescription: String { "•••" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
