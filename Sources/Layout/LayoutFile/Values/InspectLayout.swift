/// Where the inspector's page is served.
public struct InspectLayout: Equatable, Sendable {
    /// On the loopback; 0 for any that is free.
    public var port = InspectLayout.usualPort
    /// A file with what the page's address holds as its secret; nil for one that is new at each start.
    public var tokenFile: String?

    /// Where it is when nothing is said of the port.
    public static let usualPort = 7070

    public init() {}
}
