internal import CWebsockets

/// A connection or watched descriptor of an event loop. Calls have no effect after `close`.
package final class Link {
    package enum Kind {
        /// An HTTP connection; becomes a WebSocket after a successful handshake.
        case page
        /// A connection that transfers a stream of bytes.
        case plain
    }

    /// A text field of an HTTP request.
    package enum Text {
        case host
        case origin
        case path
        /// Query of the URL: the text after the question mark.
        case query
    }

    /// Supported HTTP methods.
    package enum Method: Sendable {
        case get
        case head
        case other
    }

    /// The C object; nil after the link is closed.
    private var pointer: OpaquePointer?

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    func forget() { pointer = nil }

    /// Limit url-bytes (limits.md, Web pages and clients): maximum number of bytes of a path, a query, a host or an
    /// origin. If exceeded: the client receives HTTP status 414, or 403 for a WebSocket handshake.
    private static let textLimit = 512

    /// Returns a field of the current request: empty if absent, nil if too long. Valid only in a request callback.
    package func text(_ text: Text) -> String? {
        guard let pointer else { return nil }
        // One additional byte holds the terminating NUL.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.textLimit + 1) { buffer in
            let length = Int(tb_link_text(pointer, text.number, buffer.baseAddress!, buffer.count))
            guard length >= 0 else { return nil }
            return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// Method of the current request; valid only in a request callback.
    package var method: Method {
        guard let pointer else { return .other }
        return switch tb_link_method(pointer) {
        case TB_GET: .get
        case TB_HEAD: .head
        default: .other
        }
    }

    /// Requests a single `writable` callback.
    package func requestWritable() { if let pointer { tb_link_want_write(pointer) } }

    /// Whether a message can be written now.
    package var isWritable: Bool { pointer.map { tb_link_has_room($0) != 0 } ?? false }

    /// Sends a message or a chunk of a stream. Returns false if the connection has failed.
    package func write(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { write($0) } }

    /// Sends a message or a chunk of a stream. Returns false if the connection has failed.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let pointer, let start = bytes.baseAddress else { return false }
        return tb_link_write(pointer, start, bytes.count) >= 0
    }

    /// Starts the timer with a duration in microseconds; nil stops the timer.
    package func setTimer(_ microseconds: Int64?) {
        if let pointer { tb_link_set_timer(pointer, microseconds ?? -1) }
    }

    /// Removes libwebsockets' 5 s time limit for a response. The link's own timer is not affected.
    package func clearTimeout() { if let pointer { tb_link_clear_timeout(pointer) } }

    /// Whether the peer has closed the connection. libwebsockets does not report a closed connection while a response
    /// is being written.
    package var isPeerGone: Bool { pointer.map { tb_link_is_peer_gone($0) != 0 } ?? true }

    /// Closes the connection. A WebSocket client receives the code and the reason.
    package func close(_ code: CloseCode = .goingAway, _ reason: String = "") {
        if let pointer { tb_link_close(pointer, code.rawValue, reason) }
    }
}

extension Link: Hashable {
    package static func == (left: Link, right: Link) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// WebSocket close codes.
package enum CloseCode: UInt16, Sendable {
    case goingAway = 1001
    case wrongData = 1003
    case policy = 1008
    case tooBig = 1009
    case tryAgainLater = 1013
}

extension Link.Text {
    fileprivate var number: tb_text {
        switch self {
        case .host: TB_HOST
        case .origin: TB_ORIGIN
        case .path: TB_PATH
        case .query: TB_QUERY
        }
    }
}
