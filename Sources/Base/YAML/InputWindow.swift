/// Passes bytes of a source to libyaml. Retains the most recent bytes for source lines in error messages.
final class InputWindow {
    private let source: (UnsafeMutableRawBufferPointer) -> Int
    private var recent: [UInt8] = []
    /// One-based line number of the start of `recent`.
    private var firstLine: Int
    private var firstOffset = 0
    private let limit: Int
    /// Number of bytes read since libyaml's last event.
    var bytesSinceEvent = 0
    private(set) var problem: String?

    private static let size = 96 << 10

    init(firstLine: Int, limit: Int, source: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
        self.firstLine = firstLine
        self.limit = limit
        self.source = source
    }

    /// Fills the buffer and returns the number of bytes; nil if the source fails or a value is too large.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard bytesSinceEvent <= limit else {
            problem = "this value is larger than \(limit >> 20) MiB; split it or remove it"
            return nil
        }
        let count = source(buffer)
        guard (0...buffer.count).contains(count) else {
            problem = "the file cannot be read completely"
            return nil
        }
        bytesSinceEvent += count
        if recent.count + count > Self.size { forget() }
        recent.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    private func forget() {
        var end = recent.count / 2
        while end > 0, recent[end - 1] != 0x0a { end -= 1 }
        if end == 0 { end = recent.count / 2 }
        firstLine += recent[..<end].reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
        firstOffset += end
        recent.removeSubrange(..<end)
    }

    /// Returns the text of a line; nil if the line is no longer retained.
    func text(ofLine line: Int) -> String? {
        guard line >= firstLine else { return nil }
        let lines = recent.split(separator: 0x0a, maxSplits: line - firstLine + 1, omittingEmptySubsequences: false)
        guard line - firstLine < lines.count else { return nil }
        return String(decoding: lines[line - firstLine].filter { $0 != 0x0d }, as: UTF8.self)
    }

    /// Returns the line and column of the byte at an offset in the source.
    func mark(ofByte offset: Int) -> Mark {
        let before = recent.prefix(max(0, offset - firstOffset))
        let line = firstLine + before.reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
        let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        return Mark(line: line, column: String(decoding: before[start...], as: UTF8.self).count + 1)
    }
}
