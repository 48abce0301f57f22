import Glibc

/// Output file, written in chunks; removes a partially written chunk after an error.
final class OutputFile {
    let path: String
    private var descriptor: Int32
    private(set) var size: Int64 = 0

    /// Creates the file; throws if the file exists and must not be replaced.
    init(path: String, replaces: Bool) throws(RecordingError) {
        self.path = path
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw RecordingError(.file, path, "the path is empty or contains a NUL byte", remedy: "specify a file")
        }
        if let objection = Self.objection(to: path, replaces: replaces) { throw objection }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
        repeat { descriptor = open(path, flags, 0o644) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw RecordingError(opening: path, errno: errno) }
    }

    /// Returns the error for a path that cannot be a recording; nil if writing is possible. Rejects directories, block
    /// devices and sockets. Rejects pipes and character devices if `replaces` is false.
    private static func objection(to path: String, replaces: Bool) -> RecordingError? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder(path)
        case S_IFBLK: return RecordingError(.file, path, "the path is a block device", remedy: "specify a file")
        case S_IFSOCK: return RecordingError(.file, path, "the path is a socket", remedy: "specify a file")
        case S_IFCHR where !replaces:
            return RecordingError(.file, path, "the path is a device", remedy: "specify a file")
        case S_IFIFO where !replaces:
            return RecordingError(.file, path, "the path is a pipe", remedy: "specify a file, or use --force")
        default: return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends a chunk of bytes; after a write error, truncates the file to its former size.
    func append(_ bytes: [UInt8]) throws(RecordingError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, $0.count - done) }
            if count < 0 {
                let error = errno
                if error == EINTR { continue }
                ftruncate(descriptor, off_t(size))
                lseek(descriptor, off_t(size), SEEK_SET)
                let remedy = error == ENOSPC || error == EDQUOT ? "free space on the disk" : "specify a different file"
                throw RecordingError(.file, path, words(error), remedy: remedy, errno: error)
            }
            done += count
        }
        size += Int64(bytes.count)
    }

    /// Appends the content of another file.
    func append(contentsOf other: OutputFile) throws(RecordingError) {
        var offset: Int64 = 0
        while offset < other.size {
            var chunk = [UInt8](repeating: 0, count: Int(min(1 << 16, other.size - offset)))
            let count = chunk.withUnsafeMutableBytes {
                pread(other.descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                let remedy = "append this file to the recording manually"
                throw RecordingError(.file, other.path, words(count < 0 ? errno : EIO), remedy: remedy)
            }
            chunk.removeLast(chunk.count - count)
            try append(chunk)
            offset += Int64(count)
        }
    }

    /// Flushes the file to disk and closes it.
    func finish() throws(RecordingError) {
        guard descriptor >= 0 else { return }
        let result = fsync(descriptor)
        // Pipes and special files do not support `fsync`.
        let error = result == 0 || errno == EINVAL || errno == EROFS ? 0 : errno
        close(descriptor)
        descriptor = -1
        if error != 0 { throw RecordingError(.file, path, words(error), remedy: "check the disk", errno: error) }
    }

    /// Closes and deletes the file; pipes and devices are not deleted.
    func remove() {
        var status = stat()
        let isOurs = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        if isOurs { unlink(path) }
    }
}
