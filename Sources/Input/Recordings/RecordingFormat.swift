public import InputEvents
internal import TouchScripts

/// A file format of recordings, with its detection, reader and writer.
///
/// To add a format, add a file that defines its `RecordingFormat`, its `RecordingSource` and, if the format can be
/// written, its `RecordingWriter`. Also add the format to `all`, the list that commands, help texts
/// and messages use.
public struct RecordingFormat: Sendable {
    /// All formats. A recording is read in the first format that recognizes it, and written in the first format that
    /// supports its devices.
    public static let all: [RecordingFormat] = [.evemu, .libinputRecord, .getevent, .webDriver, .touch]

    /// Name on the command line.
    public let name: String
    /// Program that writes the format, for messages; nil for touch scripts and WebDriver actions.
    public let program: String?
    /// Extension of the files, without the dot.
    public let fileExtension: String
    /// Whether a line begins a recording of the format; called with the first line that is neither empty nor a comment.
    let recognizes: @Sendable (_ line: UnsafeBufferPointer<UInt8>) -> Bool
    /// Opens a recording; `Panel` describes the device of a recording without a description.
    let open: @Sendable (InputFile, Panel) throws(RecordingError) -> any RecordingSource
    /// Whether a recording of this format may lack the device description; another file then describes the device.
    var takesDescription = false
    /// Whether the positions are in points of a screen; the reader then creates a panel for this screen.
    package var isScript = false
    /// Writer of the format; nil if the format can only be read.
    public var writing: Writing?

    /// Panel for a recording that contains no device description.
    struct Panel {
        /// Device description from another file, if any.
        var description: DeviceDescription?
        /// Returns the panel of a script.
        var script: (ScriptText) throws(TouchScriptError) -> ScriptPanel
    }

    /// Creates recordings in a format.
    public struct Writing: Sendable {
        /// Maximum number of devices in a file.
        public let deviceLimit: Int
        /// Creates the file at a path, and writes the descriptions of its devices and the origin. The Boolean argument
        /// states whether an existing file may be replaced.
        public let open:
            @Sendable (String, [DeviceDescription], RecordingOrigin?, Bool) throws(RecordingError) ->
                any RecordingWriter
    }

    /// Programs whose recordings can be read, such as "evemu-record, libinput record or getevent".
    public static var programs: String {
        let names = all.compactMap(\.program)
        return names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
    }

    /// Formats that can be written.
    public static var written: [RecordingFormat] { all.filter { $0.writing != nil } }
}

extension RecordingFormat {
    /// Detects the format of a file by the first line that is neither empty nor a comment.
    init(of file: InputFile) throws(RecordingError) {
        let remedy = "specify a recording of \(Self.programs), a touch script, or WebDriver actions"
        guard file.size > 0 else {
            throw RecordingError(.format, file.path, line: 1, "the file is empty", remedy: remedy)
        }
        let head = try file.bytes(0..<min(file.size, 4096))
        if head.starts(with: [0x1f, 0x8b]) || head.starts(with: [0xfd, 0x37]) || head.starts(with: [0x28, 0xb5]) {
            let remedy = "decompress the file first"
            throw RecordingError(.format, file.path, line: 1, "the file is compressed", remedy: remedy)
        }
        if head.contains(0) { throw RecordingError(.format, file.path, line: 1, "the file is binary", remedy: remedy) }
        // A JSON file is not read by lines, because a single line may exceed the limit of `LineReader`.
        if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
            self = .webDriver
            return
        }
        let lines = LineReader(file)
        while try lines.advance() {
            let line = lines.line
            guard let start = line.first(where: { $0 != 0x20 && $0 != 0x09 }), start != 0x23 else { continue }
            // A file with the extension of touch scripts is always parsed as a script. If its first word is misspelled,
            // the error of the script parser lists the known words.
            let isScript = file.path.hasSuffix(".\(Self.touch.fileExtension)")
            guard let format = isScript ? .touch : Self.all.first(where: { $0.recognizes(line) }) else {
                let message = "the file is not a recording"
                throw RecordingError(.format, file.path, line: lines.number, message, remedy: remedy)
            }
            self = format
            return
        }
        throw RecordingError(.format, file.path, line: 1, "the file contains only comments", remedy: remedy)
    }
}

/// An open recording: its devices, and their events in order.
protocol RecordingSource: AnyObject {
    /// Devices of the recording; events refer to them by index.
    var devices: [DeviceDescription] { get }
    /// Metadata that Touchbridge wrote; nil if the recording contains none.
    var origin: RecordingOrigin? { get }
    /// Lines of JSON about handler calls, their results and plugin commands, from the trace of a flight-recorder dump.
    var callLines: [String] { get }
    /// Warnings about the part of the recording read so far.
    var warnings: WarningList { get }
    /// Size of the file, in bytes.
    var byteCount: Int64 { get }
    /// Number of bytes that have been read.
    var bytesRead: Int64 { get }
    /// Returns the next event in order of time; nil at the end of the recording.
    func next() throws(RecordingError) -> RecordedEvent?
    /// Appends the next events to `piece`, up to a limit. Appends no event at the end of the recording.
    ///
    /// The default implementation calls `next()` in a loop. Reading several events per call avoids a dynamic call for
    /// each event.
    func read(into piece: inout ContiguousArray<RecordedEvent>) throws(RecordingError)
}

extension RecordingSource {
    var origin: RecordingOrigin? { nil }
    var callLines: [String] { [] }

    func read(into piece: inout ContiguousArray<RecordedEvent>) throws(RecordingError) {
        while piece.count < 64, let event = try next() { piece.append(event) }
    }
}
