import Glibc

/// A regular file, open for reading.
final class InputFile {
    let path: String
    let size: Int64
    private let descriptor: Int32

    init(path: String) throws(RecordingError) {
        self.path = path
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw RecordingError(.file, path, "the path is empty or contains a NUL byte", remedy: "specify a file")
        }
        var descriptor: Int32
        // Opens the file non-blocking; otherwise, opening a pipe without a writer would block.
        repeat { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw RecordingError(opening: path, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = errno
            close(descriptor)
            throw RecordingError(opening: path, errno: error)
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            close(descriptor)
            if kind == S_IFDIR { throw RecordingError.folder(path) }
            let remedy = "save the recording to a file first"
            throw RecordingError(.file, path, "the path is not a regular file", remedy: remedy)
        }
        self.descriptor = descriptor
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads at an offset; returns 0 at end of file.
    ///
    /// Uses `pread`, so that readers of the same file are independent.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(RecordingError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR {
                throw RecordingError(.file, path, words(errno), remedy: "copy the file to another disk", errno: errno)
            }
        }
    }

    /// Returns the bytes in a range; returns fewer bytes if the file ends before the end of the range.
    func bytes(_ range: Range<Int64>) throws(RecordingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(range.upperBound - range.lowerBound))
        var count = 0
        while count < bytes.count {
            var got: Result<Int, RecordingError> = .success(0)
            bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                do throws(RecordingError) {
                    got = .success(try read(into: rest, at: range.lowerBound + Int64(count)))
                } catch {
                    got = .failure(error)
                }
            }
            let step = try got.get()
            if step == 0 { break }
            count += step
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

extension RecordingError {
    static func folder(_ path: String) -> RecordingError {
        RecordingError(.file, path, "the path is a directory", remedy: "specify a file in it", errno: EISDIR)
    }

    /// Creates the error for a failed `open`.
    init(opening path: String, errno: Int32) {
        let remedy =
            switch errno {
            case ENOENT, ENOTDIR: "check the name"
            case EACCES, EPERM: "run as a user with access to the file, such as root"
            case EISDIR: "specify a file in it"
            case EEXIST: "specify a different file, or allow replacing it"
            case EROFS, ENOSPC, EDQUOT: "specify a file on another disk"
            default: "specify a different file"
            }
        self.init(.file, path, words(errno), remedy: remedy, errno: errno)
    }
}

/// Returns the C library's message for an `errno`, with a lower-case first letter.
func words(_ errno: Int32) -> String {
    let text = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return text.prefix(1).lowercased() + text.dropFirst()
}
