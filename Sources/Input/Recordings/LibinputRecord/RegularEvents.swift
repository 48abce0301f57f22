internal import InputEvents

/// Checks whether an event list has exactly the line format of libinput record.
///
/// A list in this format is read without a YAML parser, ten times as fast; other lists need the YAML parser.
struct RegularEvents {
    private(set) var isRegular = true
    private var frames: Int?
    private var events: Int?

    /// Checks a line that is neither blank nor a comment; `indent` is the number of spaces before its first character.
    mutating func check(_ line: UnsafeBufferPointer<UInt8>, indent: Int) {
        guard isRegular else { return }
        if let frames, indent >= frames + 2, events == nil || events == indent {
            events = indent
            isRegular = Self.event(line, indent: indent) != nil
        } else {
            isRegular = (frames == nil || frames == indent) && Self.isFrame(line, indent: indent)
            frames = indent
        }
    }

    private static func isFrame(_ line: UnsafeBufferPointer<UInt8>, indent: Int) -> Bool {
        let head = "- evdev:".utf8
        guard line.dropFirst(indent).starts(with: head), indent + head.count < line.count else {
            return line.count == indent + head.count && line.dropFirst(indent).starts(with: head)
        }
        return isRest(line, from: indent + head.count)
    }

    /// Parses a line such as `- [  1,    20,   3,  53,    7] # …`; nil for other lines.
    static func event(_ line: UnsafeBufferPointer<UInt8>, indent: Int) -> RawEvent? {
        var cursor = ByteCursor(line, from: indent)
        guard cursor.take(0x2d), cursor.take(0x20), cursor.take(0x5b),
            let seconds = number(&cursor, upTo: RawEvent.lastSecond), cursor.take(0x2c),
            let micros = number(&cursor, upTo: 999_999), cursor.take(0x2c),
            let type = number(&cursor, upTo: 0xffff), cursor.take(0x2c),
            let code = number(&cursor, upTo: 0xffff), cursor.take(0x2c),
            let value = cursor.decimal(), cursor.take(0x5d), isRest(line, from: line.count - cursor.left)
        else { return nil }
        return RawEvent(
            time: seconds * 1_000_000 + micros,
            type: EventType(rawValue: UInt16(type)),
            code: UInt16(code),
            value: value
        )
    }

    private static func number(_ cursor: inout ByteCursor, upTo limit: Int64) -> Int64? {
        cursor.skipBlanks()
        guard let (value, _) = cursor.digits(atMost: 18), value <= limit else { return nil }
        return value
    }

    /// Returns whether only spaces and a comment follow; YAML requires a space before a comment.
    private static func isRest(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard start < line.count else { return true }
        var cursor = ByteCursor(line, from: start)
        return line[start] == 0x20 && cursor.isAtEnd()
    }
}

/// Reads a regular event list, independently of other readers of the file.
final class RegularCursor {
    private let lines: LineReader
    private let start: Int64
    /// Line number of the event that `next` returned last.
    @exclusivity(unchecked) private(set) var line = 0

    init(_ file: InputFile, _ part: DeviceText.Part) {
        start = part.range.lowerBound
        lines = LineReader(file, capacity: 1 << 18, range: part.range, firstLine: part.firstLine)
    }

    /// Number of bytes read in the device's part of the file.
    var bytesRead: Int64 { max(0, lines.offset - start) }

    /// Returns the next event; nil at the end.
    func next() throws(RecordingError) -> RawEvent? {
        while try lines.advance() {
            let text = lines.line
            guard let indent = text.firstIndex(where: { $0 != 0x20 }) else { continue }
            if let event = RegularEvents.event(text, indent: indent) {
                line = lines.number
                return event
            }
        }
        return nil
    }
}
