public import InputEvents

/// Reads a recording of either format event by event, in the same memory however long it is.
public final class RecordingReader {
    /// How the recording is written down.
    public let format: RecordingFormat
    /// What was recorded; an event's device is its place here.
    public let devices: [DeviceDescription]
    private let source: Source
    @exclusivity(unchecked) private var isOver = false

    private enum Source {
        case evemu(EvemuSource)
        case libinputRecord(LibinputRecordSource)
    }

    /// Opens a recording, whose format shows in its first line.
    ///
    /// The device of an evemu file with events only is described in another file: `describedBy`.
    public init(path: String, describedBy descriptionPath: String? = nil) throws(RecordingError) {
        let file = try InputFile(path: path)
        format = try RecordingFormat(of: file)
        switch format {
        case .evemu:
            var description: DeviceDescription?
            if let descriptionPath {
                let other = try RecordingReader(path: descriptionPath)
                guard other.devices.count == 1, other.devices[0] != DeviceDescription(name: "") else {
                    let message = "describes \(other.devices.count == 1 ? "no device" : "several devices")"
                    throw RecordingError(.format, descriptionPath, message, remedy: "name a file that describes one")
                }
                description = other.devices[0]
            }
            let evemu = try EvemuSource(file, describedBy: description)
            source = .evemu(evemu)
            devices = [evemu.device]
        case .libinputRecord:
            guard descriptionPath == nil else {
                let remedy = "leave the second file out"
                throw RecordingError(.format, path, "describes its devices itself", remedy: remedy)
            }
            let libinput = try LibinputRecordSource(file)
            source = .libinputRecord(libinput)
            devices = libinput.devices
        }
    }

    /// What is odd about the recording as far as it has been read.
    public var warnings: [RecordingWarning] {
        switch source {
        case .evemu(let evemu): evemu.warnings.all
        case .libinputRecord(let libinput): libinput.warnings.all
        }
    }

    /// What a dump of the flight recorder says of itself; nil for every other recording.
    public var origin: RecordingOrigin? {
        switch source {
        case .evemu: nil
        case .libinputRecord(let libinput): libinput.origin
        }
    }

    /// How long the recording is.
    public var byteCount: Int64 {
        switch source {
        case .evemu(let evemu): evemu.byteCount
        case .libinputRecord(let libinput): libinput.byteCount
        }
    }

    /// How much of it has been read; nearly, and never more than `byteCount`.
    public var bytesRead: Int64 {
        switch source {
        case .evemu(let evemu): evemu.bytesRead
        case .libinputRecord(let libinput): libinput.bytesRead
        }
    }

    /// The next event by time, nil at the end; after an error there is none.
    public func next() throws(RecordingError) -> RecordedEvent? {
        if isOver { return nil }
        do throws(RecordingError) {
            switch source {
            case .evemu(let evemu):
                if let event = try evemu.next() { return RecordedEvent(device: 0, event: event) }
            case .libinputRecord(let libinput):
                if let event = try libinput.next() { return event }
            }
        } catch {
            isOver = true
            throw error
        }
        isOver = true
        return nil
    }
}
