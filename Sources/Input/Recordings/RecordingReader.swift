public import InputEvents

/// Reads a recording of any known format event by event, in the same memory however long it is.
public final class RecordingReader {
    /// How the recording is written down.
    public let format: RecordingFormat
    /// What was recorded; an event's device is its place here.
    public let devices: [DeviceDescription]
    private let source: any RecordingSource
    /// Events that were read and not asked for yet, and what ended the reading behind them.
    @exclusivity(unchecked) private var piece: ContiguousArray<RecordedEvent> = []
    @exclusivity(unchecked) private var index = 0
    @exclusivity(unchecked) private var isOver = false
    private var failure: RecordingError?

    /// Opens a recording, whose format shows in its first line.
    ///
    /// The device of an evemu file with events only is described in another file: `describedBy`.
    public init(path: String, describedBy descriptionPath: String? = nil) throws(RecordingError) {
        let file = try InputFile(path: path)
        format = try RecordingFormat(of: file)
        var description: DeviceDescription?
        if let descriptionPath {
            guard format.takesDescription else {
                let remedy = "leave the second file out"
                throw RecordingError(.format, path, "describes its devices itself", remedy: remedy)
            }
            let other = try RecordingReader(path: descriptionPath)
            guard other.devices.count == 1, other.devices[0] != DeviceDescription(name: "") else {
                let message = "describes \(other.devices.count == 1 ? "no device" : "several devices")"
                throw RecordingError(.format, descriptionPath, message, remedy: "name a file that describes one")
            }
            description = other.devices[0]
        }
        source = try format.open(file, description)
        devices = source.devices
    }

    /// What is odd about the recording as far as it has been read.
    public var warnings: [RecordingWarning] { source.warnings.all }
    /// What a dump of the flight recorder says of itself; nil for every other recording.
    public var origin: RecordingOrigin? { source.origin }
    /// How long the recording is.
    public var byteCount: Int64 { source.byteCount }
    /// How much of it has been read; nearly, and never more than `byteCount`.
    public var bytesRead: Int64 { source.bytesRead }

    /// The next event by time, nil at the end; after an error there is none.
    public func next() throws(RecordingError) -> RecordedEvent? {
        if index == piece.count { try readPiece() }
        guard index < piece.count else { return nil }
        defer { index += 1 }
        return piece[index]
    }

    /// Reads the next piece; an error is thrown when the events before it have been asked for.
    private func readPiece() throws(RecordingError) {
        piece.removeAll(keepingCapacity: true)
        index = 0
        if !isOver {
            do throws(RecordingError) { try source.read(into: &piece) } catch { failure = error }
            isOver = piece.isEmpty || failure != nil
        }
        guard piece.isEmpty, let error = failure else { return }
        failure = nil
        throw error
    }
}
