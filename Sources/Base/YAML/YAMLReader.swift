import CYAML
internal import Platform

/// A streaming YAML parser. Its memory use does not depend on the length of lists.
public final class YAMLReader {
    /// File name in error messages.
    public let file: String
    /// Start of the last event.
    public private(set) var mark: Mark
    /// End of the last event. A list ends with its `sequenceEnd` event, a mapping with its `mappingEnd` event.
    private(set) var end: Mark
    private let firstLine: Int
    private let limits: Limits
    private let window: InputWindow
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var depth = 0
    private var isOver = false
    private var quoted: SyntaxAdvice.Quoted?

    /// Creates a parser. `source` fills a buffer and returns the number of bytes, 0 at the end or -1 on failure.
    public init(
        file: String,
        firstLine: Int = 1,
        limits: Limits = Limits(),
        source: @escaping (UnsafeMutableRawBufferPointer) -> Int
    ) {
        self.file = file
        self.firstLine = firstLine
        self.limits = limits
        mark = Mark(line: firstLine, column: 1)
        end = mark
        window = InputWindow(firstLine: firstLine, limit: limits.bytesPerValue, source: source)
        parser = .allocate(capacity: 1)
        // Initialization fails only if memory is exhausted.
        precondition(yaml_parser_initialize(parser) == 1, "libyaml cannot allocate memory")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input(parser, readInput, Unmanaged.passUnretained(window).toOpaque())
    }

    /// Creates a parser for a text in memory.
    public convenience init(_ bytes: [UInt8], file: String, firstLine: Int = 1, limits: Limits = Limits()) {
        var position = 0
        self.init(file: file, firstLine: firstLine, limits: limits) { buffer in
            let count = min(buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event; nil at the end of the text or after an error.
    public func next() throws(YAMLError) -> YAMLEvent? {
        while !isOver {
            var raw = yaml_event_t()
            guard yaml_parser_parse(parser, &raw) == 1 else {
                isOver = true
                throw syntaxError()
            }
            defer { yaml_event_delete(&raw) }
            window.bytesSinceEvent = 0
            mark = position(raw.start_mark)
            end = position(raw.end_mark)
            if raw.type == YAML_STREAM_END_EVENT { isOver = true }
            guard let event = YAMLEvent(raw) else { continue }
            note(event)
            try count(event)
            if event.texts.contains(where: \.exceedsCombiningLimit) {
                isOver = true
                let limit = String.combiningLimit
                throw error("more than \(limit) consecutive combining marks (Unicode); remove them", at: mark)
            }
            return event
        }
        return nil
    }

    /// Skips the remaining events of a value; `start` is the first event of the value.
    public func skip(_ start: YAMLEvent) throws(YAMLError) {
        var open = start.nesting
        while open > 0, let event = try next() { open += event.nesting }
    }

    /// Returns an error at a location of the text, with its source line.
    public func error(_ message: String, at mark: Mark) -> YAMLError {
        YAMLError(file: file, mark: mark, message: message, line: window.text(ofLine: mark.line))
    }

    private func count(_ event: YAMLEvent) throws(YAMLError) {
        depth += event.nesting
        guard depth <= limits.depth else {
            isOver = true
            throw error("more than \(limits.depth) nested lists and mappings; use fewer levels", at: mark)
        }
    }

    private func position(_ mark: yaml_mark_t) -> Mark {
        Mark(line: firstLine + mark.line, column: mark.column + 1)
    }

    private func syntaxError() -> YAMLError {
        let state = parser.pointee
        if let problem = window.problem { return error(problem, at: mark) }
        let words = state.problem.map { String(cString: $0) } ?? "out of memory"
        if state.error == YAML_READER_ERROR {
            return error("the file is not valid YAML: \(words)", at: window.mark(ofByte: state.problem_offset))
        }
        let position = position(state.problem_mark)
        let context = state.context.map { String(cString: $0) } ?? ""
        let advice = SyntaxAdvice(
            words: words,
            context: context,
            problemMark: position,
            contextMark: self.position(state.context_mark),
            quoted: quoted,
            line: window.text(ofLine:)
        )
        if let (message, mark) = advice.found() { return error(message, at: mark) }
        return error(context.isEmpty ? words : "\(words) \(context)", at: position)
    }

    /// Records a quoted scalar of several lines. A later syntax error probably means that its closing quote is missing.
    private func note(_ event: YAMLEvent) {
        guard case .scalar(let scalar, _) = event else { return }
        let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
        quoted = isQuoted && end.line > mark.line ? SyntaxAdvice.Quoted(start: mark, lastLine: end.line) : nil
    }
}

/// libyaml's read handler; `data` is the `InputWindow`.
private func readInput(
    data: UnsafeMutableRawPointer?,
    buffer: UnsafeMutablePointer<UInt8>?,
    size: Int,
    count: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard let data, let buffer, let count else { return 0 }
    let window = Unmanaged<InputWindow>.fromOpaque(data).takeUnretainedValue()
    guard let read = window.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) else { return 0 }
    count.pointee = read
    return 1
}
