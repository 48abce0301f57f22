internal import Glibc
internal import Platform
internal import PluginAPI

/// Read end of the pipe for a program's standard output or standard error.
struct OutputPipe {
    /// Receiver of output lines; `isAllowed` is called before a line is converted to a string.
    struct Sink {
        let isAllowed: () -> Bool
        let take: (Logger.Level, String) -> Void
    }

    let level: Logger.Level
    private(set) var file: Int32
    private var lines = OutputLines()
    /// Monotonic time until which reading pauses after a full chunk. During the pause, a full pipe blocks the program's
    /// writes.
    private(set) var pausedUntil: Int64 = 0

    private static let chunk = 64 * 1024
    private static let pause: Int64 = 50_000
    /// Limit exec-drain-bytes (limits.md, Programs): maximum number of bytes of a program's output that are read after
    /// the program has ended. If exceeded: further output is discarded.
    ///
    /// The value is the default maximum capacity of a pipe.
    private static let drainLimit = 1 << 20

    init(_ file: Int32, _ level: Logger.Level) {
        self.file = file
        self.level = level
    }

    var isOpen: Bool { file >= 0 }

    /// Reads at most one chunk.
    mutating func read(_ now: Int64, _ sink: Sink) {
        if readOnce(sink) == Self.chunk { pausedUntil = now + Self.pause }
    }

    /// Reads all buffered output, up to about `drainLimit` bytes.
    mutating func drain(_ sink: Sink) {
        var remaining = Self.drainLimit
        while isOpen, remaining > 0 {
            let count = readOnce(sink)
            if count == 0 { break }
            remaining -= count
        }
        finish(sink)
    }

    mutating func close() {
        if isOpen { Glibc.close(file) }
        file = -1
    }

    /// Reads at most one chunk and returns the number of bytes. Closes the pipe at end of file.
    private mutating func readOnce(_ sink: Sink) -> Int {
        guard isOpen else { return 0 }
        let level = level
        return withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
            let count = Glibc.read(file, buffer.baseAddress, buffer.count)
            if count > 0 {
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                lines.add(piece, isAllowed: sink.isAllowed) { sink.take(level, $0) }
                return count
            }
            if count == 0 || (errno != EAGAIN && errno != EINTR) {
                finish(sink)
                close()
            }
            return 0
        }
    }
    private mutating func finish(_ sink: Sink) {
        let level = level
        lines.finish(isAllowed: sink.isAllowed) { sink.take(level, $0) }
    }
}
