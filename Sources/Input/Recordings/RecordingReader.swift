internal import Geometry
public import InputEvents
public import Platform
package import TouchScripts

/// Reads a recording of any known format event by event. Memory use is constant, except for scripts, which are loaded
/// completely.
public final class RecordingReader {
    public let format: RecordingFormat
    /// Devices of the recording; events refer to them by index.
    public let devices: [DeviceDescription]
    private let source: any RecordingSource
    /// Events that were read ahead; `failure` is the error after them.
    @exclusivity(unchecked) private var piece: ContiguousArray<RecordedEvent> = []
    @exclusivity(unchecked) private var index = 0
    @exclusivity(unchecked) private var isOver = false
    private var failure: RecordingError?

    /// Opens a recording; detects its format from the first line that is neither empty nor a comment.
    ///
    /// The fingers of a script move on a screen of 1920 x 1080 points. `describedBy` is the path of a file with the
    /// device description, for a recording without a description.
    public convenience init(path: String, describedBy descriptionPath: String? = nil) throws(RecordingError) {
        try self.init(path: path, describedBy: descriptionPath) { _ throws(TouchScriptError) in
            try ScriptPanel(screen: Size(width: 1920, height: 1080))
        }
    }

    /// Opens a recording. If the recording is a script, `scriptPanel` returns the panel on which its fingers move.
    package init(
        path: String,
        describedBy descriptionPath: String?,
        scriptPanel: @escaping (ScriptText) throws(TouchScriptError) -> ScriptPanel
    ) throws(RecordingError) {
        let file = try InputFile(path: path)
        format = try RecordingFormat(of: file)
        var description: DeviceDescription?
        if let descriptionPath {
            guard format.takesDescription else {
                let message =
                    format.isScript
                    ? "a touch script needs no device description" : "the file already contains device descriptions"
                throw RecordingError(.format, path, message, remedy: "omit the description file")
            }
            let other = try RecordingReader(path: descriptionPath)
            guard other.devices.count == 1, other.devices[0] != DeviceDescription(name: "") else {
                let message = "the file describes \(other.devices.count == 1 ? "no device" : "several devices")"
                throw RecordingError(
                    .format,
                    descriptionPath,
                    message,
                    remedy: "specify a file that describes exactly one device"
                )
            }
            description = other.devices[0]
        }
        source = try format.open(file, RecordingFormat.Panel(description: description, script: scriptPanel))
        devices = source.devices
    }

    /// Warnings about the part of the recording read so far.
    public var warnings: [RecordingWarning] { source.warnings.all }
    /// The script; nil if the recording is no script.
    package var script: ScriptText? { (source as? ScriptRecordingSource)?.script }
    /// Metadata that Touchbridge wrote; nil if the recording contains none.
    public var origin: RecordingOrigin? { source.origin }
    /// Wall-clock time at which the recording's clock was zero; nil if unknown.
    public var epoch: EventEpoch? { origin?.epoch }
    /// Lines of JSON about handler calls, their results and plugin commands, from the trace of a flight-recorder dump;
    /// empty for other recordings.
    public var callLines: [String] { source.callLines }
    /// Size of the file in bytes.
    public var byteCount: Int64 { source.byteCount }
    /// Approximate number of bytes read, at most `byteCount`.
    public var bytesRead: Int64 { source.bytesRead }

    /// Returns the next event in order of time; nil at the end and after an error.
    public func next() throws(RecordingError) -> RecordedEvent? {
        if index == piece.count { try readPiece() }
        guard index < piece.count else { return nil }
        defer { index += 1 }
        return piece[index]
    }

    /// Reads the next events into `piece`. Throws an error only after all events before the error were returned.
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
