internal import Bridge
internal import InputEvents
internal import Recordings
internal import ResponderKit

/// Takes a recording the way that a live device takes.
enum ReplayCommand: Command {
    static let name = "replay"
    static let summary = "take a recording the way of a live device"
    static let flags: Set<String> = ["json"]
    static let options: Set<String> = ["trace", "speed", "size", "description"]
    static let help = """
        usage: touchbridge replay RECORDING [--trace FILE|-] [--speed max|1x] [--size WxH] [--description FILE] [--json]

        Takes the events of a recording (of evemu or of libinput record) through the whole way of a touch, without a
        device and without being root, and tells what became of each touch.

          --trace FILE        write every step as a line of JSON; - is standard output, and then nothing else is
          --speed max|1x      as fast as possible (the default), or as fast as it was recorded
          --size WxH          the screen in points, 1920x1080 unless given
          --description FILE  the recording that describes the device, where this one has events only
          --json              one line of JSON for each touch

        The exit status is 1 when the recording cannot be read to its end, or when a replay at 1x is interrupted; what
        comes before is replayed.
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let speed = arguments.value("speed") ?? "max"
        guard ["max", "1x"].contains(speed) else { throw arguments.wrong("--speed is max or 1x, and not '\(speed)'") }
        let tracePath = arguments.value("trace")
        if tracePath == "-", arguments.has("json") {
            throw arguments.wrong("--trace - and --json both want standard output; write the trace to a file")
        }
        let path = try arguments.only("recording")
        let size = try arguments.screenSize()
        let reader = try RecordingReader(path: path, describedBy: arguments.value("description"))
        if reader.devices == [DeviceDescription(name: "")] { throw NoDescription(path: path) }
        let screen = FullScreen(size)
        let hub = InputHub(screen.application)
        let summary = TouchSummary(of: screen.application)
        screen.application.addObserver(summary)
        let traceFile = try tracePath.map {
            try TraceFile($0, besides: [path] + (arguments.value("description").map { [$0] } ?? []))
        }
        if let traceFile { screen.trace(hub, to: traceFile) }
        var replay = try Replay(hub, isPaced: speed == "1x") { traceFile?.flush() }
        replay.add(reader.devices, before: Rect(origin: .zero, size: size))
        let failure: (any Error)? = play(reader, &replay) ?? (replay.isInterrupted ? Interruption(path: path) : nil)
        for warning in reader.warnings { Console.complain("\(warning)") }
        if summary.lines.isEmpty, failure == nil, let reason = replay.reasonForNoTouch {
            Console.complain("\(path): \(reason)")
        }
        try traceFile?.finish()
        if arguments.has("json") {
            for line in summary.json { try Console.print(line) }
        } else if tracePath != "-" {
            try Console.print(summary.text)
        }
        if let failure { throw failure }
        return 0
    }

    /// Plays the recording as far as it can be read.
    private static func play(_ reader: RecordingReader, _ replay: inout Replay) -> RecordingError? {
        var progress = Progress(whole: reader.byteCount)
        defer { progress?.finish() }
        do throws(RecordingError) {
            while !replay.isInterrupted, let recorded = try reader.next() {
                replay.take(recorded)
                progress?.step(to: reader.bytesRead)
            }
            replay.finish()
            return nil
        } catch {
            replay.finish()
            return error
        }
    }
}

/// Somebody did not want to wait for the end.
private struct Interruption: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path): interrupted; the rest of it was left out" }
}

/// A file of events alone, and nobody said whose.
private struct NoDescription: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): holds events and no device; name the recording that describes it with --description FILE"
    }
}
