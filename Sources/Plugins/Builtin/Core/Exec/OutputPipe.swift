internal import Glibc
internal import Platform
internal import PluginAPI

/// What a program writes to one of its descriptors.
struct OutputPipe {
    /// Where lines go; `isAllowed` is asked before a line is made into a text.
    struct Sink {
        let isAllowed: () -> Bool
        let take: (Logger.Level, String) -> Void
    }

    let level: Logger.Level
    private(set) var file: Int32
    private var lines = OutputLines()
    /// A program that writes without end is slowed down by its full pipe, not read at full speed.
    private(set) var restsUntil: Int64 = 0

    private static let chunk = 64 * 1024
    private static let rest: Int64 = 50_000
    /// Limit exec-drain-bytes (Programs): bytes read from a program that has ended. Past it: the rest is discarded.
    ///
    /// A pipe holds no more, whatever its size was set to.
    private static let drainLimit = 1 << 20

    init(_ file: Int32, _ level: Logger.Level) {
        self.file = file
        self.level = level
    }

    var isOpen: Bool { file >= 0 }

    /// Reads what is there, up to a limit.
    mutating func read(_ now: Int64, _ sink: Sink) {
        if readOnce(sink) == Self.chunk { restsUntil = now + Self.rest }
    }

    /// Reads all that is there.
    mutating func drain(_ sink: Sink) {
        var rest = Self.drainLimit
        while isOpen, rest > 0 {
            let count = readOnce(sink)
            if count == 0 { break }
            rest -= count
        }
        finish(sink)
    }

    mutating func close() {
        if isOpen { Glibc.close(file) }
        file = -1
    }

    /// How many bytes were there; at the end the pipe is closed.
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
