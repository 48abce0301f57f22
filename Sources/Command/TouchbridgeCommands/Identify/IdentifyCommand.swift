internal import Bridge
internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import Geometry
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import ResponderKit

/// Finds out by touches which panel is before which screen, and how it lies.
enum IdentifyCommand: Command {
    static let name = "identify"
    static let summary = "find out which panel is before which screen, and how it lies"
    static let flags: Set<String> = ["anywhere", "json"]
    static let options: Set<String> = ["for"]
    static let help = """
        usage: touchbridge identify [LAYOUT | SCREEN…] [--anywhere] [--for SECONDS] [--json]

        Asks for a touch in three corners of each screen, and prints what a layout has to say of the panels: which one
        is meant, by what tells it from the others, and how far it is turned. It holds whichever way panels are plugged
        in again, in whatever order. Questions go to standard error, the answer to standard output.

        The screens are those of the layout, or are named one by one; without either there is one. While it asks, nobody
        else gets the panels' touches; a running touchbridge that has grabbed them is to be stopped before.

          --anywhere     one touch anywhere on each screen, and nothing is said of how the panel lies
          --for SECONDS  give up after so long
          --json         one JSON object

        The exit status is 1 when it was ended before all screens were touched, and when nothing tells a panel from the
        others: its screen is commented out then, or has null for --json.

        For instance:

            touchbridge identify left right
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let screens = try screens(arguments)
        let limit = try arguments.seconds("for")
        let touches = TouchCatcher()
        let hub = InputHub(touches)
        let session = try LiveSession(hub, limit: limit)
        Console.stopWaiting()
        let panels = try open(hub, session)
        guard screens.count <= panels.count else {
            throw Shortage(screens: screens.count, panels: panels.map(\.name))
        }
        var wizard = Wizard(screens, asksForCorners: !arguments.has("anywhere"))
        Console.complain(wizard.question)
        session.didHandOn = {
            while let touch = touches.next(), !wizard.isDone {
                if let trouble = wizard.touch(touch.place, of: Int(touch.device) - 1) { Console.complain(trouble) }
                if !wizard.isDone { Console.complain(wizard.question) }
            }
            if wizard.isDone { session.stop() }
        }
        try session.run()
        guard wizard.isDone else {
            Console.complain("not all screens were touched; nothing is known of the others")
            return 1
        }
        let answer = PanelAnswer(wizard.findings, of: panels)
        let text =
            arguments.has("json")
            ? "\(answer.json)" : answer.lines.map { TerminalText.line($0) }.joined(separator: "\n")
        try Console.print(text)
        guard let trouble = answer.trouble else { return 0 }
        Console.complain(trouble)
        return 1
    }

    private static func screens(_ arguments: Arguments) throws -> [String] {
        let words = arguments.positional
        if let path = words.first, words.count == 1, path.contains(".") || path.contains("/") {
            return try LayoutReading.plan(needed: path).screens.map(\.name)
        }
        guard Set(words).count == words.count else { throw arguments.wrong("a screen is named twice") }
        return words.isEmpty ? ["screen"] : words
    }

    /// Opens all touchscreens, and keeps their touches from everybody else.
    private static func open(_ hub: InputHub, _ session: LiveSession) throws -> [DeviceDescription] {
        var panels: [DeviceDescription] = []
        for node in try DeviceSearch().nodes where !node.isOurs {
            guard let reader = grabbed(node) else { continue }
            let frame = Rect(x: 0, y: 0, width: 1, height: 1)
            guard let number = hub.add(reader.description, before: frame, complain: Console.complain) else { continue }
            panels.append(reader.description)
            try session.add(reader, number, grab: .always)
        }
        return panels
    }

    /// A touchscreen of our own from now on; nil for other devices, and for one that somebody else has.
    private static func grabbed(_ node: DeviceNode) -> DeviceReader? {
        do throws(EvdevError) {
            let reader = try DeviceReader(node)
            guard DeviceKind(of: reader.description) == .touchscreen else { return nil }
            try reader.grab()
            return reader
        } catch {
            Console.complain("\(error)")
            return nil
        }
    }
}

/// Takes every touch that begins, and nothing comes of it.
private final class TouchCatcher: Application {
    private var touches: [(device: Int32, place: Point)] = []

    override func sendEvent(_ event: Event) {
        for touch in event.allTouches ?? [] where touch.phase == .began {
            touches.append((touch.finger.device, touch.location(in: nil)))
        }
    }

    func next() -> (device: Int32, place: Point)? { touches.isEmpty ? nil : touches.removeFirst() }
}

/// There are fewer panels than screens.
private struct Shortage: Error, CustomStringConvertible {
    let screens: Int
    let panels: [String]

    var description: String {
        guard !panels.isEmpty else { return "there is no touchscreen that could be opened; see 'touchbridge devices'" }
        let names = panels.map { "'\($0)'" }.joined(separator: ", ")
        return
            "\(screens) screens are asked for, and there \(panels.count == 1 ? "is" : "are") \(panels.count): \(names)"
    }
}
