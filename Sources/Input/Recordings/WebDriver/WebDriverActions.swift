internal import JSON
internal import TouchScripts

/// The body of WebDriver's command "perform actions": sources with one action for each tick.
struct WebDriverActions {
    let script: ScriptText
    let warnings: WarningList

    /// Limit webdriver-bytes (limits.md, Recordings and dumps): maximum number of bytes of a file with WebDriver
    /// actions. If exceeded: the file is rejected, and the error contains `the file is larger than 1 MiB`.
    ///
    /// The parsed JSON of a file needs about 60 times the memory of the file.
    private static let byteLimit = 1 << 20
    private static let example = "write {\"actions\": [{\"type\": \"pointer\", …}]}, or specify a recording"

    init(reading file: InputFile) throws(RecordingError) {
        guard file.size <= Self.byteLimit else {
            let message = "the file is larger than \(Self.byteLimit >> 20) MiB"
            throw RecordingError(.format, file.path, message, remedy: "split the actions")
        }
        let text = try WebDriverText(reading: file)
        let root: LocatedJSON
        do throws(JSONError) { root = try LocatedJSON(parsing: text.bytes) } catch {
            throw text.error(at: error.offset, error.message, remedy: "correct the JSON")
        }
        guard let actions = root["actions"], let list = actions.value.list else {
            throw text.error(
                at: root["actions"]?.offset ?? root.offset,
                "a list 'actions' is missing",
                remedy: Self.example
            )
        }
        var sources: [WebDriverSource] = []
        var fingers: Int32 = 0
        for part in actions.parts {
            let source = try WebDriverSource(part, text, after: fingers)
            fingers = max(fingers, source.finger ?? 0)
            sources.append(source)
        }
        guard fingers > 0 else {
            let remedy = "add a source with \"type\": \"pointer\" and \"parameters\": {\"pointerType\": \"touch\"}"
            let message = list.isEmpty ? "the list 'actions' is empty" : "no source is a touch pointer"
            throw text.error(at: actions.offset, message, remedy: remedy)
        }
        var player = WebDriverTicks(text)
        var tick = 0
        // Sources without further actions are removed, so that the running time is proportional to the number of
        // actions.
        while true {
            sources.removeAll { $0.actions.count <= tick }
            guard !sources.isEmpty else { break }
            try player.play(sources.map { ($0.finger, $0.actions[tick]) })
            tick += 1
        }
        (script, warnings) = (ScriptText(lines: player.lines), player.warnings)
    }
}

/// Text of a file with WebDriver actions; converts byte offsets to lines and columns.
struct WebDriverText {
    let path: String
    let bytes: [UInt8]
    private let starts: [Int]

    /// Maximum number of bytes of a line that an error quotes.
    private static let excerptLength = 200

    init(reading file: InputFile) throws(RecordingError) {
        path = file.path
        var bytes = try file.bytes(0..<file.size)
        // The byte order mark is not part of the text.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
        self.bytes = bytes
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0a }.map { $0 + 1 }
    }

    /// Returns the one-based line and column of a byte.
    func position(of offset: Int) -> (line: Int, column: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - starts[low] + 1)
    }

    func error(at offset: Int, _ message: String, remedy: String) -> RecordingError {
        let (line, column) = position(of: offset)
        let end = line < starts.count ? starts[line] - 1 : bytes.count
        let text = String(decoding: bytes[starts[line - 1]..<max(end, starts[line - 1])], as: UTF8.self)
        let isShort = text.utf8.count <= Self.excerptLength && text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
        let padding = text.utf8.prefix(column - 1).map { $0 == 0x09 ? "\t" : " " }.joined()
        let excerpt = isShort ? "    \(text)\n    \(padding)^" : nil
        return RecordingError(
            .malformed,
            path,
            line: line,
            column: column,
            message,
            remedy: remedy,
            excerpt: excerpt
        )
    }
}
