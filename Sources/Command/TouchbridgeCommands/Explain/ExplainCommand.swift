internal import Bridge
internal import CommandSupport
internal import Explain
internal import Geometry
internal import InputEvents
internal import JSON
internal import LayoutPlans
internal import Recordings
internal import ResponderKit
internal import Schema

/// Explains why touches were delivered or rejected.
enum ExplainCommand: Command {
    static let name = "explain"
    static let summary = "explain which views and handlers received each touch, and why"
    static let flags: Set<String> = ["json", "short", "any-screen"]
    static let options = ExplainFilter.options.union(["layout", "touch", "description", "screen"])
    static let help = """
        usage: touchbridge explain RECORDING --layout FILE [--touch N] [--screen NAME | --any-screen]
                                   [--description FILE] [--view ID] [--why-not EVENT] [--at X,Y]
                                   [--short] [--json]
               touchbridge explain LAYOUT X Y [--screen NAME] [--short] [--json]

        Replays a recording (of \(RecordingFormat.programs)) or a .touch script
        through a layout without calling handlers, and explains each finger. An explanation contains the finger's
        positions in panel units and in points, the hit test with the reason for each view that rejected the touch, and
        the gestures with the reasons why they failed. An explanation also contains the responders that received the
        touch and the handlers that would be called. For each handler that is not called, the explanation contains the
        first rule that prevents the call. Fingers that caused no touch are explained, too.

        With a point instead of a recording, explains a simulated tap at the point, and a simulated press that is longer
        than any long press of the layout.

          --layout FILE       the layout; default: the layout that a script names
          --touch N           explain only the touch with this number, as in the output and in traces
          --view ID           explain only the fingers that should have called a handler of this view or gesture
                              but did not
          --why-not EVENT     explain only the fingers that should have caused a handler call for this event, such
                              as touchUpInside, but did not
          --at X,Y            explain only the fingers that went down at most 22 pt from this point
          --short             print only the result of each finger, one line each
          --description FILE  a recording that describes the device, if RECORDING has only events
          --screen NAME       with X and Y, the screen of the point; default: the first. With a recording, map all its
                              panels to this screen, regardless of the layout's 'input:'
          --any-screen        map a panel that matches no screen's 'input:' to the first screen without a panel, or
                              to the first screen
          --json              print one line of JSON for each finger

        The exit status is 1 if the recording or the layout has errors, no panel of the recording matches a screen,
        the touch does not exist, or no view is at the point. At most 1000 fingers are explained; --touch can select any
        touch.

        For instance:

            touchbridge explain tap.evemu --layout lobby.yaml
            touchbridge explain swipe.touch --layout lobby.yaml
            touchbridge explain tap.evemu --layout lobby.yaml --view call --short
            touchbridge explain tap.evemu --layout lobby.yaml --why-not touchUpInside
            touchbridge explain lobby.yaml 540 1800
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let arguments = arguments.withScriptLayout
        switch arguments.positional.count {
        case 1 where arguments.value("layout") != nil: return try explainRecording(arguments)
        case 3 where arguments.value("layout") == nil: return try explainPoint(arguments)
        case 1:
            throw arguments.wrong(
                "missing --layout; write 'explain RECORDING --layout FILE' or 'explain LAYOUT X Y'"
            )
        default:
            throw arguments.wrong(
                "wrong number of arguments; write 'explain RECORDING --layout FILE' or 'explain LAYOUT X Y'"
            )
        }
    }

    // MARK: Recordings

    private static func explainRecording(_ arguments: Arguments) throws -> Int32 {
        try RecordedScreens.check(arguments, hasLayout: true)
        let number = try touchNumber(arguments)
        let path = try arguments.only("recording")
        guard let layout = arguments.value("layout") else { return 2 }
        let plan = try LayoutReading.plan(needed: layout)
        let reader = try RecordingReader(path: path, on: plan, arguments)
        if reader.devices == [DeviceDescription(name: "")] { throw NoDescription(path: path) }
        LayoutDigest.compare(plan, with: reader.origin, of: path)
        let screens = try RecordedScreens(plan, reader, path, arguments)
        let filter = try ExplainFilter(arguments, of: plan)
        let session = ExplainSession(plan, only: number)
        let failure = try session.play(reader, before: screens)
        for warning in reader.warnings { Console.complain("\(warning)") }
        try filter.check(arguments, known: session.identifiers, handled: session.events)
        let explanation = session.explanation
        let selected = explanation.explanations.filter(filter.selects)
        if arguments.has("json") {
            for one in session.ignoredDevices + selected { try Console.print("\(json(of: one, arguments))") }
        } else {
            var texts = (session.ignoredDevices + selected).map {
                arguments.has("short") ? filter.shortText(of: $0) : $0.text
            }
            if selected.isEmpty, !explanation.explanations.isEmpty { texts.append(filter.emptyAnswer) }
            if texts.isEmpty, number == nil { texts = ["The recording contains no touch."] }
            try Console.print(texts.joined(separator: arguments.has("short") ? "\n" : "\n\n"))
        }
        if explanation.omitted > 0 {
            Console.complain("\(explanation.omitted) more fingers are not shown; select a touch with --touch N")
        }
        if let failure = failure ?? screens.mismatch as (any Error)? { throw failure }
        guard let number, explanation.touch(number) == nil else { return 0 }
        throw NoSuchTouch(path: path, number: number)
    }

    private static func json(of explanation: TouchExplanation, _ arguments: Arguments) -> JSONValue {
        arguments.has("short") ? explanation.shortJSON : explanation.json
    }

    private static func touchNumber(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments.value("touch") else { return nil }
        guard let number = Int(text), number > 0, number < 1 << 31 else {
            throw arguments.wrong("invalid --touch '\(text)'; write the number of a touch, 1 or more")
        }
        return number
    }

    // MARK: Points

    private static func explainPoint(_ arguments: Arguments) throws -> Int32 {
        let recordingOptions = ExplainFilter.options.sorted() + ["touch", "description", "any-screen"]
        for option in recordingOptions where arguments.has(option) {
            throw arguments.wrong("--\(option) applies to recordings only; remove --\(option)")
        }
        let numbers = arguments.positional.dropFirst().map { Double($0) }
        guard let x = numbers[0], let y = numbers[1], x.magnitude < 1e9, y.magnitude < 1e9 else {
            throw arguments.wrong("invalid X or Y; write coordinates in points, for instance 540 1800")
        }
        let plan = try LayoutReading.plan(needed: arguments.positional[0])
        let screen = try arguments.screen(of: plan) ?? 0
        let corner = plan.screens[screen].frame.origin
        let point = Point(x: corner.x + x, y: corner.y + y)
        let tap = try ExplainSession(plan).tap(at: point, on: screen)
        let press = try ExplainSession(plan).press(at: point, on: screen)
        // With touch accommodations, a tap can be too short to become a touch. Therefore the result of the press, a
        // finger that rests at the point, also counts.
        let isHit = tap.isHit || press.explanation.isHit
        if arguments.has("json") {
            try Console.print("\(json(of: tap, arguments).adding("finger", "tap"))")
            try Console.print("\(json(of: press.explanation, arguments).adding("finger", "press"))")
        } else if arguments.has("short") {
            let rest = press.explanation.title
            let results =
                isHit && rest == tap.title
                ? ["tap and resting finger: \(rest)"]
                : ["tap: \(tap.title)"] + (isHit ? ["resting finger: \(rest)"] : [])
            try Console.print(results.joined(separator: "\n"))
        } else {
            var text = "Tap at this point:\n\n\(tap.text)"
            // Omits the hit test of the press, which is the same as the hit test of the tap.
            let rest = tap.isHit ? press.explanation.without(.from, .search) : press.explanation
            if isHit { text += "\n\nFinger resting at this point for \(press.seconds) s:\n\n\(rest.text)" }
            try Console.print(text)
        }
        return isHit ? 0 : 1
    }
}

/// Thrown if the recording does not contain the requested touch.
private struct NoSuchTouch: Error, CustomStringConvertible {
    let path: String
    let number: Int
    var description: String { "\(path): the recording contains no touch \(number); omit --touch to show all touches" }
}

extension JSONValue {
    fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
        .object([Member(key, value)] + (members ?? []))
    }
}
