internal import InputEvents

/// An event in the form `[seconds.microseconds] device: type code value`. Types and codes are labels or hexadecimal
/// numbers. The part `device:` is missing if getevent reads only one device.
struct GeteventEventLine {
    let event: RawEvent
    /// Path of the device's node; nil if the line does not contain the path.
    let path: String?

    /// The invalid part of a line.
    enum Fault: Error {
        case time, lateness, type, code, value, rest
        /// A name that is unknown to this version of libevdev.
        case unknown(String)
    }

    /// Whether a line is an event, with or without a time.
    static func matches(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        if line.starts(with: "/dev/".utf8) || line.starts(with: "EV_".utf8) { return true }
        // A JSON array also begins with a bracket, so the seconds after the bracket are checked.
        guard line.first == UInt8(ascii: "[") else { return false }
        let time = line.dropFirst().drop { $0 == 0x20 }
        let seconds = time.prefix { (0x30...0x39).contains($0) }
        return !seconds.isEmpty && time.dropFirst(seconds.count).first == UInt8(ascii: ".")
    }

    init(_ line: UnsafeBufferPointer<UInt8>, _ labels: inout GeteventLabels) throws(Fault) {
        var cursor = ByteCursor(line, from: 0)
        guard cursor.take(UInt8(ascii: "[")) else { throw .time }
        cursor.skipBlanks()
        guard let (seconds, _) = cursor.digits(atMost: 18), cursor.take(UInt8(ascii: ".")),
            let (micros, count) = cursor.digits(atMost: 6), count == 6, cursor.take(UInt8(ascii: "]"))
        else { throw .time }
        guard seconds <= RawEvent.lastSecond else { throw .lateness }
        var word = cursor.word()
        if word.first == "/", word.last == ":" {
            path = String(word.dropLast())
            word = cursor.word()
        } else {
            path = nil
        }
        guard let type = labels.type(word) else { throw GeteventLabels.isLabel(word) ? .unknown(word) : .type }
        word = cursor.word()
        guard let code = labels.code(word, of: type) else {
            throw GeteventLabels.isLabel(word) ? .unknown(word) : .code
        }
        word = cursor.word()
        guard let value = labels.value(word) else {
            throw GeteventLabels.isLabel(word) ? .unknown(word) : .value
        }
        // The option -r of getevent appends the report rate.
        word = cursor.word()
        guard word.isEmpty || word == "rate" else { throw .rest }
        let time = seconds * 1_000_000 + micros
        event = RawEvent(time: time, type: EventType(rawValue: type), code: code, value: value)
    }
}

extension GeteventEventLine.Fault {
    var message: String {
        switch self {
        case .time: "the line does not begin with the time '[seconds.microseconds]'"
        case .lateness: "the time is later than \(RawEvent.lastSecond) seconds"
        case .type: "the event type is neither a name such as EV_ABS nor four hexadecimal digits"
        case .code: "the event code is neither a name such as ABS_MT_SLOT nor four hexadecimal digits"
        case .value: "the event value is neither a name such as DOWN nor eight hexadecimal digits"
        case .rest: "unexpected text after the value"
        case .unknown(let name): "the event with the unknown name '\(name)' is ignored"
        }
    }

    var remedy: String {
        if case .time = self {
            "record with 'getevent -lt', which prints times"
        } else {
            "correct the line or remove it"
        }
    }
}
