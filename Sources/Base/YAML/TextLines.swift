/// Finds the lines of a text by their line numbers.
struct TextLines: Sendable {
    let bytes: [UInt8]
    /// Start offset of each line, in bytes.
    private let starts: [Int]
    /// Byte offsets of every `stride`th column, for each long line. They limit a search for a column to `stride`
    /// characters.
    private let stops: [Int: [Int]]

    /// Limit shown-line (limits.md, Layouts): maximum number of bytes of a source line in an error message. If
    /// exceeded: only the part around the column is shown.
    private static let longest = 4096
    private static let stride = 1024

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == 0x0a { starts.append(index + 1) }
        self.starts = starts
        var stops: [Int: [Int]] = [:]
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
            if end - start > Self.longest { stops[number] = Self.stops(in: bytes[start..<end]) }
        }
        self.stops = stops
    }

    private static func stops(in line: ArraySlice<UInt8>) -> [Int] {
        var (stops, column): ([Int], Int) = ([], 0)
        // UTF-8 continuation bytes do not start a column.
        for (index, byte) in zip(line.indices, line) where byte & 0xc0 != 0x80 {
            if column % stride == 0 { stops.append(index) }
            column += 1
        }
        return stops
    }

    /// Returns the text of a line, or an excerpt around a column of a long line. `firstColumn` is the start column of
    /// the returned text.
    func line(_ number: Int, around column: Int) -> (text: String, firstColumn: Int) {
        guard starts.indices.contains(number) else { return ("", 1) }
        let end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
        var line = bytes[starts[number]..<end]
        var firstColumn = 1
        if line.count > Self.longest {
            let first = max(1, column - Self.longest / 8)
            if let stops = stops[number], !stops.isEmpty {
                let stop = min((first - 1) / Self.stride, stops.count - 1)
                line = line[stops[stop]...]
                firstColumn = stop * Self.stride + 1
            }
            while firstColumn < first, line.popFirst() != nil {
                // UTF-8 continuation bytes do not start a column.
                while let next = line.first, next & 0xc0 == 0x80 { line.removeFirst() }
                firstColumn += 1
            }
            line = line.prefix(Self.longest)
        }
        return (String(decoding: line.filter { $0 != 0x0d }, as: UTF8.self), firstColumn)
    }
}
