internal import CWebsockets

/// One connection or watched descriptor of a loop; once it is gone, what is asked of it does nothing.
package final class Link {
    /// What a link is for.
    package enum Kind {
        /// A page, which asks by HTTP and may become a WebSocket.
        case page
        /// A stream of bytes.
        case plain
    }

    /// What a page says when it asks.
    package enum Text {
        case host
        case origin
        case path
        /// What stands behind the question mark.
        case query
    }

    /// The methods of HTTP that are told apart.
    package enum Method: Sendable {
        case get
        case head
        case other
    }

    /// Nil from when nothing more is heard of it.
    private var pointer: OpaquePointer?

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    func forget() { pointer = nil }

    /// Limit url-bytes (Web pages and clients): bytes of a path, a host or an origin. Past it: status 414 or 403.
    private static let textLimit = 512

    /// What stands in the request, empty without it; nil when it is too long. While somebody asks only.
    package func text(_ text: Text) -> String? {
        guard let pointer else { return nil }
        // One more for the terminating zero.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.textLimit + 1) { buffer in
            let length = Int(tb_link_text(pointer, text.number, buffer.baseAddress!, buffer.count))
            guard length >= 0 else { return nil }
            return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// By what method a page asks. While it asks only.
    package var method: Method {
        guard let pointer else { return .other }
        return switch tb_link_method(pointer) {
        case TB_GET: .get
        case TB_HEAD: .head
        default: .other
        }
    }

    /// Asks to be told when there is room for a message.
    package func askForRoom() { if let pointer { tb_link_want_write(pointer) } }

    /// Whether there is room for a message.
    package var hasRoom: Bool { pointer.map { tb_link_has_room($0) != 0 } ?? false }

    /// Sends one message, or one piece of what is no message; false when the connection is of no use any more.
    package func write(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { write($0) } }

    /// Sends one message, or one piece of what is no message; false when the connection is of no use any more.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let pointer, let start = bytes.baseAddress else { return false }
        return tb_link_write(pointer, start, bytes.count) >= 0
    }

    /// Asks to be told when so many microseconds have gone by; nil takes an earlier wish back.
    package func setTimer(_ microseconds: Int64?) {
        if let pointer { tb_link_set_timer(pointer, microseconds ?? -1) }
    }

    /// Removes the time limit of 5 s that libwebsockets sets for an answer; timers stay.
    package func clearTimeout() { if let pointer { tb_link_clear_timeout(pointer) } }

    /// Whether the peer has closed its side, which is not reported while an answer is written.
    package var isPeerGone: Bool { pointer.map { tb_link_is_peer_gone($0) != 0 } ?? true }

    /// Ends it; a WebSocket is told why.
    package func close(_ code: CloseCode = .goingAway, _ reason: String = "") {
        if let pointer { tb_link_close(pointer, code.rawValue, reason) }
    }
}

extension Link: Hashable {
    package static func == (left: Link, right: Link) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Why a connection is ended, as WebSockets number it.
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
