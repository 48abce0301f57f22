internal import Bridge
internal import CommandSupport
internal import Explain
internal import Glibc
internal import HandlerEvents
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import Pictures
internal import Platform
internal import PluginAPI
internal import Recordings
internal import ResponderKit
internal import Schema
internal import Systemd

/// Replays a recording through the live pipeline.
enum ReplayCommand: Command {
    static let name = "replay"
    static let summary = "replay a recording through the live pipeline"
    static let flags: Set<String> = ["json", "dry-run", "run-handlers", "inspect", "any-screen"]
    static let options: Set<String> = [
        "trace", "perfetto", "svg", "plot", "speed", "size", "description", "layout", "screen", "host", "port",
    ]
    static let help = """
        usage: touchbridge replay RECORDING [--layout FILE [--dry-run | --run-handlers] [--screen NAME | --any-screen]]
                                  [--trace FILE|-] [--perfetto FILE|-] [--svg FILE|-] [--plot FILE|-]
                                  [--inspect [--port PORT]] [--speed max|1x] [--size WxH] [--description FILE]
                                  [--host NAME] [--json]

        Sends a recording (of \(RecordingFormat.programs), or of the flight recorder)
        or a .touch script through the code that handles live devices, without a device or root, and prints each touch.
        With a layout, also prints the handlers that would be called. The positions in a script are points of the first
        screen, or of the screen that --screen or the script names.

          --host NAME         with a layout, the value of {{host}}; default: this machine's host name
          --layout FILE       the layout; default: the layout that a script names, or one view as large as the screen
          --screen NAME       map all panels of the recording to this screen, regardless of the layout's 'input:'
          --any-screen        map a panel that matches no screen's 'input:' to the first screen without a panel, or
                              to the first screen
          --dry-run           print the handlers without calling them; this is the default
          --run-handlers      start the layout's plugins and call the handlers
          --inspect           serve the inspector page on this machine until the command is interrupted
          --port PORT         the port of the inspector page, 0 for any free port; default: 7070
          --trace FILE        write every decision as a line of JSON; - prints only the trace, on standard output
          --perfetto FILE|-   write a timeline in Chrome's JSON trace format, which ui.perfetto.dev and chrome://tracing
                              show: a track for each finger, recognizer and plugin; - is standard output
          --svg FILE|-        draw the touches, the hit views and the results as SVG; - is standard output
          --plot FILE|-       draw a timeline of touches, gestures, controls, handlers and the intervals between the
                              panel's frames as SVG; - is standard output
          --speed max|1x      replay as fast as possible (max, the default) or at the recorded speed (1x)
          --size WxH          without a layout, the size of the screen in points; default: 1920x1080
          --description FILE  a recording that describes the device, if RECORDING has only events
          --json              print one line of JSON for each touch, then one line for each handler and event

        The exit status is 1 if no panel of the recording matches a screen of the layout; then nothing is replayed.
        If the recording cannot be read completely or the replay is interrupted, only the events before that point
        are replayed, and the exit status is 1. The exit status is also 1 if a call to a handler failed or was
        dropped.

        For instance:

            touchbridge replay tap.evemu --layout lobby.yaml --trace - | grep '"kind":"handler"'
            touchbridge replay swipe.touch --layout lobby.yaml --inspect
            touchbridge replay tap.getevent --layout lobby.yaml
            touchbridge replay actions.json --layout lobby.yaml
            touchbridge replay tap.evemu --layout lobby.yaml --perfetto tap.json
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let arguments = arguments.withScriptLayout
        let speed = arguments.value("speed") ?? "max"
        guard ["max", "1x"].contains(speed) else {
            throw arguments.wrong("invalid --speed '\(speed)'; write max or 1x")
        }
        try checkOutputs(arguments)
        let path = try arguments.only("recording")
        try checkLayoutOptions(arguments)
        let port = try arguments.inspectorPort()
        let size = try arguments.screenSize()
        let plan = try arguments.value("layout").map { try LayoutReading.plan(needed: $0) }
        let reader = try RecordingReader(path: path, on: plan, size: size, arguments)
        if reader.devices == [DeviceDescription(name: "")] { throw NoDescription(path: path) }
        let screens = try plan.map { try RecordedScreens($0, reader, path, arguments) }
        // This check must precede the start of plugins.
        if let mismatch = screens?.mismatch { throw mismatch }
        let runsHandlers = arguments.has("run-handlers")
        // Blocks the end signals: before the exit, plugins must end their processes and the inspector must close its
        // pages.
        if runsHandlers || arguments.has("inspect") { try EndSignals.hold([SIGINT, SIGTERM, SIGHUP]) }
        let guardian = runsHandlers ? try EndSignals.endAnyway(after: endLimit) { Console.complain(hang) } : nil
        defer { withExtendedLifetime(guardian) {} }
        let inspection = try arguments.has("inspect") ? ReplayInspection(port: port, reader.epoch) : nil
        let losses = CallLosses()
        let pipeline = plan.map { plan in
            self.pipeline(plan, runsHandlers: runsHandlers, host: arguments.value("host")) { losses.add($2, $0, $1) }
        }
        if let pipeline { inspection?.follow(pipeline) }
        let stage: any ReplayStage = pipeline ?? FullScreen(size)
        let summary = TouchSummary(of: stage.application, reader.epoch)
        let handlers = pipeline.map { HandlerSummary(of: $0, losses) }
        stage.application.addObserver(summary)
        if let pipeline { LayoutDigest.compare(pipeline.plan, with: reader.origin, of: path) }
        let inputs = inputs(arguments, path, plan)
        let trace = arguments.value("trace").map { TraceFile.Request(path: $0, content: .trace, what: "the trace") }
        let streams = [trace, ReplayTimeline.request(arguments)]
        let files = try TraceFile.begin(
            streams.compactMap(\.self) + ReplayPictures.requests(arguments),
            besides: inputs
        )
        let traceFile = trace == nil ? nil : files[0]
        let timelineFile = streams[1] == nil ? nil : files[trace == nil ? 0 : 1]
        let pictures = try ReplayPictures(arguments, of: stage, to: files.dropFirst(streams.count { $0 != nil }))
        if let traceFile { stage.write(to: traceFile) }
        let recorded = runsHandlers ? ServiceCalls() : ServiceCalls(of: reader)
        let timeline = timelineFile.map { ReplayTimeline(of: stage, recorded, to: $0) }
        let isStreamed = ["trace", "perfetto"].contains { arguments.value($0) == "-" } && Output.standard.isPipe
        let stream = isStreamed ? Output.standard : nil
        var replay = try Replay(stage, isPaced: speed == "1x", to: stream, for: inspection) {
            traceFile?.flush()
            timelineFile?.flush()
        }
        replay.onReport = { pictures?.builder.reported($0, at: $1) }
        replay.add(reader.devices, before: screens)
        // Repeats the recorded commands only in a dry run, because running plugins send their commands again.
        if !runsHandlers { replay.commands = RecordedCommand.all(in: reader)[...] }
        var failure: (any Error)? = play(reader, &replay)
        if failure == nil, replay.isInterrupted {
            failure = stream?.hasReader == false ? WriteError.lostReader : Interruption(path: path)
        }
        if let pipeline, !stop(pipeline, inHaste: replay.isInterrupted) {
            failure = failure ?? Interruption(path: path, consequence: "; undelivered output of plugins was dropped")
        }
        for warning in reader.warnings { Console.complain("\(warning)") }
        if summary.lines.isEmpty, failure == nil, let reason = replay.reasonForNoTouch {
            Console.complain("\(path): \(reason)")
        }
        try traceFile?.finish()
        try timeline?.finish(reader.epoch)
        try pictures?.finish(since: replay.start, reader.epoch)
        if arguments.has("json") {
            for line in summary.json(since: replay.start) + (handlers?.json ?? []) { try Console.print(line) }
        } else if !outputs.contains(where: { arguments.value($0) == "-" }) {
            try Console.print(summary.text(since: replay.start))
            if let handlers { try Console.print(handlers.text) }
        }
        if !replay.isInterrupted { try inspection?.stay() }
        if let failure { throw failure }
        if let undelivered = handlers?.undelivered {
            Console.complain("\(path): \(undelivered)")
            return 1
        }
        return 0
    }

    /// Options for which the value `-` selects standard output.
    private static let outputs = ["trace", "perfetto", "svg", "plot"]

    /// Throws if several outputs would go to standard output.
    private static func checkOutputs(_ arguments: Arguments) throws(UsageError) {
        let wanted = outputs.filter { arguments.value($0) == "-" }.map { "--\($0) -" }
        let all = wanted + (arguments.has("json") ? ["--json"] : [])
        guard let first = wanted.first, all.count > 1 else { return }
        let what = ["--trace -", "--perfetto -"].contains(first) ? "the trace" : "the picture"
        throw arguments.wrong("\(first) and \(all[1]) both write to standard output; write \(what) to a file")
    }

    /// Maximum time in microseconds for which plugins can deliver pending calls after the end of the recording.
    private static let deliveryTimeout: Int64 = 9_000_000
    /// Maximum time for plugins to stop, after `deliveryTimeout` or after an end signal.
    private static let stopLimit = TimeSpan(microseconds: 900_000)
    /// Time from an end signal until the process exits, even if a thread hangs.
    private static let endLimit = TimeSpan(microseconds: 2_000_000)
    private static let hang = "a plugin did not stop within 2 s; the replay exits with status 1"

    /// Waits for plugins to deliver pending calls, unless `inHaste` is true, and stops the plugins. Returns false if an
    /// end signal interrupts the wait.
    private static func stop(_ pipeline: Pipeline, inHaste: Bool) -> Bool {
        pipeline.beginStopping()
        let end = MonotonicClock.now + deliveryTimeout
        var isInterrupted = false
        while !inHaste, !isInterrupted, !pipeline.isDone, MonotonicClock.now < end {
            isInterrupted = !EndSignals.waitAMoment()
        }
        pipeline.finishStopping(within: stopLimit)
        return !isInterrupted
    }

    private static func checkLayoutOptions(_ arguments: Arguments) throws(UsageError) {
        if arguments.has("dry-run"), arguments.has("run-handlers") {
            throw arguments.wrong("--dry-run and --run-handlers cannot both be set; remove one")
        }
        if arguments.value("port") != nil, !arguments.has("inspect") {
            throw arguments.wrong("--port applies to the inspector only; add --inspect")
        }
        try RecordedScreens.check(arguments, hasLayout: arguments.value("layout") != nil)
        guard arguments.value("layout") == nil else {
            if arguments.value("size") != nil {
                let reason = "because the layout sets the size"
                throw arguments.wrong("--size cannot be set with --layout, \(reason); remove --size")
            }
            return
        }
        if arguments.has("inspect") {
            throw arguments.wrong("--inspect requires a layout; add --layout FILE")
        }
        for flag in ["dry-run", "run-handlers", "host"] where arguments.has(flag) {
            throw arguments.wrong("--\(flag) requires a layout; add --layout FILE")
        }
    }

    /// Returns the input files, which a trace must not overwrite.
    private static func inputs(_ arguments: Arguments, _ path: String, _ plan: LayoutPlan?) -> [TraceFile.Source] {
        let recordings = [path] + (arguments.value("description").map { [$0] } ?? [])
        return recordings.map { .recording($0) } + (plan.map { TraceFile.Source.files(of: $0) } ?? [])
    }

    private static func pipeline(
        _ plan: LayoutPlan,
        runsHandlers: Bool,
        host: String?,
        onLoss: @escaping @Sendable (Binding, EventName, CallLoss) -> Void
    ) -> Pipeline {
        var options = Pipeline.Options.dry
        options.onLoss = onLoss
        options.isDryRun = !runsHandlers
        if let host { options.host = host }
        options.clock = { MonotonicClock.now }
        options.log = { Console.complain($0.plugin.isEmpty ? $0.message : "plugin '\($0.plugin)': \($0.message)") }
        return Pipeline(plan, options)
    }

    /// Replays the recording to its end or to its first unreadable line. Returns the error of this line; nil if all
    /// lines were readable.
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

/// Thrown if an end signal interrupts the replay.
private struct Interruption: Error, CustomStringConvertible {
    let path: String
    var consequence = ", so the output is incomplete"
    var description: String { "\(path): the replay was interrupted\(consequence)" }
}

/// Thrown if a recording contains no device descriptions and `--description` is missing.
struct NoDescription: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): the recording contains no device description; add --description FILE with a recording that has one"
    }
}
