internal import Glibc
internal import HandlerEvents

/// Splits the output of a program into log lines. Removes control characters and limits the length of each line.
///
/// The rate limit is checked before a line is sanitized. A flood of rejected lines therefore costs only a search for
/// line ends.
package struct OutputLines {
    /// Limit output-line-bytes (limits.md, Processes and shared objects): maximum number of bytes of a line that a
    /// program or plugin process writes to the log. If exceeded: the line is cut.
    package static let lineLimit = 1000

    private var line: [UInt8] = []
    private var isCut = false
    /// Number of lines that were sanitized so far.
    package private(set) var sanitizedCount = 0

    package init() {}

    /// Adds a chunk of output. Passes each complete line to `take` if `isAllowed` returns true.
    ///
    /// After the first rejected line, all other complete lines in `bytes` are skipped without inspection.
    package mutating func add(_ bytes: UnsafeRawBufferPointer, isAllowed: () -> Bool, _ take: (String) -> Void) {
        var rest = bytes[...]
        while let end = Self.firstLineEnd(in: rest) {
            keep(rest[..<end])
            rest = rest[(end + 1)...]
            // Skips empty lines, which are not logged.
            while line.isEmpty, rest.first == 0x0a { rest = rest.dropFirst() }
            if finish(isAllowed: isAllowed, take) { continue }
            if let last = rest.lastIndex(of: 0x0a) { rest = rest[(last + 1)...] }
        }
        keep(rest)
    }

    /// Passes the buffered line to `take`, even if its line end is missing. Returns false if `isAllowed` rejected the
    /// line.
    @discardableResult
    package mutating func finish(isAllowed: () -> Bool, _ take: (String) -> Void) -> Bool {
        guard !line.isEmpty else { return true }
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        guard isAllowed() else { return false }
        sanitizedCount += 1
        var text = Self.sanitized(line)
        while text.last == " " { text.removeLast() }
        if isCut { text += "…" }
        if !text.isEmpty { take(text) }
        return true
    }

    /// Converts arbitrary bytes to a string without control characters. Tabs and carriage returns become spaces.
    package static func sanitized(_ bytes: some Sequence<UInt8>, limit: Int = lineLimit) -> String {
        let spaced = bytes.prefix(limit).map { $0 == 0x09 || $0 == 0x0d ? 0x20 : $0 }
        return Template.Escape.plain.apply(to: String(decoding: spaced, as: UTF8.self))
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let room = Self.lineLimit - line.count
        if bytes.count > room { isCut = true }
        line.append(contentsOf: bytes.prefix(room))
    }

    private static func firstLineEnd(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard !bytes.isEmpty, let base = bytes.base.baseAddress else { return nil }
        return memchr(base + bytes.startIndex, 0x0a, bytes.count).map { UnsafeRawPointer($0) - base }
    }
}
