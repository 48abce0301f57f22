internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import Geometry
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LiveInput
internal import Platform
internal import Recordings
internal import ResponderKit
internal import TouchScripts

/// Computes the calibration matrix of a panel from touches of known targets.
enum CalibrateCommand: Command {
    static let name = "calibrate"
    static let summary = "compute a panel's calibration matrix from touches"
    static let flags: Set<String> = ["compositors", "corners", "json", "page", "udev"]
    static let options: Set<String> = ["for", "points", "port", "replay", "size"]
    static let help = """
        usage: touchbridge calibrate [DEVICE] [--points N | --corners] [--page [--port PORT]] [--replay FILE]
                                     [--size WxH] [--udev] [--compositors] [--json] [--for SECONDS]

        Asks for touches of targets on the screen, and prints the matrix that maps the panel to the screen as 'input:'
        of a layout, with the error of the touches. The command repeats a target if its touch does not fit the other
        touches. Targets are drawn on this terminal, which must cover the screen, or on a page. DEVICE is a device node
        or a device name; it can be omitted if one touchscreen is connected. The command grabs the panel; first stop any
        service that grabs it.

          --points N      number of targets, 4 to 9; default: 5
          --corners       draw nothing, and ask for a fingertip in each of the four corners; for remote terminals. The
                          error is a few millimetres, because the size of the fingertip is estimated
          --page          draw the targets on a page; open the printed address in a browser that covers the screen
          --port PORT     the port of the page, 0 for any free port; default: 7070
          --replay FILE   read the touches from a recording or touch script, in the order of the targets
          --size WxH      the size of the screen in points, for the error if the panel reports no size in millimetres;
                          default: 1920x1080
          --udev          print a udev rule, which calibrates the panel for all programs with libinput
          --compositors   also print the settings of sway, labwc, weston and cage, as comments
          --json          print one JSON object
          --for SECONDS   stop after this time

        The exit status is 1 if the command ends before all targets were touched.

        For instance:

            touchbridge calibrate --udev > /etc/udev/rules.d/99-calibration.rules
            touchbridge calibrate --replay targets.touch
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        for (first, second) in [
            ("corners", "points"), ("for", "replay"), ("json", "udev"), ("compositors", "json"),
            ("compositors", "udev"), ("page", "corners"), ("page", "replay"),
        ] where arguments.has(first) && arguments.has(second) {
            throw arguments.wrong("--\(first) and --\(second) cannot both be set; remove one")
        }
        guard arguments.positional.count <= 1 else {
            throw arguments.wrong("too many arguments; specify only one device")
        }
        guard !arguments.has("port") || arguments.has("page") else {
            throw arguments.wrong("--port is the port of the page; add --page")
        }
        let count = arguments.value("points").map { Int($0) ?? 0 } ?? 5
        guard CalibrationTarget.counts.contains(count) else {
            let text = arguments.value("points") ?? ""
            throw arguments.wrong("invalid --points '\(text)'; write a number from 4 to 9")
        }
        let size = try arguments.screenSize()
        let limit = try arguments.seconds("for")
        if let path = arguments.value("replay") {
            guard arguments.positional.isEmpty else {
                throw arguments.wrong("--replay reads the panel from the file; remove '\(arguments.positional[0])'")
            }
            return try replay(path, count, size, arguments)
        }
        return try live(count, size, limit, arguments)
    }

    // MARK: Recording

    private static func replay(_ path: String, _ count: Int, _ size: Size, _ arguments: Arguments) throws -> Int32 {
        let reader = try RecordingReader(path: path, describedBy: nil) { _ throws(TouchScriptError) in
            try ScriptPanel(screen: size)
        }
        let panels = reader.devices.indices.filter { DeviceKind(of: reader.devices[$0]) == .touchscreen }
        guard let index = panels.first, panels.count == 1 else {
            throw CalibrationError(
                panels.isEmpty
                    ? "\(path): no device of the recording is a touchscreen; record a touchscreen"
                    : "\(path): the recording contains \(panels.count) touchscreens; record only one"
            )
        }
        let panel = reader.devices[index]
        var taps = try tapReader(panel)
        var session = Self.session(count, panel, size, nil, arguments)
        while session.target != nil, let recorded = try reader.next() {
            guard recorded.device == index else { continue }
            for tap in taps.take(recorded.event) { if let problem = session.take(tap) { Console.complain(problem) } }
        }
        guard let fit = session.fit else {
            let missing = "the recording ends before all targets were touched; next: \(session.question)"
            throw CalibrationError("\(path): \(missing)")
        }
        return try answer(fit, session, panel, others: [], arguments)
    }

    // MARK: Live panel

    private static func live(_ count: Int, _ size: Size, _ limit: Double?, _ arguments: Arguments) throws -> Int32 {
        let screen = arguments.has("page") ? nil : TargetScreen()
        guard screen != nil || arguments.has("corners") || arguments.has("page") else {
            let problem = "the targets need a terminal of at least 60x10 characters on standard error"
            throw CalibrationError("\(problem); use --page or --corners")
        }
        // Starts the web server before grabbing the panel, because the start fails if the port is in use.
        let page = arguments.has("page") ? try PanelPage(port: arguments.inspectorPort()) : nil
        let (reader, others) = try panel(arguments)
        let panel = reader.description
        guard others.isEmpty || PanelSign(of: panel, among: others) != nil else {
            throw CalibrationError(
                "no `input:` can distinguish '\(panel.name)' from another panel with the same name, serial number and path; "
                    + "disconnect the other panel, or plug each panel into a port for which 'touchbridge devices' shows a path"
            )
        }
        let recorder = TapRecorder(
            try tapReader(panel),
            Self.session(count, panel, size, screen, arguments),
            on: arguments.has("corners") ? nil : screen,
            page: page
        )
        // If a finger is down, the grab waits for the lift; otherwise, other readers would miss the lift (L3).
        if !reader.isTouched { try reader.grab() }
        let live = try LiveSession(InputHub(Application()), limit: limit)
        live.reportsLateReads = false
        Console.stopWaiting()
        recorder.ask(nil)
        live.didHandOn = { if recorder.session.target == nil { live.stop() } }
        try live.add(reader, nil, grab: .auto, to: recorder)
        defer { recorder.clear() }
        try live.run()
        recorder.clear()
        guard let fit = recorder.session.fit else {
            let reason = live.removedPaths.isEmpty ? "" : "the panel was disconnected, and "
            Console.complain("\(reason)not all targets were touched; run 'touchbridge calibrate' again")
            return 1
        }
        return try answer(fit, recorder.session, panel, others: others, arguments)
    }

    /// Opens the panel. Returns its reader, and the descriptions of the other touchscreens.
    private static func panel(_ arguments: Arguments) throws -> (DeviceReader, [DeviceDescription]) {
        let search = try DeviceSearch()
        var readers: [DeviceReader] = []
        var failure: EvdevError?
        for node in search.nodes where !node.isOurs {
            do throws(EvdevError) {
                let reader = try DeviceReader(node)
                if DeviceKind(of: reader.description) == .touchscreen { readers.append(reader) }
            } catch {
                failure = error
            }
        }
        if !arguments.positional.isEmpty {
            let named = try search.readers(for: arguments)[0]
            return (named, readers.filter { $0.path != named.path }.map(\.description))
        }
        if readers.isEmpty, let failure { throw failure }
        guard let only = readers.first, readers.count == 1 else {
            let names = readers.map { "\($0.path) ('\($0.description.name)')" }.joined(separator: ", ")
            throw CalibrationError(
                readers.isEmpty
                    ? "no touchscreen was found; list all devices with 'touchbridge devices --all'"
                    : "several touchscreens are connected; specify one of these: \(names)"
            )
        }
        return (only, [])
    }

    // MARK: Shared by recordings and live panels

    private static func tapReader(_ panel: DeviceDescription) throws -> TapReader {
        do throws(PanelRejection) {
            if let reader = try TapReader(panel) { return reader }
        } catch {
            throw CalibrationError("'\(panel.name)' cannot be calibrated: \(error)")
        }
        throw CalibrationError("'\(panel.name)' cannot be calibrated: its description contains no ranges of its axes")
    }

    private static func session(
        _ count: Int,
        _ panel: DeviceDescription,
        _ size: Size,
        _ screen: TargetScreen?,
        _ arguments: Arguments
    ) -> CalibrationSession {
        let scale = CalibrationScale(panel: PanelGrid(panel)?.size, screen: size)
        if arguments.has("corners") { return CalibrationSession(cornersOf: scale) }
        let targets = CalibrationTarget.list(count, inset: Size(width: 0.1, height: 0.1))
        return CalibrationSession(screen.map { targets.map($0.aligned) } ?? targets, scale)
    }

    private static func answer(
        _ fit: CalibrationFit,
        _ session: CalibrationSession,
        _ panel: DeviceDescription,
        others: [DeviceDescription],
        _ arguments: Arguments
    ) throws -> Int32 {
        let answer = CalibrationAnswer(
            fit: fit,
            touches: session.touches,
            targets: session.targets,
            scale: session.scale,
            panel: panel,
            sign: PanelSign(of: panel, among: others)
        )
        let lines =
            arguments.has("json")
            ? ["\(answer.json)"]
            : arguments.has("udev") ? answer.udev : answer.layout(withCompositors: arguments.has("compositors"))
        try Console.print(lines.map { TerminalText.line($0) }.joined(separator: "\n"))
        if let warning = answer.warning { Console.complain("warning: \(warning)") }
        return 0
    }
}

/// Passes the taps of a live panel to a calibration session, and shows the session's instructions.
private final class TapRecorder: RecordingWriter {
    let path = ""
    private var taps: TapReader
    private(set) var session: CalibrationSession
    /// Terminal that shows the targets; nil with a web page or without a suitable terminal.
    private let screen: TargetScreen?
    /// Web page that shows the targets; nil without `--page`.
    private let page: PanelPage?

    init(_ taps: TapReader, _ session: CalibrationSession, on screen: TargetScreen?, page: PanelPage?) {
        (self.taps, self.session, self.screen, self.page) = (taps, session, screen, page)
    }

    func write(_ recorded: RecordedEvent) {
        for tap in taps.take(recorded.event) where session.target != nil { ask(session.take(tap)) }
    }

    func finish() {}

    /// Shows the next target and, if the last touch was refused, the reason (`problem`).
    func ask(_ problem: String?) {
        guard let target = session.target else { return }
        if let screen {
            screen.show(screen.picture(of: target, [session.question, problem ?? ""]))
        } else {
            if let problem { Console.complain(problem) }
            Console.complain(session.question)
            page?.show(session.pageState(problem))
        }
    }

    func clear() {
        screen?.show(TargetScreen.clear)
        page?.finish("The calibration has ended. The results are on the terminal.")
    }
}

/// An error that prevents a calibration.
private struct CalibrationError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
