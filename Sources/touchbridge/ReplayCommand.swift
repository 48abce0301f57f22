internal import Bridge
internal import Recordings
internal import ResponderKit

/// Takes a recording the way that a live device takes.
enum ReplayCommand: Command {
    static let name = "replay"
    static let summary = "take a recording the way of a live device"
    static let flags: Set<String> = []
    static let options: Set<String> = ["trace", "speed", "size", "description"]
    static let help = """
        usage: touchbridge replay RECORDING [--trace FILE|-] [--speed max|1x] [--size WxH] [--description FILE]

        Takes the events of a recording (of evemu or of libinput record) through the whole way of a touch, without a
        device and without being root, and tells what became of each touch.

          --trace FILE        write every step as a line of JSON; - is standard output
          --speed max|1x      as fast as possible (the default), or as fast as it was recorded
          --size WxH          the screen in points, 1920x1080 unless given
          --description FILE  the recording that describes the device, where this one has events only
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let speed = arguments.value("speed") ?? "max"
        guard ["max", "1x"].contains(speed) else { throw arguments.wrong("--speed is max or 1x, and not '\(speed)'") }
        let path = try arguments.only("recording")
        let size = try arguments.screenSize()
        let reader = try RecordingReader(path: path, describedBy: arguments.value("description"))
        let screen = FullScreen(size)
        let hub = InputHub(screen.application)
        let summary = TouchSummary(of: screen.application)
        screen.application.addObserver(summary)
        let traceFile = try arguments.value("trace").map { try TraceFile($0) }
        if let traceFile {
            let trace = TraceWriter(of: screen.application) { traceFile.append($0) }
            hub.trace = trace
            screen.application.addObserver(trace)
        }
        var replay = Replay(hub, isPaced: speed == "1x")
        try replay.add(reader.devices, before: Rect(origin: .zero, size: size))
        var failure: RecordingError?
        do throws(RecordingError) {
            while let recorded = try reader.next() { replay.take(recorded) }
        } catch {
            failure = error
        }
        replay.finish()
        for warning in reader.warnings { Console.complain("\(warning)") }
        try traceFile?.finish()
        if arguments.value("trace") != "-" { Console.print(summary.text) }
        if let failure { throw failure }
        return 0
    }
}
