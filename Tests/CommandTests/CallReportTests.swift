internal import Bridge
internal import FlightLog
import Foundation
import HandlerEvents
import InputEvents
internal import InputHub
import Platform
internal import PluginAPI
import Recordings
import ResponderKit
import Testing

@testable import CommandSupport
@testable import FlightDumps
@testable import TouchTrace

/// Tests the reported results of plugin calls in dumps and in `explain`.
struct CallReportTests {
    private static let layout = """
        # "I pressed three buttons, and nothing happened."
        screens: [{ name: kiosk, size: [1000, 1000] }]
        plugins: { shell: { type: exec } }
        root:
          id: page
          subviews:
            - { id: works, class: Button, frame: [0, 0, 300, 300], on: { touchUpInside: { shell.run: ["true"] } } }
            - { id: fails, class: Button, frame: [300, 0, 300, 300], on: { touchUpInside: { shell.run: ["false"] } } }
            - { id: lacks, class: Button, frame: [600, 0, 300, 300], on: { touchUpInside: { shell.run: [no-program-1] } } }
        """

    private static var panel: DeviceDescription {
        var device = DeviceDescription(name: "panel")
        device.properties = [.direct]
        let axes: [Axis] = [.x, .y, .slot, .trackingID, .contactX, .contactY]
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: axis == .slot ? 9 : 999) }
        device.codes = [.absolute: Set(axes.map(\.rawValue)), .key: [KeyCode.touch.rawValue]]
        return device
    }

    /// Taps on three buttons that run real programs. Writes a dump after the plugin has reported all results.
    private func dump(_ scratch: Scratch) throws -> String {
        try scratch.write("layout.yaml", Data(Self.layout.utf8))
        let (plan, _) = LayoutReading.plan(scratch.path("layout.yaml"))
        let given = try #require(plan)
        let pipeline = Pipeline(given, Pipeline.Options())
        let log = EventLog(EventMemory(capacity: 1024))
        pipeline.hub.log = log
        pipeline.record([], capacity: 1000)
        pipeline.start(at: 0)
        let number = try #require(pipeline.add(Self.panel) { Issue.record("\($0)") })
        for (step, x) in [100, 400, 700].enumerated() {
            let time = Int64(1_000_000 + step * 500_000)
            let down: [(Axis, Int32)] = [
                (.slot, 0), (.trackingID, Int32(step)), (.contactX, Int32(x)), (.contactY, 100),
            ]
            for (events, time) in [(down, time), ([(.trackingID, -1)], time + 50_000)] {
                let frame = events.map { RawEvent($0.0, $0.1, at: time) } + [RawEvent(.report, at: time)]
                pipeline.take(frame.span, of: number)
            }
        }
        pipeline.beginStopping()
        pipeline.finishStopping(within: TimeSpan(microseconds: 10_000_000))
        #expect(pipeline.callReports.all.count == 3)
        var origin = RecordingOrigin()
        (origin.version, origin.seconds, origin.reason, origin.time) = ("0", 60, "a test", 9_000_000)
        var dump = Dump(events: log.copy(), origin: origin)
        (dump.records, dump.names) = (pipeline.recorder?.newest ?? [], pipeline.names)
        dump.reports = pipeline.callReports.all
        try DumpFolder(scratch.path("dumps"), layout: scratch.path("layout.yaml")).write("dump.yml", dump.write)
        return scratch.path("dumps/dump.yml")
    }

    @Test
    func `a dump contains what plugins did with calls, and the first line of explain states it`() throws {
        let scratch = try Scratch()
        let path = try dump(scratch)
        let outcome = try Command.run(["explain", path, "--layout", scratch.path("layout.yaml"), "--short"])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.status == 0 && lines.count == 3, "\(outcome)")
        let ends = [
            "shell.run was called and delivered", "shell.run was called, but failed: exit status 1",
            "shell.run was called, but failed: the program could not be started",
        ]
        for (line, end) in zip(lines, ends) { #expect(line.hasSuffix(end)) }
        let json = try Command.run(["explain", path, "--layout", scratch.path("layout.yaml"), "--short", "--json"])
        let codes = json.output.split(separator: "\n").map { line in
            ["\"result\":\"delivered\"", "\"reason\":\"exitStatus\"", "\"reason\":\"notStarted\""].filter(line.contains)
        }
        #expect(codes.map(\.count) == [1, 1, 1], "\(json.output)")
    }

    @Test
    func `a timeline of a dump shows what plugins did with calls`() throws {
        let scratch = try Scratch()
        let replay = ["replay", try dump(scratch), "--layout", scratch.path("layout.yaml"), "--perfetto", "-"]
        let output = try Command.run(replay).output
        for (outcome, reason) in [
            ("delivered", nil), ("failed", "exit status 1"), ("failed", "the program could not be started"),
        ] {
            let end = "\"outcome\":\"\(outcome)\"" + (reason.map { ",\"reason\":\"\($0)\"" } ?? "") + "}"
            #expect(output.components(separatedBy: end).count == 2, "\(end) in \(output)")
        }
        #expect(!output.contains("\"outcome\":\"accepted\""))
        // The replay calls the plugins again without waiting for their results.
        let repeated = try Command.run(replay + ["--run-handlers"]).output
        #expect(repeated.contains("\"outcome\":\"accepted\"") && !repeated.contains("exit status"))
    }

    @Test
    func `a dump contains no arguments of calls whose results were reported`() throws {
        let scratch = try Scratch()
        let text = try String(contentsOfFile: try dump(scratch), encoding: .utf8)
        #expect(text.contains("\"kind\":\"result\"") && !text.contains("no-program-1"))
    }

    @Test
    func `the oldest result is removed at the limit`() {
        let reports = CallReports()
        let binding = Binding(
            plugin: "shell",
            handler: "run",
            view: "page",
            arguments: NoArguments(),
            hostEnvironment: HostEnvironment(host: "localhost")
        )
        for time in 1...Int64(CallReports.limit) {
            reports.add(.init(.delivered, of: HandlerEvent(.touchesBegan, at: time), for: binding, at: time))
        }
        #expect(reports.all.map(\.time) == Array(1...Int64(CallReports.limit)))
        reports.add(.init(.delivered, of: HandlerEvent(.touchesBegan, at: 5000), for: binding, at: 5000))
        #expect(reports.all.count == CallReports.limit && reports.all.first?.time == 2)
        #expect(reports.all.last?.time == 5000)
        // A reader with the first 1000 results receives the later ones; a reader with none misses the oldest.
        let later = reports.added(after: 1000)
        #expect(later.entries.map(\.time) == Array(1001...Int64(CallReports.limit)) + [5000])
        #expect(later.totalCount == CallReports.limit + 1)
        #expect(reports.added(after: 0).entries.count == CallReports.limit)
        #expect(reports.added(after: later.totalCount).entries.isEmpty)
    }

    @Test
    func `a failed call is stated once, also in the answer to a question about its view`() throws {
        let scratch = try Scratch()
        let explain = ["explain", try dump(scratch), "--layout", scratch.path("layout.yaml"), "--view", "fails"]
        let short = try Command.run(explain + ["--short"]).output
        #expect(short.hasSuffix("received the touch; shell.run was called, but failed: exit status 1\n"), "\(short)")
        let text = try Command.run(explain).output
        let sentence =
            "    shell.run was called for event 'touchUpInside' of `fails`, with the argument [\"false\"], but failed: "
            + "exit status 1.\n"
        #expect(text.contains(sentence), "\(text)")
    }
}
