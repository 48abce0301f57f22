internal import InputEvents

extension RecordingFormat {
    /// The format of evemu-record and evemu-describe.
    static let evemu = RecordingFormat(
        name: "evemu",
        program: "evemu-record",
        fileExtension: "evemu",
        recognizes: { $0.count >= 2 && $0[1] == 0x3a && "NIPBALSE".utf8.contains($0[0]) },
        open: { (file, panel) throws(RecordingError) in try EvemuSource(file, describedBy: panel.description) },
        takesDescription: true,
        writing: Writing(deviceLimit: 1) { (path, devices, origin, replaces) throws(RecordingError) in
            try EvemuWriter(path: path, device: devices[0], origin, replaces: replaces)
        }
    )
}

/// Reads an evemu file: the description when the file is opened, then the events one by one.
final class EvemuSource: RecordingSource {
    private(set) var device: DeviceDescription
    private(set) var origin: RecordingOrigin?
    private(set) var warnings = WarningList()
    private let lines: LineReader
    @exclusivity(unchecked) private var announced: AnnouncedCodes
    /// The first event, read during initialization because the description ends before the first event.
    @exclusivity(unchecked) private var first: RawEvent?
    @exclusivity(unchecked) private var isInFrame = false

    private static let remedy = "correct the line or remove it"

    /// Reads the file up to its first event. `other` is a description from another file, which replaces the description
    /// in this file.
    init(_ file: InputFile, describedBy other: DeviceDescription? = nil) throws(RecordingError) {
        lines = LineReader(file)
        device = DeviceDescription(name: "")
        announced = AnnouncedCodes(device)
        var description = EvemuDescription()
        while try lines.advance() {
            if let event = try event(&description) {
                first = event
                break
            }
        }
        origin = description.origin
        let line = max(lines.number, 1)
        if let other {
            device = other
            if !description.isEmpty {
                let message = "the device description in this file is ignored; another file describes the device"
                warnings.add(file.path, line, message)
            }
        } else if description.isEmpty {
            guard first != nil else {
                let message = "the file contains neither a device nor events"
                throw RecordingError(.format, file.path, line: line, message, remedy: "record again")
            }
            let remedy = "specify a second file that contains the description"
            warnings.add(file.path, line, "the file contains events but no device description; \(remedy)")
        } else {
            device = description.device
            for contradiction in device.contradictions { warnings.add(file.path, line, contradiction) }
        }
        announced = AnnouncedCodes(device)
        if let first { check(first) }
    }

    var devices: [DeviceDescription] { [device] }
    var byteCount: Int64 { lines.file.size }
    var bytesRead: Int64 { lines.offset }

    /// Returns the next event; nil at the end.
    func next() throws(RecordingError) -> RecordedEvent? {
        if let event = first {
            first = nil
            return RecordedEvent(device: 0, event: event)
        }
        while try lines.advance() {
            let line = lines.line
            if line.count > 2, line[0] == UInt8(ascii: "E"), line[1] == UInt8(ascii: ":") {
                let event = try parsed(line)
                check(event)
                return RecordedEvent(device: 0, event: event)
            }
            try skip(line)
        }
        if isInFrame {
            isInFrame = false
            warnings.add(lines.file.path, lines.number, "the recording ends in the middle of a frame")
        }
        return nil
    }

    /// Parses a line of the description. Returns the event if the line contains one, which ends the description;
    /// otherwise nil.
    private func event(_ description: inout EvemuDescription) throws(RecordingError) -> RawEvent? {
        let line = lines.line
        guard !isComment(line) else {
            description.parse(comment: line)
            return nil
        }
        if line.count > 2, line[0] == UInt8(ascii: "E"), line[1] == UInt8(ascii: ":") { return try parsed(line) }
        do throws(EvemuDescription.Fault) {
            if isTagged(line), try description.parse(line[0], line) { return nil }
        } catch {
            if error.isImpossible { throw fault(.description, error.message) }
            throw fault(lines.isComplete ? .malformed : .truncated, error.message)
        }
        try skip(line)
        return nil
    }

    @inline(__always)
    private func parsed(_ line: UnsafeBufferPointer<UInt8>) throws(RecordingError) -> RawEvent {
        do throws(EvemuEventLine.Fault) {
            let event = try EvemuEventLine.event(line)
            if lines.isComplete || (event.isMark(.report) && event.value == 0) { return event }
        } catch {
            if lines.isComplete { throw fault(.malformed, error.message) }
        }
        let remedy = "remove the unfinished line, or record again"
        let path = lines.file.path
        throw RecordingError(
            .truncated,
            path,
            line: lines.number,
            "the recording ends in the middle of this line",
            remedy: remedy
        )
    }

    @inline(__always)
    private func check(_ event: RawEvent) {
        isInFrame = !event.isMark(.report)
        if let anomaly = announced.anomaly(of: event) {
            let hint = anomaly == .neverAnnounced ? "; in evemu files, type and code are hexadecimal" : ""
            warnings.add(lines.file.path, lines.number, anomaly.message(about: event) + hint)
        }
    }

    /// Skips a comment. Skips a line with an unknown letter, which a later evemu version may define, with a warning.
    /// Throws for any other line.
    private func skip(_ line: UnsafeBufferPointer<UInt8>) throws(RecordingError) {
        if isComment(line) { return }
        guard isTagged(line) else {
            throw fault(lines.isComplete ? .malformed : .truncated, "the line is not in evemu's format")
        }
        if "NIPBALS".utf8.contains(line[0]) {
            throw fault(
                .malformed,
                "a description line follows the first event; the description must come before all events"
            )
        }
        let letter = String(decoding: line.prefix(1), as: UTF8.self)
        warnings.add(lines.file.path, lines.number, "the unknown line '\(letter):' is ignored")
    }

    private func isComment(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
        return first == UInt8(ascii: "#")
    }

    /// Whether the line begins with a capital letter other than `E`, followed by a colon.
    private func isTagged(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.count >= 2 && (0x41...0x5a).contains(line[0]) && line[1] == 0x3a && line[0] != UInt8(ascii: "E")
    }

    private func fault(_ code: RecordingError.Code, _ message: String) -> RecordingError {
        RecordingError(code, lines.file.path, line: lines.number, message, remedy: Self.remedy)
    }
}
