/// Address of the inspector's page.
public struct InspectLayout: Equatable, Sendable {
    /// TCP port on the loopback interface; 0 selects a free one.
    public var port = InspectLayout.defaultPort
    /// File with the secret in the page's URL; nil for a new secret at each start.
    public var tokenFile: String?

    /// The default port.
    public static let defaultPort = 7070

    public init() {}
}
