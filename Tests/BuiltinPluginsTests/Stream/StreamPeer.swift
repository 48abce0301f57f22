import Foundation
import JSON
import Testing

/// The other end of a connection, with nothing between it and its bytes.
final class StreamPeer {
    let descriptor: Int32
    private var read: [UInt8] = []

    struct Refused: Error { let reason: String }
    struct Ended: Error {}
    struct Silent: Error {}

    /// Connects to a port of the loopback.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        try connect(address)
    }

    /// Connects to a Unix socket.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try connect(address)
    }

    deinit { close(descriptor) }

    private func connect<Address>(_ address: Address) throws {
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard result == 0 else { throw Refused(reason: String(cString: strerror(errno))) }
    }

    /// Sends all of it; false when the other end is gone.
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

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// So many bytes; waits for them.
    func receive(_ count: Int) throws -> [UInt8] {
        while read.count < count { try fill() }
        defer { read.removeFirst(count) }
        return Array(read.prefix(count))
    }

    /// What comes before a text, and the text.
    func receive(until end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = read.firstRange(of: end) {
                defer { read.removeFirst(range.upperBound) }
                return String(decoding: read[..<range.upperBound], as: UTF8.self)
            }
            try fill()
        }
    }

    /// What comes until the other end has nothing more to say.
    func receiveAll() throws -> [UInt8] {
        while true {
            do { try fill() } catch is Ended {
                defer { read = [] }
                return read
            }
        }
    }

    /// A line of JSON.
    func line() throws -> JSONValue { try JSONValue(parsing: Array(receive(until: "\n").utf8)) }

    private func fill() throws {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&interest, 1, 60_000) > 0 else { throw Silent() }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Ended() }
        read += bytes[..<count]
    }
}
