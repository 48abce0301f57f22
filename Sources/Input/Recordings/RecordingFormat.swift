public import InputEvents

/// A format of recordings.
///
/// A new one is a file with its value, its source and perhaps its writer, and an entry in `all`. Commands, their help
/// and their messages list the formats from there.
public struct RecordingFormat: Sendable {
    /// All formats. A recording is of the first one that recognizes it; a new one is written in the first one that can
    /// hold its devices.
    public static let all: [RecordingFormat] = [.evemu, .libinputRecord]

    /// Name on the command line.
    public let name: String
    /// The program that the format is of, for messages.
    public let program: String
    /// Extension of its files, without the dot.
    public let fileExtension: String
    /// Whether a line, the first that is neither empty nor a comment, begins a recording of the format.
    let recognizes: @Sendable (_ line: UnsafeBufferPointer<UInt8>) -> Bool
    /// Opens a recording, with the description of its device from another file if there is one.
    let open: @Sendable (InputFile, DeviceDescription?) throws(RecordingError) -> any RecordingSource
    /// Whether a recording may hold events alone, described in another file.
    var takesDescription = false
    /// Nil for a format that is only read.
    public var writing: Writing?

    /// Makes files of a format.
    public struct Writing: Sendable {
        /// Maximum number of devices in a file.
        public let deviceLimit: Int
        /// Makes the file at a path and describes the devices in it; an existing file is replaced only with `true`.
        public let open: @Sendable (String, [DeviceDescription], Bool) throws(RecordingError) -> any RecordingWriter
    }

    /// The programs whose recordings are read, as in "evemu-record or libinput record".
    public static var programs: String { all.map(\.program).joined(separator: " or ") }

    /// The formats that are written.
    public static var written: [RecordingFormat] { all.filter { $0.writing != nil } }
}

extension RecordingFormat {
    /// The format of a file, by the first line that is neither empty nor a comment.
    init(of file: InputFile) throws(RecordingError) {
        let remedy = "name a recording of \(Self.programs)"
        guard file.size > 0 else { throw RecordingError(.format, file.path, line: 1, "is empty", remedy: remedy) }
        let head = try file.bytes(0..<min(file.size, 4096))
        if head.starts(with: [0x1f, 0x8b]) || head.starts(with: [0xfd, 0x37]) || head.starts(with: [0x28, 0xb5]) {
            throw RecordingError(.format, file.path, line: 1, "is compressed", remedy: "unpack it first")
        }
        if head.contains(0) { throw RecordingError(.format, file.path, line: 1, "is binary", remedy: remedy) }
        let lines = LineReader(file)
        while try lines.advance() {
            let line = lines.line
            guard let start = line.first(where: { $0 != 0x20 && $0 != 0x09 }), start != 0x23 else { continue }
            guard let format = Self.all.first(where: { $0.recognizes(line) }) else {
                throw RecordingError(.format, file.path, line: lines.number, "is no recording", remedy: remedy)
            }
            self = format
            return
        }
        throw RecordingError(.format, file.path, line: 1, "holds nothing but comments", remedy: remedy)
    }
}

/// A recording that is open: its devices, and their events one after the other.
protocol RecordingSource: AnyObject {
    /// The recorded devices; an event's device is its index here.
    var devices: [DeviceDescription] { get }
    /// What a dump of the flight recorder says of itself; nil for every other recording.
    var origin: RecordingOrigin? { get }
    /// What is odd about the recording as far as it has been read.
    var warnings: WarningList { get }
    /// Size of the file in bytes, and how much of it has been read.
    var byteCount: Int64 { get }
    var bytesRead: Int64 { get }
    /// The next event by time, nil at the end.
    func next() throws(RecordingError) -> RecordedEvent?
    /// Appends the next events, up to a bound; none at the end.
    ///
    /// The default asks `next()`, which the compiler can then inline into its loop.
    func read(into piece: inout ContiguousArray<RecordedEvent>) throws(RecordingError)
}

extension RecordingSource {
    var origin: RecordingOrigin? { nil }

    func read(into piece: inout ContiguousArray<RecordedEvent>) throws(RecordingError) {
        while piece.count < 64, let event = try next() { piece.append(event) }
    }
}
