internal import Platform
internal import Synchronization

/// The body of a response that is written in pieces, from any thread, while the client reads it.
///
/// A client that finds the end of the body missing knows that the stream was cut.
package final class ResponseStream: Sendable {
    /// Why a stream has ended.
    package enum End: Sendable {
        /// Everything up to `finish()` was handed to the kernel; of a HEAD request, the head alone.
        case finished
        case clientGone
        /// More than `limit` bytes would have waited for the client.
        case tooSlow
        case serverStopped
        /// The server had as many streams as it may have, and refused this one.
        case tooMany
    }

    /// Limit response-stream-bytes (Web pages and clients): bytes of a streamed response that wait for its client. Past
    /// it: the connection is closed.
    package static let limit = 256 * 1024

    private struct State {
        var waiting: [UInt8] = []
        var isFinished = false
        var isTooSlow = false
        var hasEnded = false
        /// Wakes the server's thread; nil before the server has the stream.
        var bell: Wakeup?
    }

    private let state = Mutex(State())
    private let ended: @Sendable (End) -> Void

    /// A stream to answer a request with; `ended` is called once, on the server's thread.
    package init(_ ended: @escaping @Sendable (End) -> Void) { self.ended = ended }

    // MARK: Any thread

    /// Adds a piece; false when nothing more can arrive, so that the writer can stop.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.hasEnded, !state.isFinished, !state.isTooSlow else { return false }
            state.isTooSlow = state.waiting.count + bytes.count > Self.limit
            if state.isTooSlow { state.waiting = [] } else { state.waiting += bytes }
            state.bell?.signal()
            return !state.isTooSlow
        }
    }

    /// Ends the body behind what was written.
    package func finish() {
        state.withLock { state in
            state.isFinished = true
            state.bell?.signal()
        }
    }

    // MARK: The server's thread

    /// What the client is to get next.
    enum Next: Equatable {
        /// Nothing, as yet.
        case nothing
        case bytes([UInt8])
        /// The last bytes.
        case end([UInt8])
        /// Nothing more: too much would wait.
        case cut
    }

    func begin(_ bell: Wakeup) { state.withLock { $0.bell = bell } }

    /// Takes at most so many bytes of the body, as a chunk of HTTP.
    func next(_ most: Int) -> Next {
        state.withLock { state in
            if state.isTooSlow { return .cut }
            let count = min(most, state.waiting.count)
            guard count > 0 else { return state.isFinished ? .end(Array("0\r\n\r\n".utf8)) : .nothing }
            let head = Array("\(String(count, radix: 16))\r\n".utf8)
            let chunk = head + state.waiting.prefix(count) + Array("\r\n".utf8)
            state.waiting.removeFirst(count)
            return .bytes(chunk)
        }
    }

    /// Whether the client is to get something, or to be let go.
    var hasNews: Bool { state.withLock { !$0.waiting.isEmpty || $0.isFinished || $0.isTooSlow } }

    /// Whether no more is written.
    var isFinished: Bool { state.withLock(\.isFinished) }
    /// Whether more would have waited than may.
    var isTooSlow: Bool { state.withLock(\.isTooSlow) }

    /// Reports the end, unless it is reported already.
    func end(_ end: End) {
        let isFirst = state.withLock { state in
            defer { (state.hasEnded, state.waiting, state.bell) = (true, [], nil) }
            return !state.hasEnded
        }
        if isFirst { ended(end) }
    }
}
