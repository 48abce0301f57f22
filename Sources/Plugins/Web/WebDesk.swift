internal import Glibc
internal import Platform
internal import Synchronization

/// Body of a server's thread: handles connections and requests. The service may retain it and call it on that thread.
package final class WebDesk {
    private let settings: WebServer.Settings
    private let shared: WebServer.Shared
    private let log: Logger
    private var loop: LinkLoop?
    private var service: (any WebService)?
    private var bell: Link?
    private let timer = Timer()
    private var clock: Link?
    private var listening: (link: Link, listener: Listener)?
    private var admission: Admission?
    private(set) var visitors: [Link: Visitor] = [:]
    private var requests: [Request.Identity: Link] = [:]
    private var lastNumber = 0
    private var wasWoken = false
    private var isLeaving = false
    private var isOver = false

    static let address = "127.0.0.1"
    /// Limit server-connections (Web pages and clients): connections to a built-in server that wait for an answer. Past
    /// it: the oldest one is closed.
    private static let visitLimit = 16
    private static let retry: Int64 = 1_000_000
    /// Interval of checks whether the client of a stream is still connected, in microseconds.
    private static let peerCheck: Int64 = 1_000_000
    /// Time for sending close frames during the stop, in microseconds.
    private static let parting: Int64 = 200_000

    init(_ settings: WebServer.Settings, _ shared: WebServer.Shared, _ log: Logger) {
        (self.settings, self.shared, self.log) = (settings, shared, log)
    }

    /// Maximum number of connections, including those being closed.
    private var connectionLimit: Int { settings.sockets + settings.streams + 2 * Self.visitLimit }

    // MARK: The thread

    func run(_ service: any WebService) {
        defer { end() }
        guard begin(service) else { return }
        while !isOver, turn() {}
    }

    func begin(_ service: any WebService) -> Bool {
        self.service = service
        // Wakeup, timer and listening socket need descriptors, too.
        let room = connectionLimit + 8
        loop = LinkLoop(self, connections: room, handshakes: Self.visitLimit, ping: settings.ping)
        bell = loop?.watch(shared.bell.descriptor)
        clock = timer.flatMap { loop?.watch($0.descriptor) }
        guard loop != nil, bell != nil, clock != nil else {
            log.say(.error, "port \(settings.port) is not served: there is no memory, or no descriptor left")
            return false
        }
        listen()
        return true
    }

    /// Waits for events and handles them; returns false if the loop has failed.
    func turn() -> Bool {
        if wasWoken { hear() }
        return loop?.serve(waits: !isOver) ?? false
    }

    func end() {
        isOver = true
        shared.isListening.store(false, ordering: .relaxed)
        loop?.end()
    }

    private func hear() {
        wasWoken = false
        shared.bell.clear()
        guard !shared.isStopping.load(ordering: .acquiring) else { return leave() }
        for visitor in visitors.values where visitor.stream?.hasNews == true { goOn(visitor) }
        if shared.isCalled.exchange(false, ordering: .acquiring) { service?.woken() }
    }

    /// Sends available bytes of a stream, or closes a client that is too slow.
    private func goOn(_ visitor: Visitor) {
        guard visitor.stage == .streaming, let stream = visitor.stream else { return }
        guard stream.isTooSlow else {
            if stream.isFinished, visitor.deadline == .max { setDeadline(of: visitor) }
            return visitor.link.askForRoom()
        }
        log.complain(
            "streams",
            .warning,
            "\(settings.name): a client was let go, as more than \(ResponseStream.limit) bytes would wait for it"
        )
        close(visitor, .tryAgainLater, "too slow", .tooSlow)
    }

    private func leave() {
        guard !isLeaving else { return }
        isLeaving = true
        service?.willStop()
        listening?.link.close()
        listening = nil
        shared.isListening.store(false, ordering: .relaxed)
        for visitor in visitors.values { close(visitor, .goingAway, "touchbridge stops", .serverStopped) }
        isOver = visitors.isEmpty
        bell?.setTimer(Self.parting)
    }

    private func listen() {
        guard listening == nil, !isLeaving else { return }
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
            log.settled("listening", settings.announcement, "\(settings.name): \(address) is served")
            service?.listens(at: listener.port)
        } catch {
            log.complain("listening", .error, "\(settings.name): \(error.message); it is tried again every second")
            bell?.setTimer(Self.retry)
        }
    }

    // MARK: For the service

    /// Sends the response of a pending request; no effect after its time limit.
    package func answer(_ id: Request.Identity, _ response: Response) {
        guard let link = requests.removeValue(forKey: id), let visitor = visitors[link] else { return }
        answer(visitor, response)
    }

    /// Starts the service's timer in microseconds; nil stops it.
    package func setTimer(_ microseconds: Int64?) { timer?.set(microseconds) }

    // MARK: Connecting

    private func admit(_ socket: Int32) {
        // Evicts the oldest: a request normally takes milliseconds.
        let waiting = visitors.values.filter { $0.stage == .asking || $0.stage == .answered }
        if waiting.count >= Self.visitLimit, let oldest = waiting.min(by: { $0.number < $1.number }) {
            close(oldest, .tryAgainLater, "too many connections at a time")
        }
        guard let loop, visitors.count < connectionLimit else {
            log.complain(
                "connections",
                .warning,
                "\(settings.name): more than \(connectionLimit) connections are refused"
            )
            Glibc.close(socket)
            return
        }
        guard let link = loop.add(socket, .page) else { return }
        lastNumber += 1
        let visitor = Visitor(lastNumber, link)
        visitors[link] = visitor
        setDeadline(of: visitor)
    }

    private func setDeadline(of visitor: Visitor) {
        visitor.deadline = MonotonicClock.now + settings.patience.microseconds
        visitor.link.setTimer(settings.patience.microseconds)
    }

    /// Stops listening for a while after descriptors ran out: the socket stays readable, and polling it would spin.
    private func rest() {
        log.complain("descriptors", .error, "\(settings.name): no descriptor is left for new connections")
        listening?.link.close()
        listening = nil
        shared.isListening.store(false, ordering: .relaxed)
        bell?.setTimer(Self.retry)
    }

    // MARK: Requests

    private func answer(_ visitor: Visitor, _ response: Response) {
        guard visitor.stage == .asking else { return }
        visitor.stage = .answered
        visitor.rest = response.bytes(isHeadOnly: visitor.isHeadOnly)[...]
        visitor.link.askForRoom()
    }

    private func answer(_ visitor: Visitor, _ head: Response, _ stream: ResponseStream) {
        guard visitors.values.count(where: { $0.stream != nil }) < settings.streams else {
            log.complain("streams", .warning, "\(settings.name): there are \(settings.streams) streams already")
            stream.end(.tooMany)
            return answer(visitor, Response(.unavailable))
        }
        visitor.rest = head.streamHead[...]
        visitor.stream = stream
        if visitor.isHeadOnly {
            visitor.stage = .answered
        } else {
            (visitor.stage, visitor.deadline) = (.streaming, .max)
            visitor.link.setTimer(Self.peerCheck)
            visitor.link.clearTimeout()
            stream.begin(shared.bell)
        }
        visitor.link.askForRoom()
    }

    private func request(of visitor: Visitor, isUpgrade: Bool) -> Request? {
        let link = visitor.link
        guard let path = link.text(.path), let query = link.text(.query), let host = link.text(.host),
            let origin = link.text(.origin)
        else { return nil }
        return Request(
            id: Request.Identity(number: visitor.number),
            path: path,
            query: query,
            host: host,
            origin: origin,
            isUpgrade: isUpgrade
        )
    }

    private func judge(_ visitor: Visitor) -> Response? {
        guard visitor.link.method != .other else { return Response(.methodNotAllowed) }
        visitor.isHeadOnly = visitor.link.method == .head
        guard let request = request(of: visitor, isUpgrade: false) else { return Response(.uriTooLong) }
        guard admission?.knows(host: request.host) == true else {
            complain(.host(request.host))
            return Response(.forbidden)
        }
        switch service?.answer(request) {
        case .response(let response): return response
        case .stream(let head, let stream):
            answer(visitor, head, stream)
            return nil
        case .later:
            requests[request.id] = visitor.link
            return nil
        case .upgrade: return Response(.upgradeRequired)
        case nil: return Response(.unavailable)
        }
    }

    private func complain(_ refusal: Admission.Refusal) {
        log.complain("admission", .warning, "\(settings.name): \(refusal.words); only this machine's own are served")
    }

    // MARK: Disconnecting

    private func close(
        _ visitor: Visitor,
        _ code: CloseCode,
        _ reason: String,
        _ end: ResponseStream.End = .clientGone
    ) {
        guard visitor.stage != .gone else { return }
        visitor.stream?.end(end)
        if let socket = visitor.socket { service?.closed(socket) }
        visitor.socket = nil
        visitor.stage = .gone
        visitor.link.close(code, reason)
    }
}

extension WebDesk: LinkOwner {
    package func ready(_ link: Link) {
        if let listening, link == listening.link {
            if !listening.listener.accept(admit) { rest() }
        } else if link == clock {
            timer?.set(nil)
            service?.timeHasCome()
        } else {
            wasWoken = true
        }
    }

    package func asks(_ link: Link) -> HTTPStatus? {
        guard let visitor = visitors[link], visitor.stage == .asking else { return .forbidden }
        // Called twice for each handshake.
        guard visitor.request == nil else { return nil }
        guard let request = request(of: visitor, isUpgrade: true) else { return .forbidden }
        if let refusal = admission?.refusal(host: request.host, origin: request.origin) {
            complain(refusal)
            return .forbidden
        }
        switch service?.answer(request) {
        case .upgrade: break
        case .response(let response) where response.status != .ok: return response.status
        default: return .notFound
        }
        guard visitors.values.count(where: { $0.request != nil }) < settings.sockets else {
            log.complain("sockets", .warning, "\(settings.name): there are \(settings.sockets) pages already")
            return .unavailable
        }
        visitor.request = request
        return nil
    }

    package func requested(_ link: Link) -> HTTPStatus? {
        guard let visitor = visitors[link], visitor.stage == .asking else { return .forbidden }
        if let response = judge(visitor) { answer(visitor, response) }
        return nil
    }

    package func opened(_ link: Link) {
        guard let visitor = visitors[link], let request = visitor.request, visitor.stage == .asking else { return }
        let socket = WebSocket(link, request)
        (visitor.stage, visitor.socket) = (.socket, socket)
        link.setTimer(nil)
        service?.opened(socket)
    }

    package func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool) {
        guard let visitor = visitors[link], let socket = visitor.socket else { return }
        guard visitor.message.count + bytes.count <= Visitor.messageLimit else {
            return close(visitor, .tooBig, "a message of more than \(Visitor.messageLimit) bytes")
        }
        visitor.message += bytes
        guard isLast else { return }
        let message = visitor.message
        visitor.message.removeAll(keepingCapacity: true)
        service?.received(message, isText: !isBinary, from: socket)
    }

    package func writable(_ link: Link) {
        guard let visitor = visitors[link] else { return }
        if let socket = visitor.socket { return service?.hasRoom(socket) ?? () }
        visitor.goOn()
        // The end of a stream can be reached before its wake-up is.
        if visitor.stage == .answered, visitor.deadline == .max { setDeadline(of: visitor) }
    }

    package func expired(_ link: Link) {
        if link == bell {
            if isLeaving { isOver = true } else { listen() }
        } else if let visitor = visitors[link] {
            if visitor.stage == .streaming, visitor.deadline == .max { return checkPeer(of: visitor) }
            hurry(visitor, at: MonotonicClock.now)
        }
    }

    private func checkPeer(of visitor: Visitor) {
        guard !visitor.link.isPeerGone else { return close(visitor, .goingAway, "client gone") }
        visitor.link.setTimer(Self.peerCheck)
    }

    /// Closes a connection after its deadline, or restarts its timer.
    func hurry(_ visitor: Visitor, at now: Int64) {
        guard now >= visitor.deadline else { return visitor.link.setTimer(visitor.deadline - now) }
        close(visitor, .policy, "request or answer took longer than \(settings.patience.seconds) s", .tooSlow)
    }

    package func closed(_ link: Link) {
        guard let visitor = visitors.removeValue(forKey: link) else { return }
        requests[Request.Identity(number: visitor.number)] = nil
        visitor.stream?.end(.clientGone)
        if let socket = visitor.socket { service?.closed(socket) }
        visitor.socket = nil
        visitor.stage = .gone
        if visitors.isEmpty, isLeaving { isOver = true }
    }
}
