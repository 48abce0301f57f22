internal import Platform
internal import PluginAPI
internal import Web

/// A web page or program that has connected to a `stream` plugin; used only on the plugin's thread.
final class StreamClient {
    enum Stage {
        /// The HTTP headers of the WebSocket handshake are being read.
        case handshake
        /// The client has not yet sent the token.
        case unauthenticated
        case open
        /// The remaining messages are being sent; the connection is closed afterwards.
        case draining
        /// The connection is being closed.
        case gone
    }

    let number: Int
    let link: Link
    /// Whether the client is a web page, which exchanges WebSocket messages. Otherwise it is a program, which exchanges
    /// newline-terminated messages.
    let isPage: Bool
    /// Monotonic time by which a web page must complete the handshake and authenticate, in microseconds.
    let deadline: Int64
    var stage = Stage.handshake
    /// Index in `StreamServer.pending` of the counter for this client's pending commands; assigned when the client is
    /// admitted.
    var share = 0
    var outbox: Outbox
    var limiter: RateLimiter
    /// Number of consecutive commands that exceeded the rate limit.
    var excess = 0
    private var partial: [UInt8] = []

    /// Limit stream-message-bytes (limits.md, Web pages and clients): maximum number of bytes of a client's message or
    /// line. If exceeded: the connection is closed with code 1009.
    static let messageLimit = 16 * 1024
    /// Limit stream-outbox-bytes (limits.md, Web pages and clients): maximum number of bytes that wait to be sent to a
    /// client. If exceeded: queued move events are dropped; if too many bytes still wait, the client is disconnected
    /// with a reason that contains `too slow`.
    private static let outboxBytes = 1 << 20
    /// Maximum number of messages that are sent to this client before other clients are served.
    private static let turn = 64

    init(_ number: Int, _ link: Link, isPage: Bool, _ settings: StreamSettings, at now: Int64) {
        self.number = number
        self.link = link
        self.isPage = isPage
        deadline = now + StreamServer.handshakeTimeout
        outbox = Outbox(limit: settings.queue, byteLimit: Self.outboxBytes)
        limiter = RateLimiter(perSecond: settings.commandsPerSecond, now: now)
    }

    /// Whether the client is not yet authenticated. If too many clients are unauthenticated, the oldest of these
    /// clients is disconnected.
    var isHalfOpen: Bool { stage == .handshake || stage == .unauthenticated }

    /// Adds received bytes and calls `handle` with each complete message. Returns false if a message is too long.
    func take(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool, _ handle: ([UInt8]) -> Void) -> Bool {
        if isPage {
            guard partial.count + piece.count <= Self.messageLimit else { return false }
            partial += piece
            guard isLast else { return true }
            handle(takePartial())
            return true
        }
        var remaining = piece[...]
        while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
            guard partial.count + (end - remaining.startIndex) <= Self.messageLimit else { return false }
            partial += remaining[..<end]
            remaining = remaining[(end + 1)...]
            let line = takePartial()
            if stage != .gone, !line.isEmpty { handle(line) }
        }
        guard partial.count + remaining.count <= Self.messageLimit else { return false }
        partial += remaining
        return true
    }

    private func takePartial() -> [UInt8] {
        defer { partial.removeAll(keepingCapacity: true) }
        return partial
    }

    /// Sends queued messages while the connection is writable, at most `turn` messages per call. Returns false if the
    /// connection is broken.
    func flush() -> Bool {
        var left = Self.turn
        while left > 0, link.isWritable, let message = outbox.next() {
            guard write(message) else { return false }
            left -= 1
        }
        if !outbox.isEmpty { link.requestWritable() }
        return true
    }

    /// Sends a final message to the client, bypassing the outbox, if the connection is currently writable.
    func writeLast(_ message: StreamMessage) {
        if link.isWritable { _ = write(message) }
    }

    private func write(_ message: StreamMessage) -> Bool {
        let bytes = isPage ? message.bytes : message.bytes + [UInt8(ascii: "\n")]
        return link.write(bytes)
    }
}
