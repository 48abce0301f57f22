internal import Occurrences

/// Takes what a program writes apart into lines that a log can hold: no control characters, and no endless ones.
struct OutputLines {
    private var line: [UInt8] = []
    private var isCut = false
    static let lineLimit = 1000

    /// Hands on each line that is complete with these bytes.
    mutating func add(_ bytes: some Collection<UInt8>, _ take: (String) -> Void) {
        for part in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0 { finish(take) }
            let room = Self.lineLimit - line.count
            if part.element.count > room { isCut = true }
            line.append(contentsOf: part.element.prefix(room))
        }
    }

    /// Hands on what stands behind the last line's end.
    mutating func finish(_ take: (String) -> Void) {
        guard !line.isEmpty else { return }
        // A program's tabs and carriage returns are spaces of a log's.
        let spaced = line.map { $0 == 0x09 || $0 == 0x0d ? 0x20 : $0 }
        var text = Template.Escape.plain.apply(to: String(decoding: spaced, as: UTF8.self))
        while text.last == " " { text.removeLast() }
        if isCut { text += "…" }
        line.removeAll(keepingCapacity: true)
        isCut = false
        if !text.isEmpty { take(text) }
    }
}
