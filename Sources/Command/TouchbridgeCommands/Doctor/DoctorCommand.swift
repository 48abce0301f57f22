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
    static let flags: Set<String> = ["json", "measure"]
    static let options: Set<String> = ["for"]
    static let help = """
        usage: touchbridge doctor [RECORDING | DEVICE] [--measure] [--for SECONDS] [--json]

        Examines the panels of this machine, or the panel of a recording, and prints a verdict for each check: ok,
        warning, problem, or untested, with the remedy. DEVICE is a device node or a device name.

          --measure      also measure the events while the user draws lines, touches with all fingers, and paints the
                         whole screen; a recording is always measured
          --for SECONDS  duration of the measurement; default: 20
          --json         print one JSON object

        The exit status is 1 if there is a problem.

        For instance:

            touchbridge doctor tap.evemu
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.count <= 1 else {
            throw arguments.wrong("too many arguments; name one recording or device")
        }
        let seconds = try arguments.seconds("for")
        guard seconds == nil || arguments.has("measure") else {
            throw arguments.wrong("--for is the duration of the measurement; add --measure")
        }
        let report: DoctorReport
        if let path = arguments.positional.first, isRecording(path) {
            guard !arguments.has("measure") else {
                throw arguments.wrong("--measure reads a live panel; remove --measure, or name a device")
            }
            report = try recording(path)
        } else {
            report = try live(arguments, seconds ?? 20)
        }
        try Console.print(arguments.has("json") ? "\(report.json)" : report.lines.joined(separator: "\n"))
        return report.verdict == .problem ? 1 : 0
    }

    /// Whether the path is a file or, for decompressed recordings, a pipe.
    private static func isRecording(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    }

    // MARK: Recording

    private static func recording(_ path: String) throws -> DoctorReport {
        let reader = try RecordingReader(path: path)
        // A pen or touchpad beside a touchscreen is no problem.
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

    private static func live(_ arguments: Arguments, _ seconds: Double) throws -> DoctorReport {
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
            let all = findings + [MachineFacts.udev(device)] + PanelFacts.findings(device)
            report.devices.append(.init(name: device.name, path: reader.path, all))
            if !grab.isBusy {
                measured.append(reader)
            } else if arguments.has("measure") {
                report.devices[report.devices.count - 1].add([MachineFacts.grabbedMeasurement])
            }
        }
        if arguments.has("measure"), !measured.isEmpty { try measure(measured, seconds, &report) }
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
        // A mouse or touchpad beside a touchscreen is no problem.
        return touchscreens.isEmpty ? readers : touchscreens
    }

    private static func measure(_ readers: [DeviceReader], _ seconds: Double, _ report: inout DoctorReport) throws {
        let recorders = readers.map { MeasurementRecorder($0.description) }
        let session = try LiveSession(InputHub(Application()), limit: seconds)
        session.reportsLateReads = false
        for (reader, recorder) in zip(readers, recorders) {
            try session.add(reader, nil, grab: .never, to: recorder)
        }
        Console.complain(
            "draw lines on each panel, touch with all fingers, and paint the whole screen; the measurement takes "
                + "\(seconds.decimal(1)) s, and Ctrl-C ends it"
        )
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
