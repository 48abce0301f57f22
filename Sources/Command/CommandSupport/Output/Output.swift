internal import Glibc
internal import Systemd

/// A file descriptor for output. A write blocks until all bytes are written; after an end signal such as SIGTERM, a
/// write blocks only for a limited time.
package struct Output {
    package let file: Int32
    /// Name of the output in messages.
    package let name: String
    private let kind: Kind

    private enum Kind {
        /// A regular file; writes never wait for a reader.
        case disk
        /// A non-blocking descriptor; `write` fails with EAGAIN if the buffer is full.
        case nonblocking
        /// A blocking descriptor. Writes at most `PIPE_BUF` bytes at a time: if `poll` reports POLLOUT, a pipe accepts
        /// this many bytes without blocking.
        case blocking
    }

    var isOnDisk: Bool { kind == .disk }

    package static let standard = Output(sharing: STDOUT_FILENO, name: "standard output")
    package static let error = Output(sharing: STDERR_FILENO, name: "standard error")

    /// Wraps a descriptor that was opened with `O_NONBLOCK`; the caller closes it.
    package init(_ file: Int32, name: String) {
        (self.file, self.name) = (file, name)
        kind = Self.type(of: file) == S_IFREG ? .disk : .nonblocking
    }

    /// Wraps a descriptor that is shared with other processes; its file status flags must not change.
    private init(sharing shared: Int32, name: String) {
        self.name = name
        let type = Self.type(of: shared)
        guard type == S_IFIFO || type == S_IFCHR, fcntl(shared, F_GETFL) & O_ACCMODE != O_RDONLY else {
            (file, kind) = (shared, type == S_IFREG ? .disk : .blocking)
            return
        }
        // Opens the pipe or terminal again. The new open file description has separate status flags, so `O_NONBLOCK`
        // does not affect other processes.
        let own = open("/proc/self/fd/\(shared)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        (file, kind) = own < 0 ? (shared, .blocking) : (own, .nonblocking)
    }

    private static func type(of file: Int32) -> mode_t {
        var status = stat()
        return fstat(file, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    /// Writes all bytes. With `waits: false`, writes only the bytes that can be written without blocking, and throws if
    /// bytes remain.
    package func write(_ bytes: [UInt8], waits: Bool = true) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if kind == .blocking { try wait(waits) }
            let most = kind == .blocking ? Int(PIPE_BUF) : .max
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, min($0.count, most)) }
            if count >= 0 {
                rest.removeFirst(count)
                continue
            }
            switch errno {
            case EINTR: break
            case EAGAIN: try wait(waits)
            default: throw WriteError(name: name, number: errno)
            }
        }
    }

    /// Whether the output is a pipe, whose reader can end before the command.
    package var isPipe: Bool { Self.type(of: file) == S_IFIFO }

    /// Whether the output has a reader; false if all readers have closed the pipe or connection.
    package var hasReader: Bool {
        var interest = pollfd(fd: file, events: 0, revents: 0)
        return poll(&interest, 1, 0) <= 0
    }

    /// Waits until another descriptor is readable. Returns false if the output has no reader.
    package func wait(forInputFrom other: Int32) -> Bool {
        var interests = [
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            // `poll` reports POLLERR and POLLHUP even if no events are requested.
            pollfd(fd: file, events: 0, revents: 0),
        ]
        while poll(&interests, 2, -1) < 0, errno == EINTR {}
        return interests[1].revents == 0
    }

    private func wait(_ mayWait: Bool) throws(WriteError) {
        var interest = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        let hasRoom = mayWait ? EndSignals.wait(forRoomIn: file) : poll(&interest, 1, 0) > 0
        guard hasRoom else { throw WriteError(name: name, number: 0) }
    }
}

/// A failed write operation.
package struct WriteError: Error, Equatable, CustomStringConvertible {
    package let name: String
    /// Error number; 0 if the reader stopped reading.
    package let number: Int32
    /// Whether the output is a named file instead of a stream.
    var isFile = false

    package init(name: String, number: Int32, isFile: Bool = false) {
        (self.name, self.number, self.isFile) = (name, number, isFile)
    }

    /// The error of a write to standard output after the reader has closed the pipe.
    package static let lostReader = WriteError(name: Output.standard.name, number: EPIPE)

    package var description: String {
        guard number != 0 else { return "\(name): the reader stopped reading; the remaining output was dropped" }
        let remedy =
            switch number {
            case ENOSPC, EDQUOT: "free space on the disk"
            case EFBIG: "raise the file size limit (ulimit -f)"
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR: "specify a file in a folder that you can write to"
            default: isFile ? "specify a different file" : "write to a file instead"
            }
        return "\(name): cannot be written: \(SystemError.words(number)); \(remedy)"
    }
}
