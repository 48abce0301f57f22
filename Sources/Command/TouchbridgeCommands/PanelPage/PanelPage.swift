internal import CommandSupport
internal import Glibc
internal import JSON
internal import Platform
internal import Synchronization
internal import Web

/// Web page, served only to this machine, on which a command shows targets or the touched parts of a panel. The
/// page is meant for a browser that covers the screen.
final class PanelPage {
    private let latest: LatestState
    private let server: WebServer
    private let token: String

    /// Maximum time for which `finish` waits for the server's connections to close.
    private static let closeLimit = TimeSpan(microseconds: 1_000_000)

    /// Maximum time until the server listens, in microseconds.
    private static let listenTimeout: Int64 = 10_000_000

    /// Starts the server, which prints the page's address. Throws if the port is not available.
    init(port: Int) throws(ServiceError) {
        if let problem = WebServer.loadLibrary() { throw ServiceError("the page cannot be served: \(problem)") }
        let latest = LatestState()
        self.latest = latest
        let log = Logger(plugin: "", clock: { MonotonicClock.now }, write: Self.log)
        var settings = WebServer.Settings(name: "panel", port: port)
        settings.announcement = .debug
        let (token, text) = Token.random()
        self.token = text
        server = try WebServer(settings, log) { _ in PanelPageService(latest, token, text) }
        let end = MonotonicClock.now + Self.listenTimeout
        while !server.isListening {
            guard MonotonicClock.now < end else {
                _ = server.stop(within: Self.closeLimit)
                throw ServiceError(
                    "the page's port is not available; choose another with --port, or 0 for any free port"
                )
            }
            usleep(10_000)
        }
    }

    private static func log(_ entry: Logger.Entry) {
        if entry.level <= .notice { Console.complain(entry.message) }
    }

    /// Address of the page; nil before the server listens.
    var address: String? { server.isListening ? Self.address(port: server.port, text: token) : nil }

    fileprivate static func address(port: Int, text: String) -> String { "http://127.0.0.1:\(port)/\(text)/" }

    /// Sends a state to all connected pages, and to pages that connect later.
    func show(_ state: JSONValue) {
        latest.set(Array("\(state)".utf8))
        server.wake()
    }

    /// Shows a final text, and stops the server.
    func finish(_ text: String) {
        latest.set(Array("\(["text": .text(text), "isLast": true] as JSONValue)".utf8))
        server.stop(within: Self.closeLimit)
    }
}

/// The latest state of the page, which the command's thread replaces and the server's thread sends.
private final class LatestState: Sendable {
    private let content = Mutex<(number: Int, bytes: [UInt8])>((0, []))

    func set(_ bytes: [UInt8]) {
        content.withLock { if $0.bytes != bytes { $0 = ($0.number + 1, bytes) } }
    }

    var current: (number: Int, bytes: [UInt8]) { content.withLock { $0 } }
}

/// Serves the page's files and sends the latest state. Used only on the server's thread.
private final class PanelPageService: WebService {
    private let latest: LatestState
    private let token: Token
    private let text: String
    /// Sequence number of the last state that each page received.
    private var received: [WebSocket: Int] = [:]
    private var isAnnounced = false

    init(_ latest: LatestState, _ token: Token, _ text: String) {
        (self.latest, self.token, self.text) = (latest, token, text)
    }

    func listens(at port: Int) {
        guard !isAnnounced else { return }
        isAnnounced = true
        Console.complain("open \(PanelPage.address(port: port, text: text)) in a browser that covers the screen")
    }

    func answer(_ request: Request) -> WebAnswer {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, token.accepts(String(parts[1])) else { return .response(Response(.forbidden)) }
        let name = parts[2].isEmpty ? "index.html" : String(parts[2])
        switch name {
        case "live": return .upgrade
        case "index.html": return .response(.file(name, PackageResources.index_html))
        case "panel.css": return .response(.file(name, PackageResources.panel_css))
        case "panel.js": return .response(.file(name, PackageResources.panel_js))
        default: return .response(Response(.notFound))
        }
    }

    func opened(_ socket: WebSocket) {
        received[socket] = 0
        socket.requestWritable()
    }

    func closed(_ socket: WebSocket) { received[socket] = nil }

    func woken() { for socket in received.keys { socket.requestWritable() } }

    func becameWritable(_ socket: WebSocket) {
        let state = latest.current
        guard let number = received[socket], number != state.number else { return }
        received[socket] = state.number
        socket.send(state.bytes)
    }

    func willStop() { for socket in received.keys where socket.isWritable { becameWritable(socket) } }
}
