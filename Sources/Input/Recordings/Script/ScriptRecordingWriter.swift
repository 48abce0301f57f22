internal import InputEvents
package import TouchScripts

/// Writes a touch script of the touches that the recorded events cause. If the process is killed, at most the last
/// frames are lost.
package final class ScriptRecordingWriter: RecordingWriter {
    package var path: String { output.path }
    private let output: OutputFile
    private let takeLines: () -> [ScriptLine]

    /// Creates the file. `takeLines` returns the lines that were added since its last call.
    package init(
        path: String,
        replaces: Bool,
        takeLines: @escaping () -> [ScriptLine]
    ) throws(RecordingError) {
        output = try OutputFile(path: path, replaces: replaces)
        self.takeLines = takeLines
    }

    package func write(_ recorded: RecordedEvent) throws(RecordingError) {
        if recorded.event.isMark(.report) { try writeLines() }
    }

    package func finish() throws(RecordingError) {
        try writeLines()
        try output.finish()
    }

    private func writeLines() throws(RecordingError) {
        let lines = takeLines()
        if !lines.isEmpty { try output.append(Array("\(ScriptText(lines: lines))".utf8)) }
    }
}
