internal import InputEvents
internal import YAML

extension RecordingFormat {
    /// The YAML format of libinput record.
    static let libinputRecord = RecordingFormat(
        name: "libinput",
        program: "libinput record",
        fileExtension: "yml",
        recognizes: { line in
            if line.starts(with: "---".utf8) || line.starts(with: "%YAML".utf8) { return true }
            guard let colon = line.firstIndex(of: 0x3a), colon > 1 else { return false }
            return line[..<colon].allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x5f || $0 == 0x2d }
        },
        open: { (file, _) throws(RecordingError) in try LibinputRecordSource(file) },
        writing: Writing(deviceLimit: .max) { (path, devices, origin, replaces) throws(RecordingError) in
            try LibinputRecordWriter(path: path, devices: devices, origin, replaces: replaces)
        }
    )
}

/// Reads a `libinput record` file; merges the events of all devices by time.
final class LibinputRecordSource: RecordingSource {
    private(set) var devices: [DeviceDescription] = []
    /// Metadata that Touchbridge wrote; nil if the recording contains none.
    let origin: RecordingOrigin?
    let callLines: [String]
    private(set) var warnings = WarningList()
    private let file: InputFile
    @exclusivity(unchecked) private var streams: [Stream] = []
    /// Index of the device with an incomplete current frame; nil between frames. Frames of different devices are not
    /// interleaved.
    @exclusivity(unchecked) private var current: Int?

    private struct Stream {
        var cursor: Cursor?
        var announced: AnnouncedCodes
        var head: RawEvent?
        var line = 0
        var isInFrame = false
    }

    /// Cursor over a device's events. `RegularCursor` reads only the line format of `libinput record`, but faster;
    /// `LibinputRecordCursor` reads any event list.
    private enum Cursor {
        case regular(RegularCursor)
        case any(LibinputRecordCursor)

        func next() throws(RecordingError) -> RawEvent? {
            switch self {
            case .regular(let cursor): try cursor.next()
            case .any(let cursor): try cursor.next()
            }
        }

        var line: Int {
            switch self {
            case .regular(let cursor): cursor.line
            case .any(let cursor): cursor.line
            }
        }

        var bytesRead: Int64 {
            switch self {
            case .regular(let cursor): cursor.bytesRead
            case .any(let cursor): cursor.bytesRead
            }
        }
    }

    init(_ file: InputFile) throws(RecordingError) {
        self.file = file
        let index = try LibinputRecordIndex(file)
        callLines = index.callLines
        let frame = try RecordNodes(file, index.frame)
        origin = frame[RecordingOrigin.key].flatMap { RecordingOrigin($0) }
        try check(frame, index)
        for warning in frame.warnings { warnings.add(file.path, warning.line, warning.message) }
        for text in index.devices {
            let description = try LibinputRecordDescription(file, text)
            devices.append(description.device)
            for warning in description.nodes.warnings { warnings.add(file.path, warning.line, warning.message) }
            for contradiction in description.device.contradictions { warnings.add(file.path, text.line, contradiction) }
            let cursor = text.events.map { part in
                part.isRegular ? Cursor.regular(RegularCursor(file, part)) : .any(LibinputRecordCursor(file, part))
            }
            streams.append(Stream(cursor: cursor, announced: AnnouncedCodes(description.device)))
        }
        for number in streams.indices { try advance(number) }
    }

    var byteCount: Int64 { file.size }
    var bytesRead: Int64 { streams.reduce(0) { $0 + ($1.cursor?.bytesRead ?? 0) } }

    /// Returns the next event of the device with an incomplete frame; otherwise, the earliest remaining event of all
    /// devices. Returns nil at the end.
    func next() throws(RecordingError) -> RecordedEvent? {
        if let number = current, streams[number].head == nil { current = nil }
        guard let number = current ?? oldest(), let event = streams[number].head else { return nil }
        if let anomaly = streams[number].announced.anomaly(of: event) {
            warnings.add(file.path, streams[number].line, anomaly.message(about: event))
        }
        streams[number].isInFrame = !event.isMark(.report)
        current = streams[number].isInFrame ? number : nil
        try advance(number)
        return RecordedEvent(device: number, event: event)
    }

    private func oldest() -> Int? {
        var best: Int?
        for number in streams.indices {
            guard let time = streams[number].head?.time else { continue }
            if let former = best.flatMap({ streams[$0].head?.time }), former <= time { continue }
            best = number
        }
        return best
    }

    private func advance(_ number: Int) throws(RecordingError) {
        guard let cursor = streams[number].cursor else { return }
        streams[number].head = try cursor.next()
        streams[number].line = cursor.line
        if streams[number].head == nil {
            streams[number].cursor = nil
            if streams[number].isInFrame {
                let name = devices[number].name
                warnings.add(file.path, cursor.line, "the events of '\(name)' end in the middle of a frame")
            }
        }
    }

    private func check(_ frame: RecordNodes, _ index: LibinputRecordIndex) throws(RecordingError) {
        guard let version = frame["version"] else {
            let message = "the file has no 'version'"
            let remedy = "record the device again with libinput record"
            throw RecordingError(.format, file.path, line: 1, message, remedy: remedy)
        }
        let number: Int64 = try frame.number(version, "'version'")
        guard (1...2).contains(number) else {
            let message = "format version \(number) is not supported; the supported versions are 1 and 2"
            throw frame.error(message, at: version, .format)
        }
        guard let first = index.devices.first else {
            throw RecordingError(.format, file.path, line: 1, "the file lists no device", remedy: "record again")
        }
        if let node = frame["ndevices"] {
            let count: Int64 = try frame.number(node, "'ndevices'")
            if count > Int64(index.devices.count) {
                let rest = "append the files '\(file.path).part-2' and so on, if they exist"
                let message = "the file contains \(index.devices.count) of \(count) devices; \(rest)"
                warnings.add(file.path, node.mark.line, message)
            }
        } else {
            warnings.add(file.path, first.line, "the file has no 'ndevices'")
        }
    }
}
