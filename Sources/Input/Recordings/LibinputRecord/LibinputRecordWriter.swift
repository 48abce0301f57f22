public import InputEvents

/// Writes a recording of one or several devices as libinput record does, so that libinput replay can play it.
///
/// The format lists devices one after the other. So while recording, each device behind the first has a file of its
/// own beside the recording, `….part-2` and so on, that is the text to append; finishing does that.
public final class LibinputRecordWriter: RecordingWriter {
    private let file: OutputFile
    private let parts: [OutputFile]
    private var frames: [FrameInProgress]
    private var text = TextBytes()

    /// Makes the file and describes the devices; existing files are replaced only if asked for.
    public init(path: String, devices: [DeviceDescription], replaces: Bool = false) throws(RecordingError) {
        guard !devices.isEmpty else {
            throw RecordingError(.description, path, "no device", remedy: "name at least one device to record")
        }
        for device in devices { try RecordingError.check(device, path) }
        let file = try OutputFile(path: path, replaces: replaces)
        var parts: [OutputFile] = []
        do throws(RecordingError) {
            var head = TextBytes()
            head.append("# written by Touchbridge in the format of libinput record\nversion: 1\n")
            head.append(
                "ndevices: \(devices.count)\nlibinput:\n  version: \"1.22.1\"\nsystem:\n  os: \"linux\"\ndevices:\n"
            )
            for (place, device) in devices.enumerated() {
                head.append(record: device)
                if place == 0 {
                    try file.append(head.bytes)
                } else {
                    let part = try OutputFile(path: "\(path).part-\(place + 1)", replaces: replaces)
                    parts.append(part)
                    try part.append(head.bytes)
                }
                head.clear()
            }
        } catch {
            for made in parts + [file] { made.remove() }
            throw error
        }
        self.file = file
        self.parts = parts
        frames = devices.map { _ in FrameInProgress() }
    }

    /// The file that finishing leaves.
    public var path: String { file.path }

    /// Takes an event; its frame is in its device's file once its report has come.
    public func write(_ recorded: RecordedEvent) throws(RecordingError) {
        precondition(frames.indices.contains(recorded.device), "the recording has no device \(recorded.device)")
        try RecordingError.check(recorded.event, path)
        guard frames[recorded.device].take(recorded.event) else { return }
        text.clear()
        text.append("    - evdev:\n")
        for event in frames[recorded.device].events { text.append(record: event) }
        frames[recorded.device].clear()
        try (recorded.device == 0 ? file : parts[recorded.device - 1]).append(text.bytes)
    }

    /// Appends the other devices' parts, removes them, and closes the file.
    public func finish() throws(RecordingError) {
        for part in parts where part.size > 0 { try file.append(contentsOf: part) }
        try file.finish()
        for part in parts { part.remove() }
    }
}
