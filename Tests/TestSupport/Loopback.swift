public import Glibc
internal import Synchronization
internal import Testing

/// Loopback sockets for tests.
public enum Loopback {
    /// Creates a socket bound to the given port, or to a free port if `port` is 0.
    public static func socket(_ type: __socket_type, port: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
        let socket = Glibc.socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(socket >= 0)
        var address = address(port)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutableBytes(of: &address) { bytes in
            let generic = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            try #require(bind(socket, generic, size) == 0)
            try #require(getsockname(socket, generic, &size) == 0)
        }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// Returns a currently free port.
    public static func freePort() throws -> UInt16 {
        let (socket, port) = try socket(SOCK_STREAM)
        close(socket)
        return port
    }

    /// Returns whether a server accepts connections on the port.
    public static func answers(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        return connect(socket, to: address(port))
    }

    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }

    static func connect<Address>(_ socket: Int32, to address: Address) -> Bool {
        withUnsafeBytes(of: address) { bytes in
            let generic = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            return Glibc.connect(socket, generic, socklen_t(MemoryLayout<Address>.size)) == 0
        }
    }
}

/// A TCP server that runs a test's closure for each connection, on its own thread.
public final class TCPServer: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let count = Atomic<Int>(0)

    /// Number of accepted connections.
    public var connections: Int { count.load(ordering: .relaxed) }

    public init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
        (listener, port) = try Loopback.socket(SOCK_STREAM)
        try #require(listen(listener, 16) == 0)
        let listener = listener
        Self.thread { [weak self] in
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                self?.count.add(1, ordering: .relaxed)
                Self.thread {
                    serve(socket)
                    close(socket)
                }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Reads and discards data until the peer closes the connection.
    public static func swallow(_ socket: Int32) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(socket, &bytes, bytes.count) > 0 {}
    }

    private static func thread(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        let error = pthread_create(
            &thread,
            nil,
            { pointer in
                if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            },
            box.toOpaque()
        )
        precondition(error == 0)
        pthread_detach(thread)
    }
}
