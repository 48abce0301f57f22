internal import Glibc

/// What the kernel knows of a connection.
enum TCPStatistics {
    /// How many bytes have come, 0 when that cannot be told.
    ///
    /// The kernel's `struct tcp_info` only ever grows at its end, so its field has one place; the C library's copy of the
    /// struct is older than the field.
    static func bytesReceived(_ socket: Int32) -> UInt64 {
        let place = 128
        var bytes = [UInt8](repeating: 0, count: place + 8)
        var size = socklen_t(bytes.count)
        guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &bytes, &size) == 0, size == bytes.count else {
            return 0
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
    }
}
