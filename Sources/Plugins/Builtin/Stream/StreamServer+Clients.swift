internal import Glibc
internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Synchronization
internal import Web

extension StreamServer {
    /// Limit stream-pending (limits.md, Web pages and clients): maximum number of pending commands of a client; pending
    /// commands of a disconnected client may count for a new client. If exceeded: the command is refused.
    private static let pendingLimit = 64

    // MARK: Connecting

    func admitPage(_ socket: Int32) {
        // If too many clients are unauthenticated, disconnects the oldest. A handshake normally takes only
        // milliseconds, so the oldest client is probably stuck.
        let halfOpen = clients.values.filter(\.isHalfOpen)
        if halfOpen.count >= Self.halfOpenLimit, let oldest = halfOpen.min(by: { $0.number < $1.number }) {
            dismiss(oldest, .tryAgainLater, "too many unfinished handshakes")
        }
        guard let client = add(socket, .page) else { return }
        client.link.setTimer(Self.handshakeTimeout)
    }

    func admitProgram(_ socket: Int32) {
        guard let peer = SocketPeer(of: socket), users.contains(peer.user) else {
            let user = SocketPeer(of: socket).map { "user \($0.user)" } ?? "an unknown user"
            shared.countFailure()
            let message = "a connection of \(user) to the socket was refused; add the user to 'allowUsers'"
            log.complain("users", .warning, message)
            Glibc.close(socket)
            return
        }
        guard let client = add(socket, .plain) else { return }
        enter(client)
    }

    private func add(_ socket: Int32, _ kind: Link.Kind) -> StreamClient? {
        guard let loop, clients.count < connectionLimit else {
            shared.countFailure()
            let problem = "a connection was refused: \(connectionLimit) connections are open, the maximum"
            log.complain("connections", .warning, problem)
            Glibc.close(socket)
            return nil
        }
        guard let link = loop.add(socket, kind) else { return nil }
        lastNumber += 1
        let client = StreamClient(lastNumber, link, isPage: kind == .page, settings, at: MonotonicClock.now)
        clients[link] = client
        return client
    }

    /// Checks a WebSocket handshake. Returns nil to accept the handshake, or the HTTP status of the rejection.
    func asks(_ link: Link) -> HTTPStatus? {
        guard let client = clients[link], client.isHalfOpen else { return .forbidden }
        guard let host = link.text(.host), let origin = link.text(.origin) else { return .forbidden }
        if let refusal = admission.refusal(host: host, origin: origin) {
            shared.countFailure()
            log.complain("admission", .warning, refusal.explanation)
            return .forbidden
        }
        return hasCapacity() ? nil : .unavailable
    }

    private func hasCapacity() -> Bool {
        let count = clients.values.count { $0.stage == .open || $0.stage == .draining }
        if count < settings.clients { return true }
        shared.countFailure()
        log.complain("clients", .warning, "a client was refused: \(count) clients are connected; increase 'clients'")
        return false
    }

    func opened(_ link: Link) {
        guard let client = clients[link], client.stage == .handshake else { return }
        if settings.token != nil { client.stage = .unauthenticated } else { enter(client) }
    }

    private func enter(_ client: StreamClient) {
        guard hasCapacity() else { return close(client, .tryAgainLater, "too many clients") }
        client.link.setTimer(nil)
        client.share = freeShare()
        client.stage = .open
        countClients()
        send(.hello(shared.context, views: views, commands: settings.commands, live: live.messages), to: client)
    }

    /// Returns the index of the smallest element of `pending` that no connected client uses. Commands of disconnected
    /// clients still count, so a client cannot exceed the limit by reconnecting.
    private func freeShare() -> Int {
        let used = Set(clients.values.lazy.filter { $0.stage == .open || $0.stage == .draining }.map(\.share))
        let free = pending.indices.filter { !used.contains($0) }
        return free.min { pending[$0] < pending[$1] } ?? 0
    }

    // MARK: Commands

    func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool) {
        guard let client = clients[link], client.stage != .gone else { return }
        if isBinary {
            return dismiss(client, .wrongData, "the message is binary; send text messages")
        }
        if !client.take(bytes, isLast: isLast, { handle($0, of: client) }) {
            dismiss(client, .tooBig, "the message has more than \(StreamClient.messageLimit) bytes")
        }
    }

    private func handle(_ message: [UInt8], of client: StreamClient) {
        let request = StreamRequest(message)
        if client.stage == .unauthenticated { return authenticate(client, by: request) }
        guard client.stage == .open else { return }
        guard client.limiter.take(at: MonotonicClock.now) else { return refuse(request, of: client) }
        client.excess = 0
        switch request {
        case .token: break
        case .mistake(let why, let id): send(.reply(.refused(CommandRejection(why)), id: id), to: client)
        case .command(let command, let id): carryOut(command, id, of: client)
        }
    }

    /// Admits a client that presents the current token. A change of the token does not disconnect admitted clients.
    private func authenticate(_ client: StreamClient, by request: StreamRequest) {
        do throws(ServiceError) {
            guard case .token(let given) = request, let secret = settings.token, try Token(secret).accepts(given)
            else { return dismiss(client, .policy, "the first message must contain a valid token") }
            log.settled("token")
            enter(client)
        } catch {
            log.complain("token", .error, "\(error.message); no client is admitted without a valid token")
            close(client, .tryAgainLater, "the token cannot be read")
        }
    }

    private func refuse(_ request: StreamRequest, of client: StreamClient) {
        client.excess += 1
        let limit = settings.commandsPerSecond
        let why = "more than \(limit) commands in one second; send fewer commands, or increase 'commandsPerSecond'"
        guard client.excess <= limit else { return dismiss(client, .policy, why) }
        send(.reply(.refused(CommandRejection(why)), id: request.id), to: client)
    }

    private func carryOut(_ command: TreeCommand, _ id: StreamRequest.Identity?, of client: StreamClient) {
        func refuse(_ why: String) { send(.reply(.refused(CommandRejection(why)), id: id), to: client) }
        guard settings.commands.contains(command.name) else {
            return refuse("the layout does not allow the command '\(command.name.rawValue)'; add it to 'allow'")
        }
        let share = client.share
        guard pending[share] < Self.pendingLimit else {
            return refuse("\(Self.pendingLimit) commands are already waiting for replies; wait for a reply")
        }
        pending[share] += 1
        let shared = shared
        let requester = StreamShared.Requester(client: client.number, share: share, id: id)
        let isTaken = shared.context.tree.submit(command, from: shared.context.name, client: share) { reply in
            shared.replies.add(reply, for: requester)
        }
        guard !isTaken else { return }
        pending[share] -= 1
        refuse(shared.context.tree.refusal)
    }

    // MARK: Disconnecting

    func writable(_ link: Link) {
        guard let client = clients[link] else { return }
        guard client.flush() else { return close(client, .goingAway, "") }
        if client.stage == .draining, client.outbox.isEmpty { closeForStop(client) }
    }

    /// Closes the connection of a client that violates a rule, and logs the reason.
    func dismiss(_ client: StreamClient, _ code: CloseCode, _ reason: String) {
        guard client.stage != .gone else { return }
        shared.countFailure()
        log.complain(reason, .warning, "a \(client.isPage ? "page" : "program") was disconnected: \(reason)")
        close(client, code, reason)
    }

    func close(_ client: StreamClient, _ code: CloseCode, _ reason: String) {
        guard client.stage != .gone else { return }
        client.stage = .gone
        if !client.isPage { client.writeLast(.bye(reason)) }
        client.link.close(code, reason)
        countClients()
    }

    func countClients() {
        shared.clients.store(clients.values.count { $0.stage == .open }, ordering: .relaxed)
    }
}

extension StreamRequest {
    fileprivate var id: Identity? {
        switch self {
        case .token: nil
        case .command(_, let id), .mistake(_, let id): id
        }
    }
}

extension Admission.Refusal {
    /// Text of the log message.
    fileprivate var explanation: String {
        switch self {
        case .host: "\(words); add the host to 'hosts'"
        case .origin: "\(words); add the origin to 'origins'"
        case .noOrigin: "\(words); such clients need 'tokenFile' or 'tokenEnvironment'"
        }
    }
}
