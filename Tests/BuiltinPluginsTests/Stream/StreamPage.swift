import Foundation
import JSON
import Testing
import TimeLimits

/// A WebSocket made by hand, so that it can also do what no browser does.
final class StreamPage {
    let peer: StreamPeer
    /// The head of the answer to its handshake.
    let answer: String

    struct Frame {
        var code: UInt8
        var bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// Of a close frame.
        var closeCode: Int? { code == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil }
        var closeReason: String { String(decoding: bytes.dropFirst(2), as: UTF8.self) }
    }

    struct Closed: Error, Equatable {
        let code: Int?
        let reason: String
    }

    /// Asks for a WebSocket; nil leaves a header out.
    init(
        port: Int,
        host: String? = nil,
        path: String = "/",
        origin: String? = StreamRig.origin,
        more: String = "",
        receiveBuffer: Int32? = nil
    ) throws {
        peer = try StreamPeer(port: port, receiveBuffer: receiveBuffer)
        let host = host ?? "127.0.0.1:\(port)"
        var request = "GET \(path) HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        request += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(more)"
        if !host.isEmpty { request += "Host: \(host)\r\n" }
        if let origin { request += "Origin: \(origin)\r\n" }
        peer.send(request + "\r\n")
        answer = (try? peer.receive(until: "\r\n\r\n")) ?? ""
    }

    var isUpgraded: Bool { answer.hasPrefix("HTTP/1.1 101 ") }

    func send(_ text: String) throws { try #require(sendFrame(1, Array(text.utf8))) }

    /// Sends one frame; `isLast` and `isMasked` are as they should be unless said otherwise.
    @discardableResult
    func sendFrame(_ code: UInt8, _ bytes: [UInt8], isLast: Bool = true, isMasked: Bool = true) -> Bool {
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

    func frame() throws -> Frame {
        let head = try peer.receive(2)
        var count = Int(head[1] & 0x7f)
        switch count {
        case 126: count = try peer.receive(2).reduce(0) { $0 << 8 | Int($1) }
        case 127: count = try peer.receive(8).reduce(0) { $0 << 8 | Int($1) }
        default: break
        }
        return Frame(code: head[0] & 15, bytes: try peer.receive(count))
    }

    /// The next message; the end of the connection is thrown.
    func message() throws -> JSONValue {
        // Pings alone are no sign of life for a test.
        let end = ContinuousClock.now + TimeLimits.wait
        while ContinuousClock.now < end {
            let frame = try frame()
            switch frame.code {
            case 1: return try JSONValue(parsing: frame.bytes)
            case 8: throw Closed(code: frame.closeCode, reason: frame.closeReason)
            case 9: sendFrame(10, frame.bytes)
            default: break
            }
        }
        throw StreamPeer.Silent()
    }

    /// The next message about an occurrence.
    func event() throws -> JSONValue {
        while true {
            let message = try message()
            if message["type"] == "event" { return message }
        }
    }

    /// The reply to a command.
    func reply(_ id: JSONValue) throws -> JSONValue {
        while true {
            let message = try message()
            if message["type"] == "reply", message["id"] == id { return message }
        }
    }

    /// How the connection ends, whatever comes before.
    func end() throws -> Closed {
        do {
            while true { _ = try message() }
        } catch let closed as Closed {
            return closed
        }
    }
}
