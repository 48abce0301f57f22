/// Port and access token of the inspector's web page.
public struct InspectLayout: Equatable, Sendable {
    /// TCP port on the loopback interface; 0 selects any free port.
    public var port = InspectLayout.defaultPort
    /// File that contains the secret for the page's URL. If nil, a new secret is created at each start.
    public var tokenFile: String?

    public static let defaultPort = 7070

    public init() {}
}
