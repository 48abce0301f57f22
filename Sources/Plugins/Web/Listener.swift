internal import CWebsockets
internal import Glibc

/// A listening socket. The owner must close its descriptor.
package struct Listener {
    package let descriptor: Int32
    package private(set) var port = 0
    private var file: (path: String, device: dev_t, number: ino_t)?

    /// Error message that suggests a fix.
    package struct Failure: Error, Equatable {
        package let message: String
    }

    /// Maximum number of connections that wait for `accept`.
    private static let backlog: Int32 = 64

    /// Listens on an IP address.
    package init(address text: String, port: Int) throws(Failure) {
        let address = IPAddress(text)
        descriptor = try Self.make(address.family)
        do throws(Failure) {
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
            guard address.withSocketAddress(port: port, { bind(descriptor, $0, $1) }) == 0 else {
                let code = errno
                throw Failure(message: "cannot listen on \(text):\(port): \(Self.text(code))\(Self.remedy(code))")
            }
            try Self.listen(descriptor, at: "\(text):\(port)")
        } catch {
            close(descriptor)
            throw error
        }
        self.port = Self.port(of: descriptor)
    }

    /// Listens on a Unix socket. Replaces a stale socket from an earlier run, but no other file.
    package init(path: String, mode: UInt32) throws(Failure) {
        try Self.clear(path)
        descriptor = try Self.make(AF_UNIX)
        do throws(Failure) {
            // Sets the mode before `bind`, so the socket never has wider permissions.
            fchmod(descriptor, mode)
            guard Self.withAddress(path, { bind(descriptor, $0, $1) }) == 0 else {
                throw Failure(message: "the socket '\(path)' cannot be created: \(Self.text(errno))")
            }
            Self.setMode(of: path, mode)
            try Self.listen(descriptor, at: path)
        } catch {
            close(descriptor)
            throw error
        }
        var status = stat()
        if lstat(path, &status) == 0 { file = (path, status.st_dev, status.st_ino) }
    }

    /// Sets the mode of a file. Does not follow a symbolic link that may have replaced the file.
    package static func setMode(of path: String, _ mode: UInt32) {
        fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW)
    }

    /// Removes the socket file. Does not remove another file with the same path.
    package func removeName() {
        var status = stat()
        guard let file, lstat(file.path, &status) == 0 else { return }
        if status.st_dev == file.device, status.st_ino == file.number { unlink(file.path) }
    }

    /// Maximum number of connections per call of `accept`.
    private static let acceptsAtOnce = 16
    /// Send buffer size in bytes: about a hundred touch-move messages. A small buffer limits the delay of moves for a
    /// slow client.
    private static let sendBuffer: Int32 = 32 * 1024

    /// Accepts pending connections. Returns false if descriptors or memory are exhausted.
    package func accept(_ admit: (Int32) -> Void) -> Bool {
        for _ in 0..<Self.acceptsAtOnce {
            let socket = tb_accept(descriptor)
            guard socket >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-socket) }
            var (one, size) = (Int32(1), Self.sendBuffer)
            // Unix sockets do not support this option; the error is ignored.
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            admit(socket)
        }
        return true
    }

    // MARK: Socket operations

    private static func make(_ family: Int32) throws(Failure) -> Int32 {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, flags, 0)
        guard descriptor >= 0 else { throw Failure(message: "cannot create a socket: \(text(errno))") }
        return descriptor
    }

    private static func listen(_ descriptor: Int32, at address: String) throws(Failure) {
        guard Glibc.listen(descriptor, backlog) == 0 else {
            throw Failure(message: "cannot listen on \(address): \(text(errno))")
        }
    }

    private static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        // The port has the same offset in IPv4 and IPv6 socket addresses.
        return result == 0 ? Int(in_port_t(bigEndian: address.sin6_port)) : 0
    }

    private static func clear(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(message: "'\(path)' exists and is not a socket; remove it, or use a different path")
        }
        let probe = try make(AF_UNIX)
        defer { close(probe) }
        let answer = withAddress(path) { connect(probe, $0, $1) }
        guard answer != 0, errno == ECONNREFUSED else {
            throw Failure(message: "another program listens on '\(path)'; stop that program, or use a different path")
        }
        unlink(path)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withSocketPointer(to: address, body)
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

    /// Suggests a fix for an error of `bind` with an IP address.
    private static func remedy(_ code: Int32) -> String {
        switch code {
        case EADDRINUSE: "; stop the program that uses the port, or use a different port"
        case EACCES: "; choose a port from 1024 to 65535"
        // Caused by systemd's `SocketBindDeny=`.
        case EPERM: "; choose a port from 1024 to 65535, or add the drop-in listen.conf to the service"
        default: ""
        }
    }
}
