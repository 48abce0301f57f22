internal import Bridge
internal import Glibc
internal import InputHub
internal import Platform
internal import PluginAPI
internal import Schema

@testable internal import BuiltinStream
@testable internal import Inspector
@testable internal import PluginWorkers
@testable internal import Web

/// Fuzzes data from pages and programs. The first byte of the input selects the target: an HTTP connection, stream
/// messages of a page, stream lines of a program, or requests to the inspector.
enum WebTarget {
    static func run(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let rest = input.dropFirst()
        switch first {
        case UInt8(ascii: "H"): Front().serve(rest)
        case UInt8(ascii: "P"): stream(rest, isPage: true)
        case UInt8(ascii: "L"): stream(rest, isPage: false)
        case UInt8(ascii: "I"): inspector(rest)
        default: break
        }
    }

    /// Returns a closed link, which discards sent data.
    fileprivate static func silentLink() -> Link {
        let link = Link(OpaquePointer(bitPattern: 16)!)
        link.forget()
        return link
    }

    private static func stream(_ bytes: ArraySlice<UInt8>, isPage: Bool) {
        let pipeline = Making.pipeline(ProcessTarget.plan)
        let watch = Watch(pipeline)
        pipeline.start(at: 0)
        var finger = Finger(pipeline)
        let server = converse(bytes, isPage: isPage, pipeline, &finger)
        hold(server() == nil, "an answer keeps the stream whose client asked")
        finger.lift()
        watch.finish(at: finger.time)
    }

    /// Plays messages of a page or lines of a program, in pieces. The returned closure returns the stream; nil after
    /// its deallocation.
    private static func converse(
        _ bytes: ArraySlice<UInt8>,
        isPage: Bool,
        _ pipeline: Pipeline,
        _ finger: inout Finger
    ) -> () -> StreamShared? {
        let log = Logger(plugin: "stream", clock: { 0 }, write: { _ in })
        let context = PluginContext(
            name: "stream",
            log: log,
            tree: pipeline.commands,
            hostEnvironment: pipeline.hostEnvironment
        )
        var settings = StreamSettings()
        settings.commands = TreeCommand.Name.allCases
        settings.commandsPerSecond = 10_000
        guard let shared = try? StreamShared(PluginLink(context, capacity: 1024)) else {
            fatalError("no descriptor is left")
        }
        let server = StreamServer(settings, shared)
        let link = silentLink()
        let client = StreamClient(1, link, isPage: isPage, settings, at: 0)
        client.stage = .open
        server.clients[link] = client
        func send(_ piece: ArraySlice<UInt8>, isLast: Bool) {
            piece.withUnsafeBufferPointer { server.received(link, $0, isLast: isLast, isBinary: false) }
            pipeline.carryOutCommands()
            for (requester, reply) in shared.replies.take() {
                server.pending[requester.share] -= 1
                server.send(.reply(reply, id: requester.id), to: client)
            }
            finger.goOn()
            while client.outbox.next() != nil {}
        }
        if isPage {
            for message in bytes.split(separator: 0x0a) {
                send(message.prefix(message.count / 2), isLast: false)
                send(message.dropFirst(message.count / 2), isLast: true)
            }
        } else {
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 77) {
                send(bytes[start..<min(start + 77, bytes.endIndex)], isLast: true)
            }
        }
        hold(server.pending.allSatisfy { $0 == 0 }, "a client waits for a reply that never comes")
        return { [weak shared] in shared }
    }

    private static func inspector(_ bytes: ArraySlice<UInt8>) {
        let fixture = InspectorFixture()
        let socket = WebSocket(silentLink(), fixture.request("/\(fixture.token)/live", isUpgrade: true))
        fixture.service.opened(socket)
        for message in bytes.split(separator: 0x0a) {
            fixture.service.received(Array(message), isText: true, from: socket)
            fixture.service.timerExpired()
            fixture.service.becameWritable(socket)
        }
        fixture.service.closed(socket)
    }
}

/// An inspector service on a server loop without connections.
private final class InspectorFixture {
    let service: InspectorService
    let token = "0123456789abcdef"
    private let fixture: ServerLoop

    init() {
        let log = Logger(plugin: "", clock: { 0 }, write: { _ in })
        let settings = WebServer.Settings(name: "inspector", port: 0)
        setenv("TOUCHBRIDGE_FUZZ_TOKEN", token, 0)
        let secret = Secret(.environment("TOUCHBRIDGE_FUZZ_TOKEN"))
        guard let wakeup = try? Wakeup(), let key = try? PageKey(secret) else { fatalError("no descriptor is left") }
        fixture = ServerLoop(settings, WebServer.Shared(wakeup), log)
        var inspector = InspectorServer.Settings()
        (inspector.clock, inspector.play) = ({ 0 }, .dry)
        service = InspectorService(fixture, InspectorMailbox {}, key, inspector, log)
    }

    func request(
        _ path: String,
        query: String = "",
        host: String = "",
        origin: String = "",
        isUpgrade: Bool
    ) -> Request {
        Request(
            id: Request.Identity(number: 1),
            path: path,
            query: query,
            host: host,
            origin: origin,
            isUpgrade: isUpgrade
        )
    }
}

/// Serves one HTTP connection, with the checks of the inspector's server.
private final class Front: LinkOwner {
    private let admission = Admission(
        address: "127.0.0.1",
        port: 7070,
        hosts: ["kiosk.local"],
        origins: ["https://panel.example"],
        letsOwnIn: true,
        letsProgramsIn: true
    )
    private let fixture = InspectorFixture()
    private var socket: WebSocket?
    private var message: [UInt8] = []
    private var answer: ArraySlice<UInt8> = []

    func serve(_ bytes: ArraySlice<UInt8>) {
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0,
            let loop = LinkLoop(self, connections: 4, handshakes: 2, ping: TimeSpan(microseconds: 30_000_000))
        else { fatalError("no descriptor is left") }
        defer { loop.end() }
        // The loop closes `pair[0]`.
        defer { close(pair[1]) }
        guard loop.add(pair[0], .page) != nil else { return }
        // Sends the bytes after the first 0x01 separately: other code parses data that arrives after a response.
        let end = bytes.firstIndex(of: 0x01) ?? bytes.endIndex
        for piece in [bytes[..<end], bytes[end...].dropFirst()] where !piece.isEmpty {
            piece.withUnsafeBytes { _ = send(pair[1], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            for _ in 0..<6 { guard loop.serve(waits: false) else { return } }
        }
    }

    private func request(_ link: Link, isUpgrade: Bool) -> Request? {
        guard let path = link.text(.path), let query = link.text(.query), let host = link.text(.host),
            let origin = link.text(.origin)
        else { return nil }
        let request = fixture.request(path, query: query, host: host, origin: origin, isUpgrade: isUpgrade)
        _ = (request.parts, request.argument("level"), request.argument(""))
        return request
    }

    func ready(_ link: Link) {}

    func asks(_ link: Link) -> HTTPStatus? {
        guard let request = request(link, isUpgrade: true) else { return .forbidden }
        if let refusal = admission.refusal(host: request.host, origin: request.origin) {
            hold(refusal.words.utf8.count < 2000, "a refusal has 2000 bytes or more")
            return .forbidden
        }
        hold(!request.host.isEmpty, "a request without a host is accepted")
        if case .upgrade = fixture.service.answer(request) { return nil }
        return .notFound
    }

    func requested(_ link: Link) -> HTTPStatus? {
        guard link.method != .other, let request = request(link, isUpgrade: false) else { return .uriTooLong }
        guard admission.knows(host: request.host) else { return .forbidden }
        guard case .response(let response) = fixture.service.answer(request) else { return .notFound }
        answer = response.bytes(isHeadOnly: link.method == .head)[...]
        link.requestWritable()
        return nil
    }

    func opened(_ link: Link) {
        let socket = WebSocket(link, fixture.request("", isUpgrade: true))
        self.socket = socket
        fixture.service.opened(socket)
    }

    func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool) {
        guard let socket, message.count + bytes.count <= ClientConnection.messageLimit else {
            return link.close(.tooBig)
        }
        message += bytes
        guard isLast else { return }
        fixture.service.received(message, isText: !isBinary, from: socket)
        message = []
        fixture.service.timerExpired()
    }

    func writable(_ link: Link) {
        if let socket { return fixture.service.becameWritable(socket) }
        let piece = answer.prefix(16 * 1024)
        answer = answer.dropFirst(piece.count)
        guard !piece.isEmpty, link.write(Array(piece)) else { return link.close() }
        link.requestWritable()
    }

    func expired(_ link: Link) {}

    func closed(_ link: Link) {
        if let socket { fixture.service.closed(socket) }
        socket = nil
    }
}
