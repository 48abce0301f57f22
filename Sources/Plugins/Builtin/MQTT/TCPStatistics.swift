internal import Glibc

/// Kernel statistics of a TCP connection.
enum TCPStatistics {
    /// Returns the number of received bytes; 0 if unknown.
    ///
    /// Reads `tcpi_bytes_received` at its fixed offset in the kernel's `struct tcp_info`, because the C library does
    /// not declare this field.
    static func bytesReceived(_ socket: Int32) -> UInt64 {
        let offset = 128
        var bytes = [UInt8](repeating: 0, count: offset + 8)
        var size = socklen_t(bytes.count)
        guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &bytes, &size) == 0, size == bytes.count else {
            return 0
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
}
