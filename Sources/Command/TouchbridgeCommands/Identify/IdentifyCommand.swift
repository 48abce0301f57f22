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

/// Determines from touches which panel is in front of each screen, and how the panel is rotated.
enum IdentifyCommand: Command {
    static let name = "identify"
    static let summary = "map panels to screens and detect their rotation"
    static let flags: Set<String> = ["anywhere", "compositors", "json"]
    static let options: Set<String> = ["for"]
    static let help = """
        usage: touchbridge identify [LAYOUT | SCREEN…] [--anywhere] [--compositors] [--for SECONDS] [--json]

        Asks for a touch in three corners of each screen, and prints the 'input:' of each screen for the layout: the
        properties that identify the panel, regardless of the order in which panels are plugged in, and the rotation.
        The requests are printed to standard error, and the result is printed to standard output.

        The screens are the screens of the layout, or the given names; without a layout or names, there is one screen.
        The command grabs all panels while it runs; first stop any service that has grabbed a panel.

          --anywhere     ask for one touch anywhere on each screen; the rotation is not detected
          --compositors  also print the settings of sway, labwc, weston and cage for each panel, as comments
          --for SECONDS  stop after this time
          --json         print one JSON object

        The exit status is 1 if the command ends before all screens were touched. The exit status is also 1 if a panel
        cannot be distinguished from another; the screen of that panel is then commented out, or null with --json.

        For instance:

            touchbridge identify left right
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard !arguments.has("compositors") || !arguments.has("json") else {
            throw arguments.wrong("--compositors and --json cannot both be set; remove one")
        }
        let screens = try screens(arguments)
        let limit = try arguments.seconds("for")
        let touches = TouchCatcher()
        let hub = InputHub(touches)
        let session = try LiveSession(hub, limit: limit)
        session.reportsLateReads = false
        Console.stopWaiting()
        let panels = try open(hub, session)
        guard screens.count <= panels.count else {
            throw Shortage(screens: screens.count, panels: panels.map(\.name))
        }
        var wizard = Wizard(screens, asksForCorners: !arguments.has("anywhere"))
        Console.complain(wizard.question)
        session.didHandOn = {
            while let touch = touches.next(), !wizard.isDone {
                if let problem = wizard.touch(touch.location, of: Int(touch.device) - 1) { Console.complain(problem) }
                if !wizard.isDone { Console.complain(wizard.question) }
            }
            if wizard.isDone { session.stop() }
        }
        try session.run()
        guard wizard.isDone else {
            Console.complain("not all screens were touched, so no screen was mapped; run 'touchbridge identify' again")
            return 1
        }
        let answer = PanelAnswer(wizard.findings, of: panels)
        let lines = answer.lines + (arguments.has("compositors") ? answer.compositors : [])
        let text =
            arguments.has("json") ? "\(answer.json)" : lines.map { TerminalText.line($0) }.joined(separator: "\n")
        try Console.print(text)
        guard let problem = answer.problem else { return 0 }
        Console.complain(problem)
        return 1
    }

    private static func screens(_ arguments: Arguments) throws -> [String] {
        let words = arguments.positional
        if let path = words.first, words.count == 1, path.contains(".") || path.contains("/") {
            return try LayoutReading.plan(needed: path).screens.map(\.name)
        }
        guard Set(words).count == words.count else {
            throw arguments.wrong("the same screen is specified twice; specify each screen only once")
        }
        return words.isEmpty ? ["screen"] : words
    }

    /// Opens and grabs all touchscreens.
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

    /// Opens and grabs a touchscreen. Returns nil for other devices, and for a device that cannot be opened or grabbed.
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

/// Collects the begin events of all touches, and delivers no touch to a view.
private final class TouchCatcher: Application {
    private var touches: [(device: Int32, location: Point)] = []

    override func sendEvent(_ event: Event) {
        for touch in event.allTouches ?? [] where touch.phase == .began {
            touches.append((touch.finger.device, touch.location(in: nil)))
        }
    }

    func next() -> (device: Int32, location: Point)? { touches.isEmpty ? nil : touches.removeFirst() }
}

/// Thrown if fewer panels than screens are connected.
private struct Shortage: Error, CustomStringConvertible {
    let screens: Int
    let panels: [String]

    var description: String {
        guard !panels.isEmpty else {
            return "no touchscreen could be opened; list the devices with 'touchbridge devices'"
        }
        let names = panels.map { "'\($0)'" }.joined(separator: ", ")
        let count = panels.count == 1 ? "1 panel is" : "\(panels.count) panels are"
        return "\(screens) screens need a panel each, but only \(count) connected: \(names); "
            + "connect more panels, or specify fewer screens"
    }
}
