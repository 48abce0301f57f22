internal import Glibc

/// Connects to Unix sockets of other programs.
package enum UnixSocket {
    /// The `errno` value of a failed system call.
    package struct Failure: Error { package let code: Int32 }

    /// Connects a stream socket and returns its descriptor; the caller must close it. With `isBlocking: false`, the
    /// socket is non-blocking. Then throws `EAGAIN` if the backlog of the other program is full.
    ///
    /// A path longer than 107 bytes is truncated.
    package static func connect(to path: String, isBlocking: Bool) throws(Failure) -> Int32 {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(AF_UNIX, Int32(flags), 0)
        guard socket >= 0 else { throw Failure(code: errno) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(socket)
            throw Failure(code: code)
        }
        return socket
    }
}
