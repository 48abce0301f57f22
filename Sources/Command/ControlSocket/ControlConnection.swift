internal import Glibc
internal import JSON
internal import Platform
internal import PluginAPI
internal import Synchronization
internal import TouchTrace

/// A connection of a control client, on its own thread. Requests and replies are JSON objects, one on each line.
struct ControlConnection {
    private let socket: Int32
    private let shared: ControlShared
    private var buffer: [UInt8] = []
    /// Maximum time between two requests, and maximum time for receiving a request after its first byte.
    private let idleLimit: TimeSpan

    /// Limit control-request-bytes (limits.md, Internal bounds): maximum number of bytes of a request on the control
    /// socket; a longer request is refused, and the connection is closed.
    static let lineLimit = 64 * 1024
    /// Time after which the service closes an idle connection: the client sends no request, or reads no events.
    static let idleLimit = TimeSpan(microseconds: 30_000_000)
    /// Maximum time for sending a reply.
    private static let sendLimit = TimeSpan(microseconds: 5_000_000)
    /// Milliseconds between two checks for new trace records to send to a client that follows the service's events.
    private static let linePause: Int32 = 20
    /// Approximate maximum number of bytes of trace lines that are rendered at once.
    private static let pieceSize = 1 << 16
    /// Maximum time to wait for the input thread's reply. A reload is the slowest request, because it reads the layout
    /// from the disk.
    private static let replyLimit = TimeSpan(microseconds: 10_000_000)
    /// Name that replaces the plugin's name for commands of control clients. All clients therefore share one plugin's
    /// capacity in the command queue. No plugin can have this name.
    private static let owner = "control socket"

    init(_ socket: Int32, _ shared: ControlShared, idleLimit: TimeSpan = Self.idleLimit) {
        (self.socket, self.shared, self.idleLimit) = (socket, shared, idleLimit)
        let flags = fcntl(socket, F_GETFL)
        _ = fcntl(socket, F_SETFL, flags & ~O_NONBLOCK)
        Self.set(SO_RCVTIMEO, idleLimit, of: socket)
        Self.set(SO_SNDTIMEO, Self.sendLimit, of: socket)
    }

    /// Sends the error that too many clients are connected, and closes the connection. Does not wait for the request.
    static func refuse(_ socket: Int32) {
        _ = send(Self.error("too many clients are already connected; try again later"), socket)
        close(socket)
    }

    mutating func run() {
        defer { close(socket) }
        while let line = nextLine() {
            let request: ControlRequest
            do throws(ControlMistake) {
                request = try permitted(line)
            } catch {
                guard Self.send(Self.error(error.message), socket) else { return }
                continue
            }
            // A client that follows events sends no further requests.
            if case .follow(let includesMoves) = request { return follow(TraceFollower(includesMoves: includesMoves)) }
            guard Self.send(answer(request), socket) else { return }
        }
        if buffer.count > Self.lineLimit {
            let limit = Self.lineLimit
            _ = Self.send(Self.error("the request is longer than \(limit) bytes; send a shorter request"), socket)
        }
    }

    // MARK: Requests

    /// Parses a request from a line; throws if the layout does not allow the request.
    private func permitted(_ line: [UInt8]) throws(ControlMistake) -> ControlRequest {
        let request = try ControlRequest(line)
        if let name = request.permission, !shared.allowed.withLock({ $0.contains(name) }) {
            throw ControlMistake("'\(name)' is not allowed; write 'control: { allow: [\(name)] }' in the layout")
        }
        return request
    }

    private func answer(_ request: ControlRequest) -> JSONValue {
        do throws(ControlMistake) {
            let reply = try PendingReply.waiting()
            switch request {
            case .status: shared.ask(.status(reply))
            case .reload: shared.ask(.reload(reply))
            case .tap(let tap): shared.ask(.tap(tap, reply))
            case .follow: break
            case .command(let command):
                let isTaken = shared.tree.submit(command, from: Self.owner, client: nil) { reply.set($0) }
                guard isTaken else { return Self.error(shared.tree.refusal) }
            }
            return reply.wait(Self.replyLimit)?.json ?? Self.error("the service did not answer in time; try again")
        } catch {
            return Self.error(error.message)
        }
    }

    // MARK: Events

    /// Sends trace lines until the client closes the connection, sends data, or reads nothing for `idleLimit`.
    private func follow(_ follower: TraceFollower) {
        guard shared.admitFollower() else {
            let limit = ControlShared.followerLimit
            let message = "\(limit) clients already follow the events; stop one of these clients"
            _ = Self.send(Self.error(message), socket)
            return
        }
        defer { shared.removeFollower() }
        guard let reply = try? PendingReply.waiting() else { return }
        var results = NewResults(shared.callReports, includesMoves: follower.includesMoves)
        shared.ask(.follow(follower, reply))
        defer { shared.ask(.unfollow(follower)) }
        let answer = reply.wait(Self.replyLimit)?.json ?? Self.error("the service did not answer in time; try again")
        guard Self.send(answer, socket), answer["ok"]?.boolean == true else { return }
        Self.set(SO_SNDTIMEO, idleLimit, of: socket)
        var text = TraceText(following: shared.names, devices: shared.environment.deviceNames)
        while isOpen() {
            var lines: [UInt8] = []
            var isQueueEmpty = false
            while lines.count < Self.pieceSize, !isQueueEmpty {
                guard let item = follower.take() else {
                    isQueueEmpty = true
                    continue
                }
                if item.lostBefore > 0 {
                    text.renderLoss(of: item.lostBefore, before: item.record.time)
                    lines += text.bytes
                }
                if text.render(item.record, item.event) { lines += text.bytes }
            }
            if isQueueEmpty { lines += results.nextLines(&text) }
            guard Self.send(lines, socket) else { return }
        }
    }

    /// Waits for `linePause` or until the client acts; returns false if the client sends data or closes the connection.
    private func isOpen() -> Bool {
        var interest = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let ready = poll(&interest, 1, Self.linePause)
        return ready == 0 || ready < 0 && errno == EINTR
    }

    private static func error(_ message: String) -> JSONValue { ["ok": false, "error": .text(message)] }

    // MARK: Bytes

    /// Returns the next line without its newline; nil at the end of the stream, after a timeout, or if the line is too
    /// long.
    private mutating func nextLine() -> [UInt8]? {
        var start = 0
        // Each received byte restarts the socket's timeout, so the whole request needs a separate deadline. The
        // deadline starts at the request's first byte, because the client may have been idle before.
        var deadline: Int64?
        while true {
            if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
                guard end <= Self.lineLimit else { return nil }
                defer { buffer.removeFirst(end + 1) }
                return Array(buffer[..<end])
            }
            start = buffer.count
            guard start <= Self.lineLimit else { return nil }
            if start > 0, deadline == nil { deadline = MonotonicClock.now + idleLimit.microseconds }
            var part = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &part, part.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0, deadline.map({ MonotonicClock.now < $0 }) ?? true else { return nil }
            buffer += part.prefix(count)
        }
    }

    private static func send(_ value: JSONValue, _ socket: Int32) -> Bool { send(Array("\(value)\n".utf8), socket) }

    private static func send(_ bytes: [UInt8], _ socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func set(_ option: Int32, _ span: TimeSpan, of socket: Int32) {
        var value = timeval(tv_sec: Int(span.microseconds / 1_000_000), tv_usec: Int(span.microseconds % 1_000_000))
        setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<timeval>.size))
    }
}

extension PendingReply {
    /// Creates a pending reply, on which the thread of the connection waits; throws if no file descriptor is available.
    fileprivate static func waiting() throws(ControlMistake) -> PendingReply {
        do throws(ServiceError) { return try PendingReply() } catch {
            throw ControlMistake("\(error)")
        }
    }
}
