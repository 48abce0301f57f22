internal import InputEvents

extension RecordingFormat {
    /// The output of Android's getevent.
    static let getevent = RecordingFormat(
        name: "getevent",
        program: "getevent",
        fileExtension: "getevent",
        recognizes: { GeteventEventLine.matches($0) || GeteventDescription.begins($0) },
        open: { (file, panel) throws(RecordingError) in try GeteventSource(file, describedBy: panel.description) },
        takesDescription: true
    )
}

/// Reads the output of Android's `getevent -t` or `-lt`: the devices when the file is opened, then the events.
final class GeteventSource: RecordingSource {
    let devices: [DeviceDescription]
    private(set) var warnings = WarningList()
    private let lines: LineReader
    /// Index of each device by the path of its device node; empty if another file describes the only device.
    private var indices: [String: Int] = [:]
    private var labels = GeteventLabels()
    private var announced: [AnnouncedCodes] = []
    /// Events of each device since its last SYN_REPORT; getevent interleaves the frames of devices.
    private var frames: [ContiguousArray<RawEvent>] = []
    private var ready: (device: Int, events: ArraySlice<RawEvent>) = (0, [])
    /// Path of the only device, if another file describes the device.
    private var onlyPath: String?
    private let isDescribed: Bool
    private var isAtEnd = false
    /// Ignored events of devices that the file does not describe, by the path of the device.
    private var undescribed = UndescribedDevices()
    /// Whether lines of a device that was added during the recording are being skipped.
    private var isSkipping = false

    private static let remedy = "correct the line or remove it"
    /// Maximum number of events that are delivered as one frame; real devices send shorter frames.
    ///
    /// Limit getevent-frame (limits.md, Recordings and dumps): maximum number of events of one frame in the output of
    /// getevent. If exceeded: the frame is delivered in parts.
    private static let frameLength = 1 << 14

    /// Reads the file up to its first event. `other` is a description from another file, which replaces the devices in
    /// this file.
    init(_ file: InputFile, describedBy other: DeviceDescription? = nil) throws(RecordingError) {
        lines = LineReader(file)
        var description = GeteventDescription()
        var hasEvents = false
        while !hasEvents, try lines.advance() {
            let line = lines.line
            if Self.isComment(line) { continue }
            hasEvents = GeteventEventLine.matches(line)
            guard !hasEvents else { break }
            do throws(GeteventDescription.Fault) {
                if let unknown = try description.parse(line, &labels) {
                    warnings.add(file.path, lines.number, "the unknown name '\(unknown)' is ignored")
                }
            } catch {
                let code: RecordingError.Code = error.isImpossible ? .description : .malformed
                let remedy = error.isImpossible ? "split the file, or correct the line" : Self.remedy
                throw RecordingError(code, file.path, line: lines.number, error.message, remedy: remedy)
            }
        }
        isDescribed = other == nil
        if let other {
            devices = [other]
            if description.devices.contains(where: { !$0.codes.isEmpty }) {
                let message = "the device descriptions in this file are ignored; another file describes the device"
                warnings.add(file.path, lines.number, message)
            }
        } else {
            devices = description.devices
            indices = description.indices
            guard devices.contains(where: { !$0.codes.isEmpty }) else {
                let message = "the file contains no axis ranges, because getevent prints them only with -p, -i or -v"
                let remedy =
                    "record with 'getevent -lt -v127', or specify a file that describes the device with --description"
                throw RecordingError(.description, file.path, line: max(lines.number, 1), message, remedy: remedy)
            }
            for contradiction in devices.flatMap(\.contradictions) {
                warnings.add(file.path, lines.number, contradiction)
            }
        }
        announced = devices.map { AnnouncedCodes($0) }
        frames = devices.map { _ in [] }
        if hasEvents { try take(lines.line) }
    }

    var byteCount: Int64 { lines.file.size }
    var bytesRead: Int64 { lines.offset }

    /// Returns the next event; nil at the end.
    func next() throws(RecordingError) -> RecordedEvent? {
        while true {
            if let event = ready.events.popFirst() { return RecordedEvent(device: ready.device, event: event) }
            guard !isAtEnd else { return nil }
            if try lines.advance() {
                try take(lines.line)
            } else {
                finish()
            }
        }
    }

    /// Delivers the incomplete frame of one device; further calls deliver the incomplete frames of the other
    /// devices.
    private func finish() {
        guard let device = frames.firstIndex(where: { !$0.isEmpty }) else {
            isAtEnd = true
            for (line, message) in undescribed.messages { warnings.add(lines.file.path, line, message) }
            return
        }
        warnings.add(lines.file.path, lines.number, "the recording ends in the middle of a frame")
        deliver(device)
    }

    private func deliver(_ device: Int) {
        ready = (device, ArraySlice(frames[device]))
        frames[device].removeAll(keepingCapacity: true)
    }

    private func take(_ line: UnsafeBufferPointer<UInt8>) throws(RecordingError) {
        if Self.isComment(line) { return }
        guard GeteventEventLine.matches(line) else { return try skip(line) }
        isSkipping = false
        let parsed: GeteventEventLine
        do throws(GeteventEventLine.Fault) {
            parsed = try GeteventEventLine(line, &labels)
        } catch {
            guard lines.isComplete else { throw unfinished }
            if case .unknown = error { return warnings.add(lines.file.path, lines.number, error.message) }
            throw fault(error.message, error.remedy)
        }
        guard lines.isComplete || parsed.event.isMark(.report) else { throw unfinished }
        guard let device = try device(of: parsed.path) else { return }
        if let anomaly = announced[device].anomaly(of: parsed.event) {
            warnings.add(lines.file.path, lines.number, anomaly.message(about: parsed.event))
        }
        frames[device].append(parsed.event)
        if parsed.event.isMark(.report) || frames[device].count == Self.frameLength { deliver(device) }
    }

    /// Returns the index of a line's device; nil if the file does not describe the device before the first event.
    private func device(of path: String?) throws(RecordingError) -> Int? {
        guard isDescribed else {
            if let path, path != onlyPath {
                guard onlyPath == nil else {
                    let remedy = "record only one device, with 'getevent -lt \(path)'"
                    throw fault("the file contains events of several devices, but --description describes one", remedy)
                }
                onlyPath = path
            }
            return 0
        }
        guard let path else {
            guard devices.count == 1 else {
                let remedy = "run 'getevent -lt' without a device, or describe one device only"
                throw fault("the line names no device, but the file describes \(devices.count) devices", remedy)
            }
            return 0
        }
        if let index = indices[path] { return index }
        undescribed.addEvent(of: path, at: lines.number)
        return nil
    }

    /// Skips messages of getevent, and the description of a device that is added after the first event. Throws for any
    /// other line.
    private func skip(_ line: UnsafeBufferPointer<UInt8>) throws(RecordingError) {
        if line.starts(with: "add device ".utf8) {
            isSkipping = true
            let path = String(decoding: line.drop { $0 != UInt8(ascii: "/") }, as: UTF8.self)
            guard indices[path] == nil else { return }
            undescribed.excuse(path)
            return warnings.add(lines.file.path, lines.number, "the events of a device added later are ignored")
        }
        guard !isSkipping, !GeteventDescription.isMessage(line) else { return }
        throw lines.isComplete ? fault("the line is not in getevent's format", Self.remedy) : unfinished
    }

    private var unfinished: RecordingError {
        let message = "the recording ends in the middle of this line"
        let remedy = "remove the unfinished line, or record again"
        return RecordingError(.truncated, lines.file.path, line: lines.number, message, remedy: remedy)
    }

    private func fault(_ message: String, _ remedy: String) -> RecordingError {
        RecordingError(.malformed, lines.file.path, line: lines.number, message, remedy: remedy)
    }

    private static func isComment(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
        return first == UInt8(ascii: "#")
    }
}
