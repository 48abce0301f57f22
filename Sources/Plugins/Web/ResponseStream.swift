internal import Platform
internal import Synchronization

/// A response body. Any thread can append chunks while the server sends the body.
///
/// A stream that ends early has no final chunk, so clients detect the incomplete body.
package final class ResponseStream: Sendable {
    package enum End: Sendable {
        /// The kernel has accepted all bytes up to `finish()`. After a HEAD request: only the headers were sent.
        case finished
        case clientGone
        /// More than `limit` bytes were waiting for the client.
        case tooSlow
        case serverStopped
        /// Rejected: the server has reached its maximum number of streams.
        case tooMany
    }

    /// Limit response-stream-bytes (limits.md, Web pages and clients): maximum number of bytes of a streamed response
    /// that wait to be sent to the client. If exceeded: the connection is closed.
    package static let limit = 256 * 1024

    private struct State {
        var waiting: [UInt8] = []
        var isFinished = false
        var isTooSlow = false
        var hasEnded = false
        /// Wakes the server's thread; nil until the server has started the stream.
        var wakeup: Wakeup?
    }

    private let state = Mutex(State())
    private let ended: @Sendable (End) -> Void

    /// Creates a stream. `ended` is called once, on the server's thread.
    package init(_ ended: @escaping @Sendable (End) -> Void) { self.ended = ended }

    // MARK: Methods for any thread

    /// Appends bytes. Returns false if the stream has ended; the writer can then stop.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.hasEnded, !state.isFinished, !state.isTooSlow else { return false }
            state.isTooSlow = state.waiting.count + bytes.count > Self.limit
            if state.isTooSlow { state.waiting = [] } else { state.waiting += bytes }
            state.wakeup?.signal()
            return !state.isTooSlow
        }
    }

    /// Ends the body after the bytes written so far.
    package func finish() {
        state.withLock { state in
            state.isFinished = true
            state.wakeup?.signal()
        }
    }

    // MARK: Methods for the server's thread

    /// Next bytes to send to the client.
    enum Next: Equatable {
        /// No bytes are available yet.
        case nothing
        case bytes([UInt8])
        /// The final chunk of the body.
        case end([UInt8])
        /// The client reads too slowly; the server closes the connection.
        case cut
    }

    func begin(_ wakeup: Wakeup) { state.withLock { $0.wakeup = wakeup } }

    /// Removes up to `most` bytes from the body, and returns them as an HTTP chunk.
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

    /// Whether the server must send bytes or close the connection.
    var hasPendingData: Bool { state.withLock { !$0.waiting.isEmpty || $0.isFinished || $0.isTooSlow } }

    var isFinished: Bool { state.withLock(\.isFinished) }
    var isTooSlow: Bool { state.withLock(\.isTooSlow) }

    /// Calls `ended` on the first call only.
    func end(_ end: End) {
        let isFirst = state.withLock { state in
            defer { (state.hasEnded, state.waiting, state.wakeup) = (true, [], nil) }
            return !state.hasEnded
        }
        if isFirst { ended(end) }
    }
}
