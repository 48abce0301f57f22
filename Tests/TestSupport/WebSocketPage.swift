public import JSON
internal import TimeLimits

/// A raw WebSocket client, which can also violate the protocol.
public final class WebSocketPage {
    public let peer: Peer
    /// Header of the server's handshake response.
    public let answer: String

    public struct Frame {
        public let code: UInt8
        public let bytes: [UInt8]
        public var text: String { String(decoding: bytes, as: UTF8.self) }
        /// Status code of a close frame; nil for other frames.
        public var closeCode: Int? { code == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil }
        public var closeReason: String { String(decoding: bytes.dropFirst(2), as: UTF8.self) }
    }

    public struct Closed: Error, Equatable {
        public let code: Int?
        public let reason: String

        public init(code: Int?, reason: String) { (self.code, self.reason) = (code, reason) }
    }

    /// Sends an upgrade request. By default, `host` is `127.0.0.1` with the port; an empty `host` omits the Host
    /// header.
    public init(
        _ path: String,
        port: Int,
        host: String? = nil,
        origin: String? = nil,
        more: String = "",
        receiveBuffer: Int32? = nil
    ) throws {
        peer = try Peer(port: port, receiveBuffer: receiveBuffer)
        let host = host ?? "127.0.0.1:\(port)"
        var request = "GET \(path) HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        request += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(more)"
        if !host.isEmpty { request += "Host: \(host)\r\n" }
        if let origin { request += "Origin: \(origin)\r\n" }
        peer.send(request + "\r\n")
        answer = (try? peer.receive(until: "\r\n\r\n")) ?? ""
    }

    public var isUpgraded: Bool { answer.hasPrefix("HTTP/1.1 101 ") }

    /// Sends a message; returns false if the peer has closed the connection.
    @discardableResult
    public func send(_ text: String) -> Bool { sendFrame(1, Array(text.utf8)) }

    /// Sends one frame. By default, it is the last frame of its message, and masked as required for clients.
    @discardableResult
    public func sendFrame(_ code: UInt8, _ bytes: [UInt8], isLast: Bool = true, isMasked: Bool = true) -> Bool {
        var frame: [UInt8] = [(isLast ? 0x80 : 0) | code]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch bytes.count {
        case ..<126: frame.append(mask | UInt8(bytes.count))
        case ..<65536: frame += [mask | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        default: frame += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) }
        }
        let key: [UInt8] = [1, 2, 3, 4]
        if isMasked { frame += key }
        frame += isMasked ? bytes.enumerated().map { $1 ^ key[$0 % 4] } : bytes
        return peer.send(frame)
    }

    public func frame() throws -> Frame {
        let head = try peer.receive(2)
        var count = Int(head[1] & 0x7f)
        switch count {
        case 126: count = try peer.receive(2).reduce(0) { $0 << 8 | Int($1) }
        case 127: count = try peer.receive(8).reduce(0) { $0 << 8 | Int($1) }
        default: break
        }
        return Frame(code: head[0] & 15, bytes: try peer.receive(count))
    }

    /// Returns the next frame's message; nil for a control frame. Throws if the connection is closed.
    public func messageOfFrame() throws -> JSONValue? {
        let frame = try frame()
        switch frame.code {
        case 1: return try JSONValue(parsing: frame.bytes)
        case 8: throw Closed(code: frame.closeCode, reason: frame.closeReason)
        case 9: sendFrame(10, frame.bytes)
        default: break
        }
        return nil
    }

    /// Returns the next message; throws if the connection is closed.
    public func message() throws -> JSONValue {
        // Pings do not extend the time limit.
        let end = ContinuousClock.now + TimeLimits.wait
        while ContinuousClock.now < end { if let message = try messageOfFrame() { return message } }
        throw Peer.Silent()
    }

    /// Discards all messages until the connection is closed. Returns the status code and the reason.
    public func end() throws -> Closed {
        do {
            while true { _ = try message() }
        } catch let closed as Closed {
            return closed
        }
    }
}
