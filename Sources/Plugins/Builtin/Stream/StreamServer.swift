internal import Glibc
internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema
internal import Synchronization
internal import Web

/// Body of the plugin's thread: delivers queued events and serves all clients.
///
/// libwebsockets polls all descriptors: the clients, the listening sockets, the queue, and the wakeup descriptor, which
/// other threads signal.
final class StreamServer: LinkOwner {
    let settings: StreamSettings
    let shared: StreamShared
    private(set) var admission: Admission
    private(set) var loop: LinkLoop?
    var clients: [Link: StreamClient] = [:]
    var lastNumber = 0
    /// Number of commands without a reply, for each client; indexed by `StreamClient.share`.
    var pending: [Int]
    private(set) var views: [String] = []
    private(set) var live = LiveStreams(limit: 256)
    private(set) var pages: (link: Link, listener: Listener)?
    private(set) var programs: (link: Link, listener: Listener)?
    private(set) var users: Set<uid_t> = []
    private var wake: Link?
    private var hasUpdates = true
    /// Monotonic time at which the thread ends, in microseconds; nil until the plugin receives a deadline for its stop.
    private var stopsAt: Int64?
    private var isClosing = false
    private var isOver = false

    /// Limit stream-handshakes (limits.md, Web pages and clients): maximum number of unauthenticated connections to a
    /// stream. If exceeded: the oldest connection is closed.
    static let halfOpenLimit = 16
    /// Limit stream-handshake-time (limits.md, Web pages and clients): maximum time for a client to complete the
    /// handshake and send the token. If exceeded: the connection is closed.
    static let handshakeTimeout: Int64 = 5_000_000
    private static let retryInterval: Int64 = 1_000_000
    private static let turn = 256

    init(_ settings: StreamSettings, _ shared: StreamShared) {
        self.settings = settings
        self.shared = shared
        pending = [Int](repeating: 0, count: settings.clients)
        admission = settings.admission(port: settings.port ?? 0)
    }

    var log: Logger { shared.context.log }
    /// Maximum number of connections, including connections that are being closed.
    var connectionLimit: Int { 2 * settings.clients + 2 * Self.halfOpenLimit }

    /// Runs until the plugin stops.
    func run() {
        defer { end() }
        guard begin() else { return }
        while !isOver, turn() {}
    }

    func begin() -> Bool {
        guard open() else {
            log.say(.error, "libwebsockets cannot be initialized: out of memory or file descriptors")
            return false
        }
        if settings.allowsRemote, settings.port != nil {
            let risk = "other machines on the network can read the messages"
            log.say(.warning, "connections to \(settings.address) are not encrypted: \(risk)")
        }
        listen()
        return true
    }

    /// Delivers queued events, waits for further events, and serves clients. Returns false if the event loop has
    /// failed.
    func turn() -> Bool {
        if hasUpdates { applyUpdates() }
        deliver()
        let waits = !isOver && (shared.link.queue.isClosed || shared.link.queue.willWait())
        return loop?.serve(waits: waits) ?? false
    }

    func end() {
        stopListening()
        shared.link.count { $0.isConnected = false }
        loop?.end()
    }

    private func open() -> Bool {
        let room = connectionLimit + 8
        loop = LinkLoop(self, connections: room, handshakes: Self.halfOpenLimit, ping: settings.ping)
        wake = loop?.watch(shared.link.wakeup.descriptor)
        return wake != nil && loop?.watch(shared.link.queue.descriptor) != nil
    }

    // MARK: Events

    private func deliver() {
        var left = Self.turn
        while left > 0, let (handlerEvent, binding) = shared.link.queue.pop() {
            left -= 1
            let message = StreamMessage(handlerEvent, for: binding)
            if let topic = message.topic {
                switch handlerEvent.event.flow {
                case .begins: live.begin(topic, at: handlerEvent.time, message)
                case .continues, .value: live.move(topic, message)
                case .ends: live.end(topic)
                case .single: break
                }
            }
            shared.link.count { $0.delivered += 1 }
            let isReceived = broadcast(message) > 0
            let report = isReceived ? CallReport.delivered : CallReport(.dropped, .noClient)
            shared.link.report(report, (handlerEvent, binding))
        }
        if stopsAt != nil, !isClosing, shared.link.queue.waiting == 0 { beginClosing() }
    }

    /// Queues a message for all clients; returns the number of clients for which the message was queued.
    @discardableResult
    private func broadcast(_ message: StreamMessage) -> Int {
        for client in clients.values where client.stage == .open { send(message, to: client) }
        return clients.values.count { $0.stage == .open }
    }

    /// Queues a message for a client, and closes the connection if the client is too slow.
    func send(_ message: StreamMessage, to client: StreamClient) {
        guard client.stage == .open else { return }
        let before = client.outbox.coalesced
        let hasRoom = client.outbox.add(message)
        let coalesced = client.outbox.coalesced - before
        if coalesced > 0 { shared.link.count { $0.coalesced += coalesced } }
        if hasRoom {
            client.link.requestWritable()
        } else {
            let limit = "\(settings.queue) messages or 1 MB"
            dismiss(client, .tryAgainLater, "the client reads too slowly: more than \(limit) are waiting")
        }
    }

    // MARK: Updates from other threads

    private func applyUpdates() {
        hasUpdates = false
        let updates = shared.link.takeUpdates()
        if let bindings = updates.bindings { take(bindings) }
        for (requester, reply) in shared.replies.take() {
            pending[requester.share] -= 1
            guard let client = clients.values.first(where: { $0.number == requester.client }) else { continue }
            send(.reply(reply, id: requester.id), to: client)
        }
        if let deadline = updates.deadline, stopsAt == nil {
            let now = MonotonicClock.now
            let span = max(0, deadline - now)
            stopsAt = now + span / 9 * 8
            stopListening()
            wake?.setTimer(span / 9 * 4)
        }
    }

    private func take(_ bindings: [Binding]) {
        // Group numbers of bindings grow with each reload; lower numbers are from earlier layouts.
        live.forget(before: bindings.map(\.group).min() ?? .max)
        var views: [String] = []
        for binding in bindings where !views.contains(binding.view) { views.append(binding.view) }
        guard views != self.views else { return }
        self.views = views
        broadcast(.views(views))
    }

    /// Called when a watched descriptor has become readable.
    func ready(_ link: Link) {
        if link == wake {
            hasUpdates = true
        } else if let pages, link == pages.link {
            if !pages.listener.accept(admitPage) { pauseListening() }
        } else if let programs, link == programs.link {
            if !programs.listener.accept(admitProgram) { pauseListening() }
        }
    }

    func expired(_ link: Link) {
        if let client = clients[link] {
            checkDeadline(client, at: MonotonicClock.now)
        } else if link == wake, let stopsAt {
            isOver = MonotonicClock.now >= stopsAt
            for client in clients.values { closeForStop(client) }
            link.setTimer(max(1, stopsAt - MonotonicClock.now))
        } else if link == wake {
            listen()
        }
    }

    /// Closes a client whose authentication deadline has passed; otherwise restarts the timer.
    func checkDeadline(_ client: StreamClient, at now: Int64) {
        guard now >= client.deadline else { return client.link.setTimer(client.deadline - now) }
        dismiss(client, .policy, "the client sent no handshake or token within \(Self.handshakeTimeout / 1_000_000) s")
    }

    // MARK: Start and stop

    private func listen() {
        guard stopsAt == nil else { return }
        let mayPagesCome = tryToListen("pages") { () throws(Listener.Failure) in try listenForPages() }
        let mayProgramsCome = tryToListen("programs") { () throws(Listener.Failure) in try listenForPrograms() }
        shared.link.count { $0.isConnected = mayPagesCome && mayProgramsCome }
    }

    /// Opens a listening socket and logs its address. On failure, logs the error and retries later. `open` returns nil
    /// if no socket is configured.
    private func tryToListen(_ kind: String, _ open: () throws(Listener.Failure) -> String?) -> Bool {
        do throws(Listener.Failure) {
            if let address = try open() { log.settled(kind, .info, "\(kind) can connect to \(address)") }
            return true
        } catch {
            log.complain(kind, .error, "\(error.message); retrying every second")
            wake?.setTimer(Self.retryInterval)
            return false
        }
    }

    private func listenForPages() throws(Listener.Failure) -> String? {
        guard let port = settings.port else { return nil }
        if pages == nil {
            let known = shared.port.load(ordering: .relaxed)
            let listener = try Listener(address: settings.address, port: known > 0 ? known : port)
            pages = (try loop!.watch(listener), listener)
            shared.port.store(listener.port, ordering: .relaxed)
            admission = settings.admission(port: listener.port)
        }
        return "ws://\(settings.address):\(shared.port.load(ordering: .relaxed))"
    }

    private func listenForPrograms() throws(Listener.Failure) -> String? {
        guard let path = settings.socket else { return nil }
        if programs == nil {
            users = allowedUsers()
            let listener = try Listener(path: path, mode: settings.mode)
            programs = (try loop!.watch(listener), listener)
        }
        return path
    }

    private func allowedUsers() -> Set<uid_t> {
        guard !settings.users.isEmpty else { return [geteuid(), 0] }
        var users: Set<uid_t> = []
        for name in settings.users {
            if let user = SocketPeer.number(of: name) {
                users.insert(user)
            } else {
                let message = "'allowUsers' contains '\(name)', which is not a user of this machine; correct the name"
                log.complain("user \(name)", .error, message)
            }
        }
        return users
    }

    private func stopListening() {
        programs?.listener.removeName()
        for link in [pages?.link, programs?.link] { link?.close() }
        pages = nil
        programs = nil
    }

    /// Stops listening temporarily because no file descriptors are left. The listening sockets would stay readable, so
    /// `poll` would return immediately every time.
    func pauseListening() {
        log.complain("descriptors", .error, "no file descriptors are left for new clients; retrying in 1 s")
        stopListening()
        wake?.setTimer(Self.retryInterval)
    }

    private func beginClosing() {
        isClosing = true
        for client in clients.values {
            if client.stage == .open, !client.outbox.isEmpty { client.stage = .draining } else { closeForStop(client) }
        }
        isOver = clients.isEmpty
    }

    /// Closes a connection because the plugin is stopping.
    func closeForStop(_ client: StreamClient) { close(client, .goingAway, "touchbridge is stopping") }

    func closed(_ link: Link) {
        guard let client = clients.removeValue(forKey: link) else { return }
        client.stage = .gone
        countClients()
        if isClosing, clients.isEmpty { isOver = true }
    }
}
