internal import Foundation

/// A TCP client without protocol logic.
public final class Peer {
    public let descriptor: Int32
    private var read: [UInt8] = []
    private var taken = 0

    public struct Refused: Error { public let reason: String }
    public struct Ended: Error {}
    public struct Silent: Error {
        public init() {}
    }

    /// Connects to a port on the loopback interface.
    public init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        try connect(Loopback.address(UInt16(port)))
    }

    public init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try connect(address)
    }

    deinit { close(descriptor) }

    private func connect<Address>(_ address: Address) throws {
        guard Loopback.connect(descriptor, to: address) else { throw Refused(reason: String(cString: strerror(errno))) }
    }

    /// Sends all bytes; returns false if the peer has closed the connection.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
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
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Whether data is available without waiting.
    public var hasUnreadData: Bool { read.count > taken || isReadable(within: 0) }

    /// Waits for `count` bytes and returns them.
    public func receive(_ count: Int) throws -> [UInt8] {
        while read.count - taken < count { try fill() }
        defer { taken += count }
        return Array(read[taken..<taken + count])
    }

    /// Returns the received text up to and including `end`.
    public func receive(until end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = read[taken...].firstRange(of: end) {
                defer { taken = range.upperBound }
                return String(decoding: read[taken..<range.upperBound], as: UTF8.self)
            }
            try fill()
        }
    }

    /// Returns all bytes that the peer sends before it closes the connection.
    public func receiveAllBytes() throws -> [UInt8] {
        while true {
            do { try fill() } catch is Ended { return try receive(read.count - taken) }
        }
    }

    public func receiveAll() throws -> String { String(decoding: try receiveAllBytes(), as: UTF8.self) }

    /// Sends a GET request for a path, and returns the whole response.
    public static func ask(_ path: String, port: Int, host: String? = nil) throws -> String {
        let peer = try Peer(port: port)
        peer.send("GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n")
        return try peer.receiveAll()
    }

    private func fill() throws {
        if taken > 1 << 20 {
            read.removeFirst(taken)
            taken = 0
        }
        guard isReadable(within: 60_000) else { throw Silent() }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Ended() }
        read += bytes[..<count]
    }

    private func isReadable(within milliseconds: Int32) -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, milliseconds) > 0
    }
}
