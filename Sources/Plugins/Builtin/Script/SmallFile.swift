internal import Glibc

/// Reads files that a layout names.
enum SmallFile {
    /// Returns a file's text; nil if it cannot be read, is no UTF-8 text, or exceeds a number of bytes.
    static func text(of path: String, limit: Int) -> String? {
        // O_NONBLOCK: a FIFO without a writer must not block.
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
