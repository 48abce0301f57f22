internal import Glibc

/// Reads the files that a layout refers to.
enum SmallFile {
    /// Returns the contents of a file as a string; nil for an unreadable file, invalid UTF-8, or more than `limit`
    /// bytes.
    static func text(of path: String, limit: Int) -> String? {
        // Without O_NONBLOCK, opening a FIFO that has no writer would block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress! + count, buffer.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { return nil }
            if more == 0 { break }
            count += more
        }
        guard count <= limit else { return nil }
        return String(validating: bytes[..<count], as: UTF8.self)
    }
}
