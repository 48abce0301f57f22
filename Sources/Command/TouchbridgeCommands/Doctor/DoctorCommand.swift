internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import Glibc
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LiveInput
internal import Recordings
internal import ResponderKit

/// Examines the panels of this machine, or the panels of a recording.
enum DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "find problems of panels, drivers and permissions"
    static let flags: Set<String> = ["json", "measure", "page"]
    static let options: Set<String> = ["for", "port"]
    static let help = """
        usage: touchbridge doctor [RECORDING | DEVICE] [--measure | --page [--port PORT]]
                                  [--for SECONDS] [--json]

        Examines the panels of this machine, or the panel of a recording, and prints a verdict for each check: ok,
        warning, problem, or untested, with the remedy. DEVICE is a device node or a device name.

          --measure      also measure the events while the user draws lines, touches with all fingers, and paints the
                         whole screen; a recording is always measured
          --page         like --measure, but also show the painted parts and the fingers of one panel on a page
                         until all parts are painted; open the printed address in a browser that covers the screen
          --port PORT    the port of the page, 0 for any free port; default: 7070
          --for SECONDS  duration of the measurement; default: 20, and with --page until Ctrl-C
          --json         print one JSON object

        The exit status is 1 if there is a problem.

        For instance:

            touchbridge doctor tap.evemu
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.count <= 1 else {
            throw arguments.wrong("too many arguments; specify only one recording or device")
        }
        let seconds = try arguments.seconds("for")
        let isMeasured = arguments.has("measure") || arguments.has("page")
        guard seconds == nil || isMeasured else {
            throw arguments.wrong("--for is the duration of the measurement; add --measure")
        }
        guard !arguments.has("port") || arguments.has("page") else {
            throw arguments.wrong("--port is the port of the page; add --page")
        }
        let report: DoctorReport
        if let path = arguments.positional.first, isRecording(path) {
            guard !isMeasured else {
                let option = arguments.has("page") ? "--page" : "--measure"
                throw arguments.wrong("\(option) reads a live panel; remove \(option), or specify a device")
            }
            report = try recording(path)
        } else {
            report = try live(arguments, isMeasured: isMeasured, seconds)
        }
        try Console.print(arguments.has("json") ? "\(report.json)" : report.lines.joined(separator: "\n"))
        return report.verdict == .problem ? 1 : 0
    }

    /// Returns whether the path is a regular file, or a pipe through which a decompressed recording can arrive.
    private static func isRecording(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    }

    // MARK: Recording

    private static func recording(_ path: String) throws -> DoctorReport {
        let reader = try RecordingReader(path: path)
        // Omits other devices if there is a touchscreen: a pen or touchpad next to a touchscreen is not a problem.
        let hasTouchscreen = reader.devices.contains { DeviceKind(of: $0) == .touchscreen }
        let isExamined = reader.devices.map { device in
            hasTouchscreen ? DeviceKind(of: device) == .touchscreen : PanelFacts.isExamined(device)
        }
        let measurements = zip(reader.devices, isExamined).map { $1 ? PanelMeasurement($0) : nil }
        while let recorded = try reader.next() { measurements[recorded.device]?.take(recorded.event) }
        var report = DoctorReport()
        for (index, device) in reader.devices.enumerated() where isExamined[index] {
            var examined = DoctorReport.Device(name: device.name, path: path, PanelFacts.findings(device))
            examined.add(measurements[index]?.findings(for: device) ?? [])
            report.devices.append(examined)
        }
        if report.devices.isEmpty {
            let text = "the recording contains no touchscreen"
            report.machine = [DoctorFinding(.panels, .problem, text, remedy: "record a touchscreen")]
        }
        return report
    }

    // MARK: Live devices

    private static func live(
        _ arguments: Arguments,
        isMeasured: Bool,
        _ seconds: Double?
    ) throws -> DoctorReport {
        let search = try DeviceSearch()
        var report = DoctorReport()
        var readers: [DeviceReader] = []
        if let word = arguments.positional.first {
            do {
                readers = try search.readers(for: arguments, "file or device")
            } catch let error as EvdevError {
                report.devices.append(.init(name: word, path: error.device, [MachineFacts.access(failed: error)]))
            }
        } else {
            readers = all(search, &report)
        }
        report.machine.append(MachineFacts.uinput())
        var measured: [DeviceReader] = []
        for reader in readers {
            let device = reader.description
            let grab = MachineFacts.grab(reader)
            let findings = [DoctorFinding(.access, .ok, "the node can be read"), grab.finding]
            let machine = [DriverFacts.driver(of: reader.path), MachineFacts.udev(device)].compactMap(\.self)
            let all = findings + machine + PanelFacts.findings(device)
            report.devices.append(.init(name: device.name, path: reader.path, all))
            if !grab.isBusy {
                measured.append(reader)
            } else if isMeasured {
                report.devices[report.devices.count - 1].add([MachineFacts.grabbedMeasurement])
            }
        }
        guard isMeasured, !measured.isEmpty else { return report }
        guard arguments.has("page") else {
            try measure(measured, seconds ?? 20, nil, &report)
            return report
        }
        guard measured.count == 1 else {
            let paths = measured.map(\.path).joined(separator: ", ")
            throw arguments.wrong("--page shows only one panel; specify one of these: \(paths)")
        }
        guard PanelMeasurement(measured[0].description) != nil else {
            Console.complain("'\(measured[0].description.name)' cannot be measured, because its axes have no ranges")
            return report
        }
        try measure(measured, seconds, PanelPage(port: arguments.inspectorPort()), &report)
        return report
    }

    /// Opens all touchscreens or, if there is none, the devices that a layout can accept as touchscreens.
    private static func all(_ search: DeviceSearch, _ report: inout DoctorReport) -> [DeviceReader] {
        var readers: [DeviceReader] = []
        var deniedCount = 0
        for node in search.nodes where !node.isOurs {
            do throws(EvdevError) {
                let reader = try DeviceReader(node)
                if PanelFacts.isExamined(reader.description) { readers.append(reader) }
            } catch {
                if error.code == .permissionDenied { deniedCount += 1 }
                guard node.properties["ID_INPUT_TOUCHSCREEN"] == "1" else { continue }
                report.devices.append(.init(name: node.name, path: node.path, [MachineFacts.access(failed: error)]))
            }
        }
        let touchscreens = readers.filter { DeviceKind(of: $0.description) == .touchscreen }
        let count = touchscreens.count + report.devices.count
        report.machine.append(MachineFacts.panels(count, deniedCount: deniedCount))
        // Omits other devices if there is a touchscreen: a mouse or touchpad next to a touchscreen is not a problem.
        return touchscreens.isEmpty ? readers : touchscreens
    }

    /// Measures panels until the time limit expires, an end signal arrives or all panels are removed. With a web page,
    /// also ends when all parts of the panel have been touched and all fingers have lifted.
    private static func measure(
        _ readers: [DeviceReader],
        _ seconds: Double?,
        _ page: PanelPage?,
        _ report: inout DoctorReport
    ) throws {
        let recorders = readers.map { MeasurementRecorder($0.description) }
        let session = try LiveSession(InputHub(Application()), limit: seconds)
        session.reportsLateReads = false
        for (reader, recorder) in zip(readers, recorders) {
            try session.add(reader, nil, grab: .never, to: recorder)
        }
        let time = seconds.map { "the measurement takes \($0.decimal(1)) s, and " } ?? ""
        Console.complain(
            "draw lines on each panel, touch with all fingers, and paint the whole screen; \(time)Ctrl-C ends it"
        )
        if let page, let measurement = recorders[0].measurement {
            page.show(measurement.pageState)
            session.didHandOn = {
                page.show(measurement.pageState)
                if measurement.isComplete { session.stop() }
            }
        }
        defer { page?.finish("The measurement has ended. The results are on the terminal.") }
        try session.run()
        for (reader, recorder) in zip(readers, recorders) {
            guard let index = report.devices.firstIndex(where: { $0.path == reader.path }) else { continue }
            report.devices[index].add(recorder.measurement?.findings(for: reader.description) ?? [])
            if session.removedPaths.contains(reader.path) { report.devices[index].add([MachineFacts.disconnection]) }
        }
    }
}

/// Passes the events of a live panel to a measurement.
private final class MeasurementRecorder: RecordingWriter {
    let path = ""
    let measurement: PanelMeasurement?

    init(_ device: DeviceDescription) { measurement = PanelMeasurement(device) }

    func write(_ recorded: RecordedEvent) { measurement?.take(recorded.event) }
    func finish() {}
}
