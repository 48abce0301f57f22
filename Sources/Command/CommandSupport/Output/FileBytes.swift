internal import Glibc

/// Reads small files into memory.
package enum FileBytes {
    /// Returns the contents of a regular file; nil if the file is unreadable or larger than the limit.
    package static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return read(file, atMost: limit)
    }

    /// Returns the absolute path of an existing file, without symbolic links; nil if the file does not exist.
    package static func absolutePath(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the contents of an open regular file from its beginning; nil if the file is unreadable or larger than
    /// the limit.
    package static func read(_ file: Int32, atMost limit: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        var done = 0
        var hasFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while done < size, let start = buffer.baseAddress {
                let got = pread(file, start + done, size - done, off_t(done))
                if got < 0, errno == EINTR { continue }
                hasFailed = got < 0
                guard got > 0 else { break }
                done += got
            }
            count = done
        }
        return hasFailed ? nil : bytes
    }
}
