public import InputEvents

/// Writes a recording of one or more devices in `libinput record`'s format, which libinput replay can play.
///
/// The format lists devices one after another, each with all its events. During the recording, each device after the
/// first is written to a temporary file, `….part-2` and so on; `finish()` appends these files.
public final class LibinputRecordWriter: RecordingWriter {
    private let file: OutputFile
    private let parts: [OutputFile]
    private var frames: [FrameInProgress]
    private var text = TextBytes()

    /// Creates the file and writes the descriptions; existing files are replaced only if `replaces` is true.
    public init(path: String, devices: [DeviceDescription], _ origin: RecordingOrigin? = nil, replaces: Bool = false)
        throws(RecordingError)
    {
        guard !devices.isEmpty else {
            let remedy = "specify at least one device to record"
            throw RecordingError(.description, path, "the recording has no device", remedy: remedy)
        }
        for device in devices { try RecordingError.check(device, path) }
        let file = try OutputFile(path: path, replaces: replaces)
        var parts: [OutputFile] = []
        do throws(RecordingError) {
            var head = TextBytes()
            head.append("# written by Touchbridge in the format of libinput record\nversion: 1\n")
            head.append("ndevices: \(devices.count)\nlibinput:\n  version: \"1.22.1\"\nsystem:\n  os: \"linux\"\n")
            if let origin { head.append(origin) }
            head.append("devices:\n")
            for (index, device) in devices.enumerated() {
                head.append(record: device)
                if index == 0 {
                    try file.append(head.bytes)
                } else {
                    let part = try OutputFile(path: "\(path).part-\(index + 1)", replaces: replaces)
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

    /// Path of the finished file.
    public var path: String { file.path }

    /// Adds an event; a frame is written to its device's file when its SYN_REPORT arrives.
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

    /// Appends the temporary files of all devices but the first, closes the recording, and deletes the temporary files.
    public func finish() throws(RecordingError) {
        for part in parts where part.size > 0 { try file.append(contentsOf: part) }
        try file.finish()
        for part in parts { part.remove() }
    }
}
