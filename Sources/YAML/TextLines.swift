/// The lines of a text, each found at once.
struct TextLines: Sendable {
    private let bytes: [UInt8]
    /// Where each line begins.
    private let starts: [Int]

    /// Of a line that is longer only the part around a place is shown.
    private static let longest = 4096

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (place, byte) in bytes.enumerated() where byte == 0x0a { starts.append(place + 1) }
        self.starts = starts
    }

    /// A line, or the part of a long one around a column, and the column that the part begins at.
    func line(_ number: Int, around column: Int) -> (text: String, firstColumn: Int) {
        guard starts.indices.contains(number) else { return ("", 1) }
        let end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
        var line = bytes[starts[number]..<end]
        var firstColumn = 1
        if line.count > Self.longest {
            let first = max(1, column - Self.longest / 8)
            while firstColumn < first, line.popFirst() != nil {
                // Bytes that go on with a character are no columns of their own.
                while let next = line.first, next & 0xc0 == 0x80 { line.removeFirst() }
                firstColumn += 1
            }
            line = line.prefix(Self.longest)
        }
        return (String(decoding: line.filter { $0 != 0x0d }, as: UTF8.self), firstColumn)
    }
}
