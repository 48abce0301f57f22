internal import JSON
internal import ResponderKit
internal import TouchScripts

/// One source of WebDriver actions: a touch pointer, or another source that only pauses.
struct WebDriverSource {
    /// Finger of a touch pointer; nil for other sources.
    let finger: Int32?
    let actions: [WebDriverAction]

    /// Limit webdriver-pointers (limits.md, Recordings and dumps): maximum number of touch pointers of a file with
    /// WebDriver actions. If exceeded: the file is rejected with an error that contains `use fewer fingers`.
    ///
    /// The panel of a script has one slot for each touch pointer.
    private static let mostFingers: Int32 = 32

    /// Parses a source. A touch pointer is assigned the finger number `last + 1`.
    init(_ part: LocatedJSON, _ text: WebDriverText, after last: Int32) throws(RecordingError) {
        guard let list = part["actions"], list.value.list != nil else {
            let remedy = "write a list with one action for each tick"
            throw text.error(
                at: part["actions"]?.offset ?? part.offset,
                "the source has no list 'actions'",
                remedy: remedy
            )
        }
        let types = ["pointer", "none", "key", "wheel"]
        guard let type = part["type"]?.value.text, types.contains(type) else {
            let remedy = "write \"type\": \"pointer\""
            throw text.error(at: part["type"]?.offset ?? part.offset, "the source has no known 'type'", remedy: remedy)
        }
        let pointer = type == "pointer" ? part["parameters"]?["pointerType"]?.value.text ?? "mouse" : nil
        let isTouch = pointer == "touch"
        if isTouch, last >= Self.mostFingers {
            let message = "the file has more than \(Self.mostFingers) touch pointers"
            throw text.error(at: part.offset, message, remedy: "use fewer fingers")
        }
        finger = isTouch ? last + 1 : nil
        var actions: [WebDriverAction] = []
        for part in list.parts {
            let action = try WebDriverAction(part, text)
            if !isTouch, action.kind != .pause {
                let source = pointer.map { "a \($0) pointer" } ?? "a source of the type '\(type)'"
                let remedy = "use \"parameters\": {\"pointerType\": \"touch\"}, or remove the source"
                throw text.error(
                    at: part.offset,
                    "the action belongs to \(source), not to a touch pointer",
                    remedy: remedy
                )
            }
            actions.append(action)
        }
        self.actions = actions
    }
}

/// One action of a source.
struct WebDriverAction {
    enum Kind: String, CaseIterable { case pause, pointerMove, pointerDown, pointerUp, pointerCancel }

    let kind: Kind
    /// Duration of a pause or move; nil for a move that lasts as long as its tick.
    private(set) var duration: Microseconds?
    /// Target of a move; if `isRelative` is true, the offset from the pointer's current location.
    private(set) var target = Point.zero
    private(set) var isRelative = false
    /// The first property that a touch script cannot contain, such as the pressure.
    private(set) var ignored: String?
    /// Byte offset of the action in the file's text.
    let offset: Int

    private static let withoutEffect = [
        "width", "height", "pressure", "tangentialPressure", "tiltX", "tiltY", "twist", "altitudeAngle", "azimuthAngle",
    ]

    init(_ part: LocatedJSON, _ text: WebDriverText) throws(RecordingError) {
        guard let word = part["type"]?.value.text, let kind = Kind(rawValue: word) else {
            let remedy = "write \(Kind.allCases.dropLast().map(\.rawValue).joined(separator: ", ")) or pointerCancel"
            throw text.error(at: part["type"]?.offset ?? part.offset, "the action has no known 'type'", remedy: remedy)
        }
        (self.kind, offset) = (kind, part.offset)
        if let length = part["duration"], kind == .pause || kind == .pointerMove {
            guard let number = length.value.number, number >= 0, number == number.rounded(),
                number * 1000 <= Double(ScriptNumber.longestTime)
            else {
                let message = "the 'duration' is not a whole number of milliseconds, at most one day"
                throw text.error(at: length.offset, message, remedy: "for example, write \"duration\": 80")
            }
            duration = Microseconds(number) * 1000
        }
        if kind == .pause { duration = duration ?? 0 }
        ignored = Self.withoutEffect.first { name in part[name].map { $0.value != .null } ?? false }
        guard kind == .pointerMove else { return }
        target = Point(x: try Self.number("x", of: part, text), y: try Self.number("y", of: part, text))
        guard let origin = part["origin"] else { return }
        guard origin.value == "viewport" || origin.value == "pointer" else {
            let message = "the origin is an element, whose position is unknown without its page"
            throw text.error(at: origin.offset, message, remedy: "write a position with the origin \"viewport\"")
        }
        isRelative = origin.value == "pointer"
    }

    private static func number(
        _ name: String,
        of part: LocatedJSON,
        _ text: WebDriverText
    ) throws(RecordingError) -> Double {
        guard let number = part[name]?.value.number, abs(number) <= ScriptNumber.farthest else {
            let offset = part[name]?.offset ?? part.offset
            let remedy = "for example, write \"x\": 100, \"y\": 200"
            throw text.error(at: offset, "'\(name)' is not a number up to a million", remedy: remedy)
        }
        return number
    }
}
