internal import CWebsockets
internal import Glibc

/// A socket that others connect to; whoever it is handed to closes it.
package struct Listener {
    package let descriptor: Int32
    /// The port that was asked for, or found to be free.
    package private(set) var port = 0
    private var file: (path: String, device: dev_t, number: ino_t)?

    /// Why nobody can connect, with the remedy.
    package struct Failure: Error, Equatable {
        package let message: String
    }

    /// So many connections may wait to be taken; the kernel refuses the others.
    private static let deliveryQueue: Int32 = 64

    /// Listens on an address.
    package init(address text: String, port: Int) throws(Failure) {
        let address = IPAddress(text)
        descriptor = try Self.make(address.family)
        do throws(Failure) {
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
            guard address.withSocketAddress(port: port, { bind(descriptor, $0, $1) }) == 0 else {
                let why = errno
                let remedy = why == EADDRINUSE ? "; another program has the port: stop it, or choose another one" : ""
                throw Failure(message: "\(text):\(port) cannot be listened on: \(Self.text(why))\(remedy)")
            }
            try Self.listen(descriptor, at: "\(text):\(port)")
        } catch {
            close(descriptor)
            throw error
        }
        self.port = Self.port(of: descriptor)
    }

    /// Listens at a path; what an earlier run left behind there is replaced, and nothing else.
    package init(path: String, mode: UInt32) throws(Failure) {
        try Self.clear(path)
        descriptor = try Self.make(AF_UNIX)
        do throws(Failure) {
            // Before there is a name, so that the socket is never open to more than it should be.
            fchmod(descriptor, mode)
            guard Self.withAddress(path, { bind(descriptor, $0, $1) }) == 0 else {
                throw Failure(message: "'\(path)' cannot be made: \(Self.text(errno))")
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

    /// Gives a file permissions, and none to what a link leads to that somebody has put there meanwhile.
    package static func setMode(of path: String, _ mode: UInt32) {
        fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW)
    }

    /// Takes the socket's name away, unless somebody else has put something there.
    package func removeName() {
        var status = stat()
        guard let file, lstat(file.path, &status) == 0 else { return }
        if status.st_dev == file.device, status.st_ino == file.number { unlink(file.path) }
    }

    /// Maximum number of connections that are accepted in one turn.
    private static let acceptsAtOnce = 16
    /// Bytes that are sent and not read by the other side: a hundred moves, and little to be late by.
    private static let sendBuffer: Int32 = 32 * 1024

    /// Accepts connections that wait, and hands over their sockets; false when the process has no descriptor left.
    package func accept(_ admit: (Int32) -> Void) -> Bool {
        for _ in 0..<Self.acceptsAtOnce {
            let socket = tb_accept(descriptor)
            guard socket >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-socket) }
            var (one, size) = (Int32(1), Self.sendBuffer)
            // Only sockets of TCP know this option.
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            admit(socket)
        }
        return true
    }

    // MARK: Steps

    private static func make(_ family: Int32) throws(Failure) -> Int32 {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, flags, 0)
        guard descriptor >= 0 else { throw Failure(message: "no socket can be made: \(text(errno))") }
        return descriptor
    }

    private static func listen(_ descriptor: Int32, at place: String) throws(Failure) {
        guard Glibc.listen(descriptor, deliveryQueue) == 0 else {
            throw Failure(message: "\(place) cannot be listened on: \(text(errno))")
        }
    }

    private static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        // The port stands at the same place in both families.
        return result == 0 ? Int(in_port_t(bigEndian: address.sin6_port)) : 0
    }

    private static func clear(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(message: "'\(path)' is there and is no socket: remove it, or choose another path")
        }
        let probe = try make(AF_UNIX)
        defer { close(probe) }
        let answer = withAddress(path) { connect(probe, $0, $1) }
        guard answer != 0, errno == ECONNREFUSED else {
            throw Failure(message: "'\(path)' is another program's socket: stop it, or choose another path")
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
}
