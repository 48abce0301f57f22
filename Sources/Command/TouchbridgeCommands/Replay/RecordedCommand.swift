internal import Explain
internal import InputEvents
internal import JSON
internal import Recordings

/// A plugin's command that set properties of a view or gesture, read from the trace in a flight-recorder dump.
struct RecordedCommand {
    /// Time in microseconds on the clock of the recording's events.
    let time: Int64
    let plugin: String
    /// Id of the view or gesture.
    let view: String
    let properties: JSONValue

    /// Creates the command from a line of a trace; returns nil if the line contains no such command.
    private init?(_ line: JSONValue) {
        guard line["kind"]?.text == "command", let time = line["t"]?.number.flatMap({ Int64(exactly: $0) }),
            (0...RawEvent.lastSecond * 1_000_000).contains(time),
            let plugin = line["plugin"]?.text, let view = line["target"]?.text, let properties = line["set"]
        else { return nil }
        (self.time, self.plugin, self.view, self.properties) = (time, plugin, view, properties)
    }

    /// Returns the commands in a recording, in order of time.
    static func all(in reader: RecordingReader) -> [RecordedCommand] {
        reader.callLines.compactMap { (try? JSONValue(parsing: $0.utf8)).flatMap(RecordedCommand.init) }
            .sorted { $0.time < $1.time }
    }
}

extension ServiceCalls {
    /// Reads the results of the calls in a recording; only flight-recorder dumps contain results.
    init(of reader: RecordingReader) {
        self.init(lines: reader.callLines.compactMap { try? JSONValue(parsing: $0.utf8) })
    }
}
