internal import Glibc

/// A non-blocking UDP socket connected to one receiver.
struct UDPSender: ~Copyable {
    /// Reason why a datagram cannot be sent.
    struct Failure: Error {
        let reason: String
        /// Whether no process is listening on the port. A receiver may still be started later.
        var isConnectionRefused = false
    }

    private let socket: Int32

    /// Creates a socket and resolves the host name. The lookup blocks until the C library returns a result or its
    /// timeout expires.
    init(host: String, port: Int) throws(Failure) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let error = getaddrinfo(host, String(port), &hints, &list)
        guard error == 0 else { throw Failure(reason: String(cString: gai_strerror(error))) }
        defer { freeaddrinfo(list) }
        var reason = "the host has no address"
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let address = entry?.pointee else { break }
            let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let socket = Glibc.socket(address.ai_family, type, 0)
            if socket >= 0, connect(socket, address.ai_addr, address.ai_addrlen) == 0 {
                self.socket = socket
                return
            }
            reason = String(cString: strerror(errno))
            if socket >= 0 { close(socket) }
        }
        throw Failure(reason: reason)
    }

    deinit { close(socket) }

    /// Sends a datagram. The thrown error may have been caused by the previous datagram.
    func send(_ bytes: [UInt8]) throws(Failure) {
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 else { return }
        let failure = Failure(reason: String(cString: strerror(errno)), isConnectionRefused: errno == ECONNREFUSED)
        // The previous datagram caused ECONNREFUSED; the kernel reported the error instead of sending this datagram.
        // Therefore this datagram is sent again.
        if failure.isConnectionRefused { Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        throw failure
    }
}
