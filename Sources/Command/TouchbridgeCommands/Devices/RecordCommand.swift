internal import Bridge
internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import Glibc
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LiveInput
internal import Platform
internal import Recordings
internal import ResponderKit
internal import TouchScripts

/// Records input events and, if requested, a trace.
enum RecordCommand: Command {
    static let name = "record"
    static let summary = "record a device's events to a file"
    static let flags: Set<String> = ["force"]
    static let options: Set<String> = ["output", "format", "as", "trace", "grab", "size", "for"]
    static let help = """
        usage: touchbridge record DEVICE… -o FILE [--format \(formats("|")) | --as touch] [--trace FILE]
                                  [--grab auto|always|never] [--size WxH] [--for SECONDS] [--force]

        Records devices until the command is interrupted or the last device is unplugged. DEVICE is a device node
        (/dev/input/event3) or a device name ('*Touch*'). If the process is killed, at most the last frame is
        missing from the recording, and at most the decisions of the last read are missing from the trace.

          -o FILE             write the recording to FILE; an existing file is replaced only with --force
          --format FORMAT     \(formats(" or ")); default: the first format that supports the devices
          --as touch          write a touch script instead of the events. A script contains only touches, with
                              positions in points of a screen of --size
          --trace FILE        also write the trace, like 'replay --trace'
          --grab WHEN         grab the devices, so that no other program receives their events: never (the default),
                              always, or auto, which grabs a device as soon as no finger is down
          --size WxH          the size of the screen for --trace and --as, in points; default: 1920x1080
          --for SECONDS       stop after this time
          --force             replace an existing file

        For instance:

            touchbridge record '*Touch*' -o swipe.touch --as touch --size 1080x1920
            touchbridge test swipe.touch --layout lobby.yaml     # after an 'expect' line was added
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard let path = arguments.value("output") else { throw arguments.wrong("missing output file; add -o FILE") }
        guard !arguments.positional.isEmpty else {
            throw arguments.wrong("missing device; list devices with 'touchbridge devices'")
        }
        guard Set(arguments.positional).count == arguments.positional.count else {
            throw arguments.wrong("the same device is specified twice; specify each device only once")
        }
        let grab = try InputLayout.Grab(arguments)
        let limit = try arguments.seconds("for")
        let size = try arguments.screenSize()
        let tracePath = arguments.value("trace")
        if tracePath == "-" {
            throw arguments.wrong("'record' cannot write a trace to standard output; specify a file, or use 'replay'")
        }
        let format = try format(arguments)
        let readers = try DeviceSearch().readers(for: arguments)
        let screen = FullScreen(size)
        let hub = screen.hub
        let session = try LiveSession(hub, limit: limit)
        Console.stopWaiting()
        // Grabbing can fail, so all devices are grabbed before the first file is created.
        if grab == .always {
            for reader in readers { try reader.grab() }
        }
        let traceFile = try tracePath.map { try TraceFile($0, besides: recordings(path, readers.count)) }
        let writer: any RecordingWriter
        do {
            writer =
                try arguments.has("as")
                ? scriptWriter(path, of: screen.application, arguments.has("force"))
                : self.writer(path, format, readers.map(\.description), arguments.has("force"))
        } catch {
            traceFile?.discard()
            throw error
        }
        traceFile?.begin()
        if let traceFile {
            screen.trace(hub, to: traceFile)
            session.didHandOn = {
                if let failure = traceFile.flushReportingFailure() {
                    Console.complain("\(failure); the recording continues")
                }
            }
        }
        for (index, reader) in readers.enumerated() {
            let number = hub.add(reader.description, before: Rect(origin: .zero, size: size)) { complaint in
                if traceFile != nil || arguments.has("as") { Console.complain(complaint) }
            }
            try session.add(reader, number, grab: grab, to: writer, index: index)
        }
        Console.complain("recording \(readers.map { "'\($0.description.name)'" }.joined(separator: ", ")) to \(path)")
        // All three calls are made even if one call fails. The first error is reported.
        let results: [Result<Void, any Error>] = [
            Result { try session.run() }, Result { try writer.finish() }, Result { try traceFile?.finish() },
        ]
        for result in results { try result.get() }
        Console.complain("recorded \(session.frameCount) frames")
        return 0
    }

    private static func formats(_ separator: String) -> String {
        RecordingFormat.written.map(\.name).joined(separator: separator)
    }

    private static func format(_ arguments: Arguments) throws(UsageError) -> RecordingFormat.Writing {
        if let form = arguments.value("as") {
            guard form == "touch" else { throw arguments.wrong("invalid --as '\(form)'; write touch") }
            if arguments.has("format") {
                throw arguments.wrong("--as and --format cannot both be set; remove one")
            }
            guard arguments.positional.count == 1 else {
                throw arguments.wrong("a touch script can contain only one device; specify only one device")
            }
        }
        let count = arguments.positional.count
        let fitting = RecordingFormat.written.first { $0.writing.map { $0.deviceLimit >= count } ?? false }
        let name = arguments.value("format") ?? fitting?.name ?? ""
        guard let writing = RecordingFormat.written.first(where: { $0.name == name })?.writing else {
            throw arguments.wrong("invalid --format '\(name)'; write \(formats(" or "))")
        }
        guard writing.deviceLimit >= count else {
            let other = fitting.map { "use --format \($0.name)" } ?? "record fewer devices at once"
            throw arguments.wrong("the format \(name) supports \(writing.deviceLimit) device per file; \(other)")
        }
        return writing
    }

    /// Returns the files that the command writes during a recording: one file for each device.
    private static func recordings(_ path: String, _ count: Int) -> [TraceFile.Source] {
        ([path] + (1..<max(count, 1)).map { "\(path).part-\($0 + 1)" }).map { .recording($0) }
    }

    /// Returns a writer that records the touches of an application as a touch script.
    private static func scriptWriter(
        _ path: String,
        of application: Application,
        _ replaces: Bool
    ) throws -> any RecordingWriter {
        let touches = ScriptWriter(application, start: nil)
        application.addObserver(touches)
        return try created { () throws(RecordingError) in
            try ScriptRecordingWriter(path: path, replaces: replaces, epoch: .current, takeLines: touches.takeLines)
        }
    }

    private static func writer(
        _ path: String,
        _ format: RecordingFormat.Writing,
        _ devices: [DeviceDescription],
        _ replaces: Bool
    ) throws -> any RecordingWriter {
        var origin = RecordingOrigin()
        (origin.version, origin.reason, origin.time) = (programVersion, "touchbridge record", MonotonicClock.now)
        origin.made = EventEpoch.current.date(of: origin.time)
        return try created { () throws(RecordingError) in try format.open(path, devices, origin, replaces) }
    }

    private static func created(
        _ create: () throws(RecordingError) -> any RecordingWriter
    ) throws -> any RecordingWriter {
        do throws(RecordingError) { return try create() } catch {
            guard error.errno == EEXIST else { throw error }
            throw FileExists(path: error.path)
        }
    }
}

extension InputLayout.Grab {
    init(_ arguments: Arguments) throws(UsageError) {
        let text = arguments.value("grab") ?? "never"
        guard let policy = InputLayout.Grab(rawValue: text) else {
            throw arguments.wrong("invalid --grab '\(text)'; write auto, always or never")
        }
        self = policy
    }
}

/// Thrown if the output file exists and `--force` is missing.
private struct FileExists: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path): the file exists; specify a different file, or replace the file with --force" }
}
