import Foundation
import Testing

/// The other end of a connection, with nothing between it and its bytes.
final class Peer {
    let descriptor: Int32
    private var read: [UInt8] = []

    struct Silent: Error {}
    struct Ended: Error {}

    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0, "\(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// A frame of a WebSocket, masked as browsers do.
    func sendFrame(_ code: UInt8, _ text: String) {
        let bytes = Array(text.utf8)
        precondition(bytes.count < 65536)
        let long: [UInt8] = [0xfe, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        let count = bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : long
        let key: [UInt8] = [1, 2, 3, 4]
        send([0x80 | code] + count + key + bytes.enumerated().map { $1 ^ key[$0 % 4] })
    }

    /// The next short frame: its code and its bytes.
    func frame() throws -> (code: UInt8, bytes: [UInt8]) {
        let head = try receive(2)
        return (head[0] & 15, try receive(Int(head[1] & 0x7f)))
    }

    func receive(_ count: Int) throws -> [UInt8] {
        while read.count < count { try fill() }
        defer { read.removeFirst(count) }
        return Array(read.prefix(count))
    }

    func receive(until end: String) throws -> String {
        while true {
            if let range = read.firstRange(of: Array(end.utf8)) {
                defer { read.removeFirst(range.upperBound) }
                return String(decoding: read[..<range.upperBound], as: UTF8.self)
            }
            try fill()
        }
    }

    /// What comes until the other end has nothing more to say.
    func receiveAll() throws -> String {
        while true {
            do { try fill() } catch is Ended { return String(decoding: read, as: UTF8.self) }
        }
    }

    private func fill() throws {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&interest, 1, 60_000) > 0 else { throw Silent() }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Ended() }
        read += bytes[..<count]
    }
}
