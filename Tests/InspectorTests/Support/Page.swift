import Foundation
import JSON
import Testing

/// A page's WebSocket made by hand, so that it can also be slower than any browser.
final class Page {
    let descriptor: Int32
    /// The head of the answer to its handshake.
    private(set) var answer = ""
    private var read: [UInt8] = []
    private var taken = 0

    struct Ended: Error {}
    struct Silent: Error {}
    struct Closed: Error {
        let code: Int
    }

    /// Connects to a port of the loopback.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0, "\(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }

    /// Asks for a WebSocket; nil leaves a header out.
    convenience init(
        _ path: String,
        port: Int,
        host: String? = nil,
        origin: String? = nil,
        receiveBuffer: Int32? = nil
    ) throws {
        try self.init(port: port, receiveBuffer: receiveBuffer)
        var request = "GET \(path) HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        request += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        request += "Host: \(host ?? "127.0.0.1:\(port)")\r\n"
        if let origin { request += "Origin: \(origin)\r\n" }
        send(Array("\(request)\r\n".utf8))
        answer = try receive(until: "\r\n\r\n")
    }

    /// The whole answer to a request.
    static func ask(_ path: String, port: Int, host: String? = nil) throws -> String {
        let page = try Page(port: port)
        page.send(Array("GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n".utf8))
        do {
            while true { try page.fill() }
        } catch is Ended {
            return String(decoding: page.read, as: UTF8.self)
        }
    }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a message, masked as browsers do.
    func send(_ text: String) { sendFrame(1, Array(text.utf8)) }

    private func sendFrame(_ code: UInt8, _ bytes: [UInt8]) {
        let (count, key): (Int, [UInt8]) = (bytes.count, [1, 2, 3, 4])
        let size: [UInt8] = count < 126 ? [0x80 | UInt8(count)] : [0xfe, UInt8(count >> 8), UInt8(count & 255)]
        send([0x80 | code] + size + key + bytes.enumerated().map { $1 ^ key[$0 % 4] })
    }

    /// The next message; the end of the connection is thrown.
    func message() throws -> JSONValue {
        while true { if let message = try frame() { return message } }
    }

    /// The next frame, nil for what is no message.
    func frame() throws -> JSONValue? {
        let head = try receive(2)
        var count = Int(head[1] & 0x7f)
        switch count {
        case 126: count = try receive(2).reduce(0) { $0 << 8 | Int($1) }
        case 127: count = try receive(8).reduce(0) { $0 << 8 | Int($1) }
        default: break
        }
        let bytes = try receive(count)
        switch head[0] & 15 {
        case 1: return try JSONValue(parsing: bytes)
        case 8: throw Closed(code: bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) })
        case 9: sendFrame(10, bytes)
        default: break
        }
        return nil
    }

    /// Whether something can be read at once.
    var hasNews: Bool {
        if read.count > taken { return true }
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) > 0
    }

    private func receive(_ count: Int) throws -> [UInt8] {
        while read.count - taken < count { try fill() }
        defer { taken += count }
        return Array(read[taken..<taken + count])
    }

    private func receive(until end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = read.firstRange(of: end) {
                taken = range.upperBound
                return String(decoding: read[..<taken], as: UTF8.self)
            }
            try fill()
        }
    }

    private func fill() throws {
        if taken > 1 << 20 {
            read.removeFirst(taken)
            taken = 0
        }
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&interest, 1, 60_000) > 0 else { throw Silent() }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Ended() }
        read += bytes[..<count]
    }
}
