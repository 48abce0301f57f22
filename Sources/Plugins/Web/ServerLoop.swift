internal import Glibc
internal import Platform
internal import Synchronization

/// Body of a server's thread: serves connections and requests. The service may retain the `ServerLoop`, but must use it
/// only on the server's thread.
package final class ServerLoop {
    private let settings: WebServer.Settings
    private let shared: WebServer.Shared
    private let log: Logger
    private var loop: LinkLoop?
    private var service: (any WebService)?
    private var wakeupLink: Link?
    private let timer = Timer()
    private var clock: Link?
    private var listening: (link: Link, listener: Listener)?
    private var admission: Admission?
    private(set) var connections: [Link: ClientConnection] = [:]
    private var requests: [Request.Identity: Link] = [:]
    private var lastNumber = 0
    private var wasWoken = false
    private var isClosing = false
    private var isOver = false

    static let address = "127.0.0.1"
    /// Limit server-connections (limits.md, Web pages and clients): maximum number of connections to a built-in server
    /// whose response is not complete. If exceeded: the oldest connection is closed.
    private static let pendingLimit = 16
    private static let retryInterval: Int64 = 1_000_000
    /// Interval for checking whether the client of a stream is still connected, in microseconds.
    private static let peerCheck: Int64 = 1_000_000
    /// Time for sending close frames before the server stops, in microseconds.
    private static let closeTimeout: Int64 = 200_000

    init(_ settings: WebServer.Settings, _ shared: WebServer.Shared, _ log: Logger) {
        (self.settings, self.shared, self.log) = (settings, shared, log)
    }

    /// Maximum number of connections, including connections that are being closed.
    private var connectionLimit: Int { settings.sockets + settings.streams + 2 * Self.pendingLimit }

    // MARK: Main loop

    func run(_ service: any WebService) {
        defer { end() }
        guard begin(service) else { return }
        while !isOver, turn() {}
    }

    func begin(_ service: any WebService) -> Bool {
        self.service = service
        // The wakeup, the timer and the listening socket need additional descriptors.
        let room = connectionLimit + 8
        loop = LinkLoop(self, connections: room, handshakes: Self.pendingLimit, ping: settings.ping)
        wakeupLink = loop?.watch(shared.wakeup.descriptor)
        clock = timer.flatMap { loop?.watch($0.descriptor) }
        guard loop != nil, wakeupLink != nil, clock != nil else {
            let problem = LinkLoop.loadLibrary() ?? "out of memory or file descriptors"
            log.say(.error, "the server cannot use port \(settings.port): \(problem)")
            return false
        }
        listen()
        return true
    }

    /// Waits for events and processes them. Returns false if the loop has failed.
    func turn() -> Bool {
        if wasWoken { handleWakeup() }
        return loop?.serve(waits: !isOver) ?? false
    }

    func end() {
        isOver = true
        shared.isListening.store(false, ordering: .relaxed)
        loop?.end()
    }

    private func handleWakeup() {
        wasWoken = false
        shared.wakeup.clear()
        guard !shared.isStopping.load(ordering: .acquiring) else { return beginClosing() }
        for connection in connections.values where connection.stream?.hasPendingData == true { sendNext(connection) }
        if shared.isCalled.exchange(false, ordering: .acquiring) { service?.woken() }
    }

    /// Sends available bytes of a stream; closes the connection if the client is too slow.
    private func sendNext(_ connection: ClientConnection) {
        guard connection.stage == .streaming, let stream = connection.stream else { return }
        guard stream.isTooSlow else {
            if stream.isFinished, connection.deadline == .max { setDeadline(of: connection) }
            return connection.link.requestWritable()
        }
        log.complain(
            "streams",
            .warning,
            "\(settings.name): a client was disconnected: more than \(ResponseStream.limit) bytes were waiting"
        )
        close(connection, .tryAgainLater, "too slow", .tooSlow)
    }

    private func beginClosing() {
        guard !isClosing else { return }
        isClosing = true
        service?.willStop()
        listening?.link.close()
        listening = nil
        shared.isListening.store(false, ordering: .relaxed)
        for connection in connections.values {
            close(connection, .goingAway, "touchbridge is stopping", .serverStopped)
        }
        isOver = connections.isEmpty
        wakeupLink?.setTimer(Self.closeTimeout)
    }

    private func listen() {
        guard listening == nil, !isClosing else { return }
        do throws(Listener.Failure) {
            let known = shared.port.load(ordering: .relaxed)
            let listener = try Listener(address: Self.address, port: known > 0 ? known : settings.port)
            listening = (try loop!.watch(listener), listener)
            shared.port.store(listener.port, ordering: .relaxed)
            admission = Admission(
                address: Self.address,
                port: listener.port,
                origins: settings.origins,
                letsOwnIn: true,
                letsProgramsIn: true
            )
            shared.isListening.store(true, ordering: .relaxed)
            let address = "http://\(Self.address):\(listener.port)"
            log.settled("listening", settings.announcement, "\(settings.name): listening on \(address)")
            service?.listens(at: listener.port)
        } catch {
            log.complain("listening", .error, "\(settings.name): \(error.message); retrying every second")
            wakeupLink?.setTimer(Self.retryInterval)
        }
    }

    // MARK: Methods for the service

    /// Sends the response to a pending request. Has no effect after the time limit of the request.
    package func answer(_ id: Request.Identity, _ response: Response) {
        guard let link = requests.removeValue(forKey: id), let connection = connections[link] else { return }
        answer(connection, response)
    }

    /// Starts the service's timer with a duration in microseconds; nil stops the timer.
    package func setTimer(_ microseconds: Int64?) { timer?.set(microseconds) }

    // MARK: Connecting

    private func admit(_ socket: Int32) {
        // Closes the oldest connection if too many responses are incomplete. A request normally needs only
        // milliseconds, so the oldest client is probably stuck.
        let waiting = connections.values.filter { $0.stage == .asking || $0.stage == .answered }
        if waiting.count >= Self.pendingLimit, let oldest = waiting.min(by: { $0.number < $1.number }) {
            close(oldest, .tryAgainLater, "too many connections at a time")
        }
        guard let loop, connections.count < connectionLimit else {
            log.complain(
                "connections",
                .warning,
                "\(settings.name): a connection was refused: \(connectionLimit) connections are open, the maximum"
            )
            Glibc.close(socket)
            return
        }
        guard let link = loop.add(socket, .page) else { return }
        lastNumber += 1
        let connection = ClientConnection(lastNumber, link)
        connections[link] = connection
        setDeadline(of: connection)
    }

    private func setDeadline(of connection: ClientConnection) {
        connection.deadline = MonotonicClock.now + settings.timeout.microseconds
        connection.link.setTimer(settings.timeout.microseconds)
    }

    /// Stops listening for a while, because no file descriptors are left. Pending connections make the socket readable,
    /// so the event loop would otherwise spin.
    private func pauseListening() {
        log.complain("descriptors", .error, "\(settings.name): no file descriptors are left; retrying in 1 s")
        listening?.link.close()
        listening = nil
        shared.isListening.store(false, ordering: .relaxed)
        wakeupLink?.setTimer(Self.retryInterval)
    }

    // MARK: Requests

    private func answer(_ connection: ClientConnection, _ response: Response) {
        guard connection.stage == .asking else { return }
        connection.stage = .answered
        connection.rest = response.bytes(isHeadOnly: connection.isHeadOnly)[...]
        connection.link.requestWritable()
    }

    private func answer(_ connection: ClientConnection, _ head: Response, _ stream: ResponseStream) {
        guard connections.values.count(where: { $0.stream != nil }) < settings.streams else {
            let count = settings.streams
            let problem = "\(settings.name): a stream was refused: \(count) streams are open, the maximum"
            log.complain("streams", .warning, problem)
            stream.end(.tooMany)
            return answer(connection, Response(.unavailable))
        }
        connection.rest = head.streamHead[...]
        connection.stream = stream
        if connection.isHeadOnly {
            connection.stage = .answered
        } else {
            (connection.stage, connection.deadline) = (.streaming, .max)
            connection.link.setTimer(Self.peerCheck)
            connection.link.clearTimeout()
            stream.begin(shared.wakeup)
        }
        connection.link.requestWritable()
    }

    private func request(of connection: ClientConnection, isUpgrade: Bool) -> Request? {
        let link = connection.link
        guard let path = link.text(.path), let query = link.text(.query), let host = link.text(.host),
            let origin = link.text(.origin)
        else { return nil }
        return Request(
            id: Request.Identity(number: connection.number),
            path: path,
            query: query,
            host: host,
            origin: origin,
            isUpgrade: isUpgrade
        )
    }

    private func judge(_ connection: ClientConnection) -> Response? {
        guard connection.link.method != .other else { return Response(.methodNotAllowed) }
        connection.isHeadOnly = connection.link.method == .head
        guard let request = request(of: connection, isUpgrade: false) else { return Response(.uriTooLong) }
        guard admission?.knows(host: request.host) == true else {
            complain(.host(request.host))
            return Response(.forbidden)
        }
        switch service?.answer(request) {
        case .response(let response): return response
        case .stream(let head, let stream):
            answer(connection, head, stream)
            return nil
        case .later:
            requests[request.id] = connection.link
            return nil
        case .upgrade: return Response(.upgradeRequired)
        case nil: return Response(.unavailable)
        }
    }

    private func complain(_ refusal: Admission.Refusal) {
        let port = shared.port.load(ordering: .relaxed)
        let remedy = "open http://localhost:\(port) or http://127.0.0.1:\(port) instead"
        log.complain("admission", .warning, "\(settings.name): \(refusal.words); \(remedy)")
    }

    // MARK: Disconnecting

    private func close(
        _ connection: ClientConnection,
        _ code: CloseCode,
        _ reason: String,
        _ end: ResponseStream.End = .clientGone
    ) {
        guard connection.stage != .gone else { return }
        connection.stream?.end(end)
        if let socket = connection.socket { service?.closed(socket) }
        connection.socket = nil
        connection.stage = .gone
        connection.link.close(code, reason)
    }
}

extension ServerLoop: LinkOwner {
    package func ready(_ link: Link) {
        if let listening, link == listening.link {
            if !listening.listener.accept(admit) { pauseListening() }
        } else if link == clock {
            timer?.set(nil)
            service?.timerExpired()
        } else {
            wasWoken = true
        }
    }

    package func asks(_ link: Link) -> HTTPStatus? {
        guard let connection = connections[link], connection.stage == .asking else { return .forbidden }
        // libwebsockets calls this function twice for each handshake; the second call has no effect.
        guard connection.request == nil else { return nil }
        guard let request = request(of: connection, isUpgrade: true) else { return .forbidden }
        if let refusal = admission?.refusal(host: request.host, origin: request.origin) {
            complain(refusal)
            return .forbidden
        }
        switch service?.answer(request) {
        case .upgrade: break
        case .response(let response) where response.status != .ok: return response.status
        default: return .notFound
        }
        guard connections.values.count(where: { $0.request != nil }) < settings.sockets else {
            log.complain(
                "sockets",
                .warning,
                "\(settings.name): a WebSocket was refused: \(settings.sockets) WebSockets are connected, the maximum"
            )
            return .unavailable
        }
        connection.request = request
        return nil
    }

    package func requested(_ link: Link) -> HTTPStatus? {
        guard let connection = connections[link], connection.stage == .asking else { return .forbidden }
        if let response = judge(connection) { answer(connection, response) }
        return nil
    }

    package func opened(_ link: Link) {
        guard let connection = connections[link], let request = connection.request, connection.stage == .asking else {
            return
        }
        let socket = WebSocket(link, request)
        (connection.stage, connection.socket) = (.socket, socket)
        link.setTimer(nil)
        service?.opened(socket)
    }

    package func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool) {
        guard let connection = connections[link], let socket = connection.socket else { return }
        guard connection.message.count + bytes.count <= ClientConnection.messageLimit else {
            return close(connection, .tooBig, "the message has more than \(ClientConnection.messageLimit) bytes")
        }
        connection.message += bytes
        guard isLast else { return }
        let message = connection.message
        connection.message.removeAll(keepingCapacity: true)
        service?.received(message, isText: !isBinary, from: socket)
    }

    package func writable(_ link: Link) {
        guard let connection = connections[link] else { return }
        if let socket = connection.socket { return service?.becameWritable(socket) ?? () }
        connection.sendNext()
        // The last byte of a stream may precede the wakeup for its end. Therefore, sets the deadline here as well.
        if connection.stage == .answered, connection.deadline == .max { setDeadline(of: connection) }
    }

    package func expired(_ link: Link) {
        if link == wakeupLink {
            if isClosing { isOver = true } else { listen() }
        } else if let connection = connections[link] {
            if connection.stage == .streaming, connection.deadline == .max { return checkPeer(of: connection) }
            checkDeadline(connection, at: MonotonicClock.now)
        }
    }

    private func checkPeer(of connection: ClientConnection) {
        guard !connection.link.isPeerGone else { return close(connection, .goingAway, "client gone") }
        connection.link.setTimer(Self.peerCheck)
    }

    /// Closes a connection whose deadline has passed; otherwise restarts the timer.
    func checkDeadline(_ connection: ClientConnection, at now: Int64) {
        guard now >= connection.deadline else { return connection.link.setTimer(connection.deadline - now) }
        close(connection, .policy, "the request or response took longer than \(settings.timeout.seconds) s", .tooSlow)
    }

    package func closed(_ link: Link) {
        guard let connection = connections.removeValue(forKey: link) else { return }
        requests[Request.Identity(number: connection.number)] = nil
        connection.stream?.end(.clientGone)
        if let socket = connection.socket { service?.closed(socket) }
        connection.socket = nil
        connection.stage = .gone
        if connections.isEmpty, isClosing { isOver = true }
    }
}
