/// Bytes that come in pieces, taken out again line by line; it never holds more than a line may have and one piece.
struct LineBuffer {
    /// A line that is longer than agreed.
    struct TooLong: Error, Equatable {}

    let limit: Int
    private var bytes: [UInt8] = []
    /// Where the first line begins, and up to where no end of it was found.
    private var start = 0
    private var searched = 0

    init(limit: Int) { self.limit = limit }

    /// Whether what is there may hold a line, so that reading more can wait.
    var mayHoldLine: Bool { searched < bytes.count }

    mutating func append(_ piece: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// The next line without its end, nil when it is not complete yet.
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
