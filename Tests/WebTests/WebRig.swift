import Foundation
import Platform
import PluginAPI
import Schema
import Synchronization
import TestSupport
import Testing
import TimeLimits
import Web

/// A server with a page for each type of response. Echoes WebSocket messages to the client.
final class WebRig {
    let server: WebServer
    let events = Events()

    final class Events: Sendable {
        let said = Mutex<[String]>([])
        let recorded = Mutex<[String]>([])
        /// Body streams of the responses to `/stream`, in the order of the requests.
        let streams = Mutex<[ResponseStream]>([])

        func record(_ what: String) { recorded.withLock { $0.append(what) } }
    }

    static let page = Array(repeating: UInt8(ascii: "x"), count: 300_000)

    init(port: Int = 0, sockets: Int = 2, streams: Int = 8, timeout: Int64 = 60_000_000) throws {
        let events = events
        var settings = WebServer.Settings(name: "test", port: port)
        settings.sockets = sockets
        settings.streams = streams
        settings.ping = TimeSpan(microseconds: 1_000_000)
        settings.timeout = TimeSpan(microseconds: timeout)
        settings.origins = ["https://kiosk.example"]
        let log = Logger(
            plugin: "",
            clock: { 0 },
            write: { entry in events.said.withLock { $0.append(entry.message) } }
        )
        server = try WebServer(settings, log) { Pages($0, events) }
        if port == 0 { try wait("the server listens") { server.isListening } }
    }

    deinit { server.stop(within: TimeSpan(microseconds: 5_000_000)) }

    var port: Int { server.port }
    var said: [String] { events.said.withLock { $0 } }
    var recorded: [String] { events.recorded.withLock { $0 } }

    /// Waits for the next request for `/stream`, and returns the body stream of its response.
    func stream() throws -> ResponseStream {
        try wait("a client requests a stream") { events.streams.withLock { !$0.isEmpty } }
        return events.streams.withLock { $0.removeFirst() }
    }

    /// Sends a request and returns the raw response.
    func ask(_ line: String, host: String? = nil, _ more: String = "") throws -> String {
        let peer = try Peer(port: port)
        peer.send("\(line)\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\(more)\r\n")
        return try peer.receiveAll()
    }

    /// Connects a WebSocket client.
    func upgrade(_ path: String = "/socket", origin: String? = nil) throws -> WebSocketPage {
        try WebSocketPage(path, port: port, origin: origin)
    }

    func wait(_ what: String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + TimeLimits.wait
        while try !condition() {
            try #require(ContinuousClock.now < end, "timeout; expected: \(what)")
            usleep(2000)
        }
    }
}

private final class Pages: WebService {
    private unowned let server: ServerLoop
    private let events: WebRig.Events
    private var promised: [Request.Identity] = []

    init(_ server: ServerLoop, _ events: WebRig.Events) { (self.server, self.events) = (server, events) }

    func answer(_ request: Request) -> WebAnswer {
        switch request.path {
        case "/": return .response(.file("index.html", Array("<p>hello".utf8)))
        case "/large": return .response(Response(contentType: "text/plain", body: WebRig.page))
        case "/query":
            let argument = request.argument("b") ?? "-"
            return .response(Response(contentType: "text/plain", body: Array(argument.utf8)))
        case "/woken", "/never":
            if request.path == "/woken" { promised.append(request.id) }
            events.record(request.path)
            return .later
        case "/stream":
            let stream = ResponseStream { [events] in events.record("ended: \($0)") }
            events.streams.withLock { $0.append(stream) }
            return .stream(Response(contentType: "text/event-stream", body: []), stream)
        case "/socket": return .upgrade
        default: return .response(Response(.notFound))
        }
    }

    func opened(_ socket: WebSocket) { events.record("opened") }

    func received(_ message: [UInt8], isText: Bool, from socket: WebSocket) {
        events.record("received \(message.count)")
        if message == Array("bye".utf8) { return socket.close(.policy, "as you wish") }
        switch String(decoding: message.prefix(20), as: UTF8.self) {
        case "clock": server.setTimer(1000)
        case "clock now": server.setTimer(0)
        case "no clock":
            server.setTimer(1000)
            server.setTimer(nil)
        default: break
        }
        socket.send(message)
    }

    func closed(_ socket: WebSocket) { events.record("closed") }
    func timerExpired() { events.record("clock") }

    func woken() {
        for id in promised { server.answer(id, Response(contentType: "text/plain", body: Array("woken".utf8))) }
        promised = []
    }
}
