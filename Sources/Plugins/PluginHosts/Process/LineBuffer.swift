/// Splits chunks of bytes into lines; holds at most one line and one chunk.
struct LineBuffer {
    /// A line exceeds the limit.
    struct TooLong: Error, Equatable {}

    let limit: Int
    private var bytes: [UInt8] = []
    /// Start of the first line, and the index up to which no newline was found.
    private var start = 0
    private var searched = 0

    init(limit: Int) { self.limit = limit }

    /// Whether unsearched bytes may contain a line; if so, reading more can wait.
    var mayHoldLine: Bool { searched < bytes.count }

    mutating func append(_ piece: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// Returns the next line without its newline; nil if it is incomplete.
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
