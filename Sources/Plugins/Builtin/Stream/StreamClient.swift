internal import Platform
internal import PluginAPI
internal import Web

/// One page or program, from the moment it connects; only the stream's thread knows it.
final class StreamClient {
    enum Stage {
        /// Its headers are still being read.
        case handshake
        /// It has yet to send its token.
        case unproven
        case open
        /// It gets what waits for it, and then its leave.
        case leaving
        /// It was let go, and the connection is being closed.
        case gone
    }

    let number: Int
    let link: Link
    /// A page has messages, a program lines.
    let isPage: Bool
    /// When a page has to be let in.
    let deadline: Int64
    var stage = Stage.handshake
    var outbox: Outbox
    var allowance: RateLimiter
    /// Commands beyond the rate since the last one within it.
    var excess = 0
    /// Commands that wait for their reply.
    var pending = 0
    private var partial: [UInt8] = []

    /// Limit stream-message-bytes (Web pages and clients): bytes of a client's message or line. Past it: closed with
    /// code 1009.
    static let messageLimit = 16 * 1024
    /// Limit stream-outbox-bytes (Web pages and clients): waiting bytes for a client. Past it: moves are dropped first,
    /// then the client is closed: `too slow`.
    private static let outboxBytes = 1 << 20
    /// So many messages are sent before others have their turn.
    private static let turn = 64

    init(_ number: Int, _ link: Link, isPage: Bool, _ settings: StreamSettings, at now: Int64) {
        self.number = number
        self.link = link
        self.isPage = isPage
        deadline = now + StreamServer.patience
        outbox = Outbox(limit: settings.queue, byteLimit: Self.outboxBytes)
        allowance = RateLimiter(perSecond: settings.commandsPerSecond, now: now)
    }

    /// Not let in as yet: such clients can be let go without loss.
    var isHalfOpen: Bool { stage == .handshake || stage == .unproven }

    /// Takes a piece of what was sent and hands each whole message on; false when one is too long.
    func take(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool, _ handle: ([UInt8]) -> Void) -> Bool {
        if isPage {
            guard partial.count + piece.count <= Self.messageLimit else { return false }
            partial += piece
            guard isLast else { return true }
            handle(takePartial())
            return true
        }
        var rest = piece[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard partial.count + (end - rest.startIndex) <= Self.messageLimit else { return false }
            partial += rest[..<end]
            rest = rest[(end + 1)...]
            let line = takePartial()
            if stage != .gone, !line.isEmpty { handle(line) }
        }
        guard partial.count + rest.count <= Self.messageLimit else { return false }
        partial += rest
        return true
    }

    private func takePartial() -> [UInt8] {
        defer { partial.removeAll(keepingCapacity: true) }
        return partial
    }

    /// Sends what there is room for; false when the connection is of no use any more.
    func flush() -> Bool {
        var left = Self.turn
        while left > 0, link.hasRoom, let message = outbox.next() {
            guard write(message) else { return false }
            left -= 1
        }
        if !outbox.isEmpty { link.askForRoom() }
        return true
    }

    /// Sends a message out of turn, if there is room at once.
    func writeLast(_ message: StreamMessage) {
        if link.hasRoom { _ = write(message) }
    }

    private func write(_ message: StreamMessage) -> Bool {
        let bytes = isPage ? message.bytes : message.bytes + [UInt8(ascii: "\n")]
        return link.write(bytes)
    }
}
