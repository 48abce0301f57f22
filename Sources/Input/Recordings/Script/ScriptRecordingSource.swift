internal import InputEvents
package import TouchScripts

extension RecordingFormat {
    /// Touch scripts. Positions are in points of the screen, not in panel units; docs/guide/touch-scripts.md describes
    /// the grammar.
    static let touch = RecordingFormat(
        name: "touch",
        program: nil,
        fileExtension: "touch",
        recognizes: { line in
            let text = String(decoding: line, as: UTF8.self)
            let word = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).first ?? ""
            return ScriptParser.firstWords.contains(String(word))
        },
        open: { (file, panel) throws(RecordingError) in
            let text = try ScriptText.text(of: file)
            do throws(TouchScriptError) {
                return try ScriptRecordingSource(file, ScriptText(text, name: file.path), panel.script)
            } catch {
                throw RecordingError(error)
            }
        },
        isScript: true
    )
}

/// Plays a script from a file. The events of the script's panel are generated on demand.
final class ScriptRecordingSource: RecordingSource {
    let devices: [DeviceDescription]
    let warnings: WarningList
    let byteCount: Int64
    let script: ScriptText
    private var events: ScriptEvents
    private var frame: ArraySlice<RawEvent> = []

    init(
        _ file: InputFile,
        _ script: ScriptText,
        _ panel: (ScriptText) throws(TouchScriptError) -> ScriptPanel,
        warnings: WarningList = WarningList()
    ) throws(TouchScriptError) {
        (byteCount, self.script, self.warnings) = (file.size, script, warnings)
        let panel = try panel(script)
        devices = [panel.description]
        events = try ScriptEvents(script, on: panel)
    }

    /// Estimate: the fraction of the script's duration that was played, multiplied by the size of the file in bytes.
    var bytesRead: Int64 {
        let duration = script.duration
        return duration > 0 ? Int64(Double(events.time) / Double(duration) * Double(byteCount)) : byteCount
    }

    func next() throws(RecordingError) -> RecordedEvent? {
        while frame.isEmpty {
            guard let item = events.next() else { return nil }
            if case .frame(let events) = item { frame = events[...] }
        }
        return frame.popFirst().map { RecordedEvent(device: 0, event: $0) }
    }
}

extension ScriptText {
    /// Reads a script from a file; throws if the file is not a touch script.
    package init(path: String) throws(RecordingError) {
        let file = try InputFile(path: path)
        let isScript = path.hasSuffix(".touch") || (try? RecordingFormat(of: file))?.name == RecordingFormat.touch.name
        guard isScript else {
            let remedy = "specify a .touch file, or convert a recording with 'touchbridge-dev make-test --as touch'"
            throw RecordingError(.format, path, "the file is not a touch script", remedy: remedy)
        }
        let text = try Self.text(of: file)
        do throws(TouchScriptError) { self = try ScriptText(text, name: path) } catch { throw RecordingError(error) }
    }

    fileprivate static func text(of file: InputFile) throws(RecordingError) -> String {
        var bytes = try file.bytes(0..<file.size)
        // The byte order mark is not part of the text.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RecordingError(.malformed, file.path, "the file is not UTF-8 text", remedy: "convert it to UTF-8")
        }
        return text
    }
}

extension RecordingError {
    package init(_ error: TouchScriptError) {
        let code: Code = error.line == nil ? .description : .malformed
        let (line, column) = (error.line, error.column)
        let (remedy, excerpt) = (error.remedy, error.excerpt)
        self.init(code, error.name, line: line, column: column, error.message, remedy: remedy, excerpt: excerpt)
    }
}
