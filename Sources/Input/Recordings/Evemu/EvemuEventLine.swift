internal import InputEvents

/// Parser of event lines: `E: seconds.microseconds type code value`. Type and code are hexadecimal; the other numbers
/// are decimal.
enum EvemuEventLine {
    /// The invalid part of a line.
    enum Fault: Error {
        case time, lateness, type, code, value, rest
    }

    /// Parses a line that begins with `E:`.
    @inline(__always)
    static func event(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> RawEvent {
        var cursor = ByteCursor(line, from: 2)
        cursor.skipBlanks()
        guard let (seconds, _) = cursor.digits(atMost: 18), cursor.take(0x2e),
            let (micros, count) = cursor.digits(atMost: 6), count == 6
        else { throw .time }
        guard seconds <= RawEvent.lastSecond else { throw .lateness }
        guard let type = cursor.hexadecimal() else { throw .type }
        guard let code = cursor.hexadecimal() else { throw .code }
        guard let value = cursor.decimal() else { throw .value }
        guard cursor.isAtEnd() else { throw .rest }
        let time = seconds &* 1_000_000 &+ micros
        return RawEvent(time: time, type: EventType(rawValue: type), code: code, value: value)
    }
}

extension EvemuEventLine.Fault {
    var message: String {
        switch self {
        case .time: "the time is not 'seconds.microseconds' with six digits after the point"
        case .lateness: "the time is later than \(RawEvent.lastSecond) seconds"
        case .type: "the event type is not a hexadecimal number up to ffff"
        case .code: "the event code is not a hexadecimal number up to ffff"
        case .value: "the event value is not a 32-bit decimal number"
        case .rest: "unexpected text after the value"
        }
    }
}
