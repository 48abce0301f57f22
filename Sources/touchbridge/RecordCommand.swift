internal import Bridge
internal import Evdev
internal import InputEvents
internal import Recordings
internal import ResponderKit

/// Takes down what devices say, and on request what became of it.
enum RecordCommand: Command {
    static let name = "record"
    static let summary = "take down what a device says"
    static let flags: Set<String> = ["force"]
    static let options: Set<String> = ["output", "format", "trace", "grab", "size", "for"]
    static let help = """
        usage: touchbridge record DEVICE… -o FILE [--format evemu|libinput] [--trace FILE] [--grab auto|always|never]
                                  [--size WxH] [--for SECONDS] [--force]

        Records devices, each named by its node (/dev/input/event3) or its name ('*Touch*'), until it is interrupted
        or the last of them is gone. If the process dies, at most the last frame is lost.

          -o FILE             where to; what is there already is kept unless --force is given
          --format FORMAT     evemu, for one device (the default then), or libinput, for one or several
          --trace FILE        write what became of it at the same time, as 'replay --trace' will
          --grab WHEN         keep the device from others: always, never (the default), or auto: as soon as no finger
                              is down, so that nobody else is left with half a touch
          --size WxH          the screen in points for --trace, 1920x1080 unless given
          --for SECONDS       stop after so long
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard let path = arguments.value("output") else { throw arguments.wrong("say where to: -o FILE") }
        guard !arguments.positional.isEmpty else { throw arguments.wrong("say which device to record") }
        let grab = try GrabPolicy(arguments)
        var limit: Double?
        if let text = arguments.value("for") {
            guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
                throw arguments.wrong("--for needs a number of seconds, and not '\(text)'")
            }
            limit = seconds
        }
        let size = try arguments.screenSize()
        let readers = try DeviceSearch().readers(for: arguments.positional)
        let writer = try writer(path, readers.map(\.description), arguments)
        let screen = FullScreen(size)
        let hub = InputHub(screen.application)
        let traceFile = try arguments.value("trace").map { try TraceFile($0) }
        if let traceFile {
            let trace = TraceWriter(of: screen.application) { traceFile.append($0) }
            hub.trace = trace
            screen.application.addObserver(trace)
        }
        let session = try LiveSession(hub, limit: limit)
        for (place, reader) in readers.enumerated() {
            let number = hub.add(reader.description, before: Rect(origin: .zero, size: size)) { complaint in
                if traceFile != nil { Console.complain(complaint) }
            }
            session.add(reader, number, grab: grab) { event throws(RecordingError) in
                try writer.write(RecordedEvent(device: place, event: event))
            }
        }
        Console.complain("recording \(readers.map { "'\($0.description.name)'" }.joined(separator: ", ")) to \(path)")
        let result = Result { try session.run() }
        try writer.finish()
        try traceFile?.finish()
        try result.get()
        Console.complain("recorded \(session.frameCount) frames")
        return 0
    }

    private static func writer(
        _ path: String,
        _ devices: [DeviceDescription],
        _ arguments: Arguments
    ) throws -> any RecordingWriter {
        let format = arguments.value("format") ?? (devices.count == 1 ? "evemu" : "libinput")
        switch format {
        case "evemu":
            guard devices.count == 1 else {
                throw arguments.wrong("an evemu file holds one device; use --format libinput for several")
            }
            return try EvemuWriter(path: path, device: devices[0], replaces: arguments.has("force"))
        case "libinput":
            return try LibinputRecordWriter(path: path, devices: devices, replaces: arguments.has("force"))
        default: throw arguments.wrong("--format is evemu or libinput, and not '\(format)'")
        }
    }
}

/// When a device is kept from all other readers.
enum GrabPolicy: String {
    case auto, always, never

    init(_ arguments: Arguments) throws(UsageError) {
        let text = arguments.value("grab") ?? "never"
        guard let policy = GrabPolicy(rawValue: text) else {
            throw arguments.wrong("--grab is auto, always or never, and not '\(text)'")
        }
        self = policy
    }
}
