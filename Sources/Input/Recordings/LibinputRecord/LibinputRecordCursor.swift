internal import InputEvents
internal import YAML

/// Reads one device's event list in any YAML notation, with one event in memory at a time.
final class LibinputRecordCursor {
    private let file: InputFile
    private let reader: YAMLReader
    private let source: PartSource
    private var state = State.start
    /// Line number of the last event.
    private(set) var line = 0

    private enum State {
        case start, list, item, frame, end
    }

    init(_ file: InputFile, _ part: DeviceText.Part) {
        self.file = file
        let source = PartSource(file, part.range)
        self.source = source
        reader = YAMLReader(file: file.path, firstLine: part.firstLine) { source.read(into: $0) }
    }

    /// Returns the next event; nil at the end of the list.
    func next() throws(RecordingError) -> RawEvent? {
        while state != .end, let step = try step() {
            switch (state, step) {
            case (.start, .documentStart): continue
            case (.start, .scalar(let scalar, _)) where scalar.isNull: state = .end
            case (.start, .sequenceStart): state = .list
            case (.start, _): throw error("'events' must be a list")
            case (.list, .mappingStart): state = .item
            case (.list, .sequenceEnd):
                state = .end
                try expectNothing()
            case (.list, _): throw error("each item of 'events' must be a mapping such as '- evdev: …'")
            case (.item, .mappingEnd): state = .list
            case (.item, .scalar(let key, _)): try enter(key.text)
            case (.item, _): throw error("a list item must begin with a key such as 'evdev'")
            case (.frame, .sequenceEnd): state = .item
            case (.frame, .sequenceStart): return try event()
            case (.frame, _): throw error("an event must be '[seconds, microseconds, type, code, value]'")
            case (.end, _): break
            }
        }
        return nil
    }

    /// Throws if the device's part of the file continues after the event list, because this content would be ignored
    /// silently.
    private func expectNothing() throws(RecordingError) {
        while let step = try step() {
            guard step == .documentEnd else { throw error("'events' must be the last key of the device") }
        }
    }

    /// Enters the event list of a frame if the key is `evdev`; skips the value of any other key.
    private func enter(_ key: String) throws(RecordingError) {
        guard let step = try step() else { return }
        if key != "evdev" { return try skip(step) }
        switch step {
        case .sequenceStart: state = .frame
        case .scalar(let scalar, _) where scalar.isNull: break
        default: throw error("'evdev' must be a list of events")
        }
    }

    private func event() throws(RecordingError) -> RawEvent {
        line = reader.mark.line
        let seconds = try number("'seconds'", 0...RawEvent.lastSecond)
        let micros = try number("'microseconds'", 0...999_999)
        let type = try number("'type'", 0...0xffff)
        let code = try number("'code'", 0...0xffff)
        let value = try number("'value'", Int64(Int32.min)...Int64(Int32.max))
        guard try step() == .sequenceEnd else { throw error("an event must have exactly five numbers") }
        return RawEvent(
            time: seconds * 1_000_000 + micros,
            type: EventType(rawValue: UInt16(type)),
            code: UInt16(code),
            value: Int32(value)
        )
    }

    private func number(_ what: String, _ range: ClosedRange<Int64>) throws(RecordingError) -> Int64 {
        guard case .scalar(let scalar, _) = try step() else {
            throw error("\(what) of an event is missing or not a number")
        }
        guard let number = scalar.integer, range.contains(number) else {
            throw error(
                "\(what) of an event must be from \(range.lowerBound) to \(range.upperBound), not '\(scalar.text)'"
            )
        }
        return number
    }

    private func step() throws(RecordingError) -> YAMLEvent? {
        do throws(YAMLError) {
            return try reader.next()
        } catch {
            throw source.error ?? RecordingError(error, isAtEnd ? .truncated : .malformed)
        }
    }

    private func skip(_ start: YAMLEvent) throws(RecordingError) {
        do throws(YAMLError) {
            try reader.skip(start)
        } catch {
            throw source.error ?? RecordingError(error, isAtEnd ? .truncated : .malformed)
        }
    }

    /// Number of bytes read in the device's part of the file.
    var bytesRead: Int64 { source.bytesRead }

    /// Whether the whole file was read. If an error occurs at the end of the file, the end of the recording is probably
    /// missing.
    private var isAtEnd: Bool { source.position >= file.size }

    private func error(_ message: String) -> RecordingError {
        RecordingError(reader.error(message, at: reader.mark))
    }
}

/// Provides a part of a file to the YAML reader, independently of other readers of the file.
private final class PartSource {
    private let file: InputFile
    private let start: Int64
    private let end: Int64
    private(set) var position: Int64
    /// Error that occurred while the file was read.
    private(set) var error: RecordingError?

    init(_ file: InputFile, _ range: Range<Int64>) {
        self.file = file
        start = range.lowerBound
        position = range.lowerBound
        end = range.upperBound
    }

    var bytesRead: Int64 { position - start }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = Int(min(Int64(buffer.count), end - position))
        guard wanted > 0 else { return 0 }
        do throws(RecordingError) {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
            let count = try file.read(into: part, at: position)
            position += Int64(count)
            return count
        } catch {
            self.error = error
            return -1
        }
    }
}
