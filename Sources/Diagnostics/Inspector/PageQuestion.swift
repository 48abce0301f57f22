internal import Geometry
internal import JSON
internal import TouchTrace

/// A request from the inspector's web page that the server answers from trace records and layout facts.
enum PageQuestion: Equatable {
    /// The explanation of a touch.
    case explain(touch: Int32)
    /// The properties of a view, and the newest handler calls of the view up to a time.
    case view(InternedID, until: Int64)
    /// The touches of a time range as a touch script. `expects` requests a test with `expect` lines for handler calls.
    case script(ClosedRange<Int64>, expects: Bool)

    /// Parses a message from the web page; returns nil if the message is not a `PageQuestion`.
    init?(_ message: JSONValue) {
        func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
            message[name]?.number.flatMap { Number(exactly: $0) }
        }
        if let touch: Int32 = integer("explain") {
            self = .explain(touch: touch)
        } else if let view: InternedID = integer("view") {
            self = .view(view, until: integer("until") ?? .max)
        } else if let from: Int64 = integer("from"), let to: Int64 = integer("to"), from <= to,
            case .boolean(let expects)? = message["expects"]
        {
            self = .script(from...to, expects: expects)
        } else {
            return nil
        }
    }

    /// Valid times in requests for raw events, in microseconds. The upper bound equals that of stored trace records,
    /// and prevents arithmetic overflow.
    private static let times: ClosedRange<Int64> = 0...1 << 60

    private static func time(_ value: JSONValue?) -> Int64? {
        guard let time = value?.number.flatMap({ Int64(exactly: $0) }), times.contains(time) else { return nil }
        return time
    }

    /// Parses the time range of a requested recording; returns nil if the message requests no recording.
    static func recording(_ message: JSONValue) -> ClosedRange<Int64>? {
        guard message["recording"] == true, let from = time(message["from"]), let to = time(message["to"]), from <= to
        else { return nil }
        return from...to
    }

    /// Parses the time of the requested contacts; `Int64.max` means the current contacts. Returns nil if the message
    /// requests no contacts.
    static func slotTime(_ message: JSONValue) -> Int64? {
        message["slots"] == true ? .max : time(message["slots"])
    }

    /// Parses the point of a requested hit test; returns nil if the message contains no valid point.
    static func point(_ message: JSONValue) -> Point? {
        guard let list = message["point"]?.list, list.count == 2, let x = list[0].number, let y = list[1].number,
            max(x.magnitude, y.magnitude) <= PageFingers.farthest
        else { return nil }
        return Point(x: x, y: y)
    }
}
