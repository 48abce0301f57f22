internal import Platform

/// Index of a `libinput record` file: the ranges of its devices, their descriptions and their event lists.
struct LibinputRecordIndex {
    /// Parts of the file outside the `devices` list.
    private(set) var frame: [DeviceText.Part] = []
    private(set) var devices: [DeviceText] = []
    /// Lines about handler calls, their results and plugin commands, from the trace of a flight-recorder dump.
    private(set) var callLines: [String] = []

    private var openStart: Int64 = 0
    private var openLine = 1
    private var openDash: Int?
    private var regular = RegularEvents()
    private var section = Section.outside
    private var hasList = false
    /// Column of the dashes in the `devices` list; nil before the first dash.
    private var dashes: Int?
    /// Column of the current device's keys; nil before the first key.
    private var keys: Int?
    /// Smallest column of an entry in the current event list; nil before the first entry.
    private var entries: Int?
    private var hasFrame = false

    private enum Section {
        case outside, devices, description, events
        /// The trace in a flight-recorder dump. Only its lines about calls and commands are stored, in `callLines`.
        case trace
    }

    /// Scans all lines once. Afterwards, a separate cursor can read each device's events.
    init(_ file: InputFile) throws(RecordingError) {
        let lines = LineReader(file)
        while try lines.advance() {
            let line = lines.line
            guard let indent = line.firstIndex(where: { $0 != 0x20 }), line[indent] != UInt8(ascii: "#") else {
                continue
            }
            try take(lines, indent: indent)
        }
        close(at: file.size)
        guard hasList else {
            let remedy = "pass a recording (if this file is the layout, use --layout FILE)"
            throw RecordingError(.format, file.path, line: 1, "the file has no 'devices' list", remedy: remedy)
        }
    }

    private mutating func take(_ lines: LineReader, indent: Int) throws(RecordingError) {
        let line = lines.line
        let isDash = line[indent] == 0x2d && (indent + 1 == line.count || line[indent + 1] == 0x20)
        if section == .trace {
            guard indent == 0 else { return takeTrace(line.dropFirst(indent)) }
            start(.outside, at: lines.offset, lines.number)
        }
        if section == .outside {
            if indent == 0, line.starts(with: RecordText.traceKey.utf8) { return skipTrace(lines) }
            if !hasList, indent == 0, line.starts(with: "devices:".utf8) { try open(lines) }
            return
        }
        if let dashes {
            if indent < dashes || (indent == dashes && !isDash) {
                close(at: lines.offset)
                start(.outside, at: lines.offset, lines.number)
                self.dashes = nil
                if indent == 0, line.starts(with: RecordText.traceKey.utf8) { skipTrace(lines) }
                return
            }
            if indent == dashes { return try openDevice(lines, indent) }
        } else if isDash {
            dashes = indent
            return try openDevice(lines, indent)
        } else {
            start(.outside, at: lines.offset, lines.number)
            return
        }
        if keys == nil { keys = indent }
        guard let keys else { return }
        if section == .events, indent > keys || (indent == keys && isDash) {
            if isDash, !hasFrame { skipStrays(lines, indent) }
            regular.check(line, indent: indent)
            return
        }
        guard indent <= keys else { return }
        if section == .events {
            close(at: lines.offset)
            start(.description, at: lines.offset, lines.number)
        }
        if indent == keys { try openEvents(lines, column: keys) }
    }

    /// Skips stray entries at the beginning of an event list. With --with-libinput and several devices, libinput record
    /// 1.22 writes the first libinput entries without their parent line. The event list begins after these entries, at
    /// a smaller column.
    private mutating func skipStrays(_ lines: LineReader, _ indent: Int) {
        if let entries, indent < entries {
            openStart = lines.offset
            openLine = lines.number
            regular = RegularEvents()
        }
        entries = min(entries ?? indent, indent)
        hasFrame = lines.line.dropFirst(indent).starts(with: "- evdev:".utf8)
    }

    private mutating func open(_ lines: LineReader) throws(RecordingError) {
        let rest = lines.line.dropFirst("devices:".utf8.count).first { $0 != 0x20 && $0 != 0x09 }
        guard rest == nil || rest == UInt8(ascii: "#") else {
            let remedy = "write a list with an item for each device below it"
            throw RecordingError(
                .format,
                lines.file.path,
                line: lines.number,
                "the devices must not be on the same line as 'devices:'",
                remedy: remedy
            )
        }
        close(at: lines.offset)
        hasList = true
        section = .devices
    }

    private mutating func openDevice(_ lines: LineReader, _ indent: Int) throws(RecordingError) {
        close(at: lines.offset)
        guard devices.count < DescriptionRules.deviceLimit else {
            let message = "the file has more than \(DescriptionRules.deviceLimit) devices"
            throw RecordingError(.format, lines.file.path, line: lines.number, message, remedy: "split the file")
        }
        devices.append(DeviceText(line: lines.number))
        let line = lines.line
        let key = line.dropFirst(indent + 1).firstIndex { $0 != 0x20 }
        keys = key.flatMap { line[$0] == UInt8(ascii: "#") ? nil : $0 }
        start(.description, at: lines.offset, lines.number)
        openDash = indent
        if let keys { try openEvents(lines, column: keys) }
    }

    private mutating func openEvents(_ lines: LineReader, column: Int) throws(RecordingError) {
        guard lines.line.dropFirst(column).starts(with: "events:".utf8) else { return }
        guard devices[devices.count - 1].events == nil else {
            let message = "the device has a second key 'events'"
            let remedy = "remove one of the two lists of events"
            throw RecordingError(.malformed, lines.file.path, line: lines.number, message, remedy: remedy)
        }
        // If `events:` is on the line of the dash, no description precedes the events.
        if openStart < lines.offset { close(at: lines.offset) }
        start(.events, at: lines.offset + Int64(column) + 7, lines.number)
        regular = RegularEvents()
        (entries, hasFrame) = (nil, false)
        // Text after `events:` is the list itself, except for a comment.
        let rest = lines.line.dropFirst(column + 7).first { $0 != 0x20 }
        if let rest, rest != UInt8(ascii: "#") { regular.check(lines.line, indent: column) }
    }

    /// Skips the trace without parsing it as YAML, because it may be long.
    private mutating func skipTrace(_ lines: LineReader) {
        close(at: lines.offset)
        start(.trace, at: lines.offset, lines.number)
    }

    /// Limit dump-calls (limits.md, Recordings and dumps): maximum number of lines about handler calls and commands
    /// that are read from a dump. If exceeded: the remaining lines are ignored. `explain` does not use the outcomes of
    /// their calls, and `replay` does not repeat their commands.
    static let callLimit = 20_000
    /// Maximum length of a line about a handler call, in bytes.
    private static let callLength = 4096

    private static let kinds = ["handler", "result", "command"].map { "\"kind\":\"\($0)\"" }

    /// Stores a line of the trace if it is about a handler call, its result or a command.
    private mutating func takeTrace(_ line: some Collection<UInt8>) {
        guard callLines.count < Self.callLimit, line.count <= Self.callLength else { return }
        let text = String(decoding: line, as: UTF8.self)
        if Self.kinds.contains(where: { text.holds($0) }) { callLines.append(text) }
    }

    private mutating func start(_ section: Section, at offset: Int64, _ line: Int) {
        self.section = section
        openStart = offset
        openLine = line
        openDash = nil
    }

    /// Ends the current part and adds the part to the index.
    private mutating func close(at offset: Int64) {
        let part = DeviceText.Part(range: openStart..<max(openStart, offset), firstLine: openLine, dash: openDash)
        switch section {
        case .outside: frame.append(part)
        case .devices, .trace: break
        case .description: devices[devices.count - 1].description.append(part)
        case .events:
            devices[devices.count - 1].events = part
            devices[devices.count - 1].events?.isRegular = regular.isRegular
        }
    }
}
