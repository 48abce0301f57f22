import Glibc

/// Reads a file line by line, as bytes in a buffer, without creating strings.
final class LineReader {
    let file: InputFile
    /// One-based number of the current line.
    @exclusivity(unchecked) private(set) var number: Int
    /// Offset of the current line in the file.
    @exclusivity(unchecked) private(set) var offset: Int64 = 0
    /// Current line without its line break; valid until the next `advance()`.
    @exclusivity(unchecked) private(set) var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Whether the current line ends with a line break; only the last line may lack a line break.
    @exclusivity(unchecked) private(set) var isComplete = true

    private let buffer: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var end = 0
    /// Offset of the next unread byte in the file.
    @exclusivity(unchecked) private var position: Int64

    private let limit: Int64

    /// Creates a reader for all lines of a file, or for the lines in the byte range `range`. Each line must fit into
    /// the buffer of `capacity` bytes.
    ///
    /// Limit recording-line-bytes (limits.md, Recordings and dumps): maximum number of bytes of a line of a recording,
    /// including its newline. If exceeded: the recording is rejected with an error that contains `the line is longer
    /// than 256 KiB`.
    init(_ file: InputFile, capacity: Int = 1 << 18, range: Range<Int64>? = nil, firstLine: Int = 1) {
        self.file = file
        position = range?.lowerBound ?? 0
        limit = range?.upperBound ?? .max
        number = firstLine - 1
        self.capacity = capacity
        buffer = .allocate(capacity: capacity)
    }

    deinit { buffer.deallocate() }

    /// Advances to the next line; returns false at the end of the file.
    func advance() throws(RecordingError) -> Bool {
        var searched = start
        while true {
            if let found = memchr(buffer + searched, 0x0a, end - searched) {
                let stop = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(buffer)
                take(from: start, to: stop, next: stop + 1)
                isComplete = true
                return true
            }
            searched = end
            let isFull = start == 0 && end == capacity
            guard !isFull else {
                let size = "the line is longer than \(capacity >> 10) KiB, too long for a recording"
                throw RecordingError(.malformed, file.path, line: number + 1, size, remedy: "specify a recording")
            }
            searched -= start
            if try !fill() {
                guard end > start else { return false }
                take(from: start, to: end, next: end)
                isComplete = false
                return true
            }
        }
    }

    private func take(from first: Int, to last: Int, next: Int) {
        var first = first
        // Skips the UTF-8 byte order mark, which is not part of the text.
        if number == 0, last - first >= 3, buffer[first] == 0xef, buffer[first + 1] == 0xbb, buffer[first + 2] == 0xbf {
            first += 3
        }
        offset = position - Int64(end - first)
        var count = last - first
        if count > 0, buffer[first + count - 1] == 0x0d { count -= 1 }
        line = UnsafeBufferPointer(start: UnsafePointer(buffer) + first, count: count)
        start = next
        number += 1
    }

    /// Moves the incomplete line to the start of the buffer and reads more bytes after the line; returns false at the
    /// end of the file.
    private func fill() throws(RecordingError) -> Bool {
        if start > 0 {
            buffer.update(from: buffer + start, count: end - start)
            end -= start
            start = 0
        }
        let free = UnsafeMutableRawBufferPointer(start: buffer + end, count: capacity - end)
        let wanted = Int(min(Int64(free.count), limit - position))
        guard wanted > 0 else { return false }
        let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: free[..<wanted]), at: position)
        position += Int64(count)
        end += count
        return count > 0
    }
}
