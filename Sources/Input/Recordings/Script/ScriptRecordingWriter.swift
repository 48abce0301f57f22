internal import InputEvents
package import Platform
package import TouchScripts

/// Writes a touch script of the touches that the recorded events cause. If the process is killed, at most the last
/// frames are lost.
package final class ScriptRecordingWriter: RecordingWriter {
    package var path: String { output.path }
    private let output: OutputFile
    /// Converts the time of the first touch to a date; nil after the first line was written.
    private var epoch: EventEpoch?
    /// Time of the latest event, in microseconds.
    private var time: Int64 = 0
    private let takeLines: () -> [ScriptLine]

    /// Creates the file, whose first line is a comment with the date of the first touch. `takeLines` returns the lines
    /// that were added since its last call.
    package init(
        path: String,
        replaces: Bool,
        epoch: EventEpoch,
        takeLines: @escaping () -> [ScriptLine]
    ) throws(RecordingError) {
        output = try OutputFile(path: path, replaces: replaces)
        self.epoch = epoch
        self.takeLines = takeLines
    }

    package func write(_ recorded: RecordedEvent) throws(RecordingError) {
        time = recorded.event.time
        if recorded.event.isMark(.report) { try writeLines() }
    }

    package func finish() throws(RecordingError) {
        try writeLines()
        try output.finish()
    }

    private func writeLines() throws(RecordingError) {
        var lines = takeLines()
        guard !lines.isEmpty else { return }
        if let date = epoch?.date(of: time) {
            lines.insert(ScriptLine(.nothing, comment: " The first touch began at \(date)."), at: 0)
            epoch = nil
        }
        try output.append(Array("\(ScriptText(lines: lines))".utf8))
    }
}
