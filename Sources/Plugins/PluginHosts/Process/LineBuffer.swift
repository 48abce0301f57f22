/// Splits chunks of bytes into lines. Holds at most one incomplete line and one chunk.
struct LineBuffer {
    /// Error thrown for a line that exceeds the limit.
    struct TooLong: Error, Equatable {}

    let limit: Int
    private var bytes: [UInt8] = []
    /// The first line begins at index `start`. The bytes from `start` up to `searched` contain no newline.
    private var start = 0
    private var searched = 0

    init(limit: Int) { self.limit = limit }

    /// Whether some bytes have not been searched for a newline. If so, `next` must be called before more bytes are
    /// appended.
    var mayHoldLine: Bool { searched < bytes.count }

    mutating func append(_ piece: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// Returns the next line without its newline; nil if no complete line is buffered.
    mutating func next() throws(TooLong) -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: 0x0a) else {
            searched = bytes.count
            if bytes.count - start > limit { throw TooLong() }
            return nil
        }
        let line = bytes[start..<end]
        start = end + 1
        searched = start
        if line.count > limit { throw TooLong() }
        return line
    }
}
