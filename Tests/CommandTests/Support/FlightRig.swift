internal import Bridge
internal import FlightLog
import Foundation
import InputEvents
internal import InputHub
import LayoutFile
import Recordings
import ResponderKit
import Schema
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

@testable import CommandSupport
@testable import FlightDumps

/// A pipeline with a panel, and its trace.
final class FlightRig {
    let pipeline: Pipeline
    let log: EventLog
    let number: Int32
    var trace: [String] = []
    let origin: RecordingOrigin

    init(_ layout: String, _ memory: EventMemory = EventMemory(capacity: 1024)) throws {
        let (plan, _) = LayoutReading.plan(layout)
        let given = try #require(plan)
        var options = Pipeline.Options()
        options.isDryRun = true
        pipeline = Pipeline(given, options)
        log = EventLog(memory)
        pipeline.hub.log = log
        pipeline.record([], capacity: 1000)
        number = try #require(pipeline.add(Self.panel) { Issue.record("\($0)") })
        var origin = RecordingOrigin()
        (origin.version, origin.seconds, origin.reason) = ("0", 60, "a \"test\": #1")
        (origin.time, origin.layout) = (9_000_000, LayoutDigest.files(of: given))
        self.origin = origin
        pipeline.trace { [unowned self] in trace.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    }

    static var panel: DeviceDescription {
        var device = DeviceDescription(name: "A \"panel\"")
        device.properties = [.direct]
        let axes: [Axis] = [.x, .y, .slot, .trackingID, .contactX, .contactY]
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: axis == .slot ? 9 : 999) }
        device.codes = [.absolute: Set(axes.map(\.rawValue)), .key: [KeyCode.touch.rawValue]]
        return device
    }

    func take(_ events: [(Axis, Int32)], at time: Int64) {
        let frame = events.map { RawEvent($0, $1, at: time) } + [RawEvent(.report, at: time)]
        pipeline.take(frame.span, of: number)
    }

    func strokes() {
        for (step, x) in [100, 700].enumerated() {
            let time = Int64(1_000_000 + step * 500_000)
            take([(.slot, 0), (.trackingID, Int32(step)), (.contactX, Int32(x)), (.contactY, 100)], at: time)
            take([(.contactX, Int32(x + 50))], at: time + 10_000)
            take([(.trackingID, -1)], at: time + 20_000)
        }
    }

    /// Touches the panel at `x` for 20 ms.
    func tap(_ x: Int32, at time: Int64) {
        take([(.slot, 0), (.trackingID, x), (.contactX, x), (.contactY, 100)], at: time)
        take([(.trackingID, -1)], at: time + 20_000)
    }

    var dump: Dump {
        var dump = Dump(events: log.copy(), origin: origin)
        (dump.records, dump.names) = (pipeline.recorder?.newest ?? [], pipeline.names)
        dump.reports = pipeline.callReports.all
        return dump
    }

    var touches: [String] { trace.filter { $0.contains("\"kind\":\"touch\"") } }

    // MARK: Files

    static let layout = """
        screens: [{ name: kiosk, size: [1000, 1000] }]
        plugins: { journal: { type: log } }
        root:
          id: page
          subviews:
            - { id: button, class: Button, frame: [0, 0, 500, 500], on: { touchUpInside: { journal.write: "é {{x}}" } } }
        """

    /// Writes the layout, and returns its path.
    static func file(in scratch: Scratch) throws -> String {
        try scratch.write("lobby.yaml", Data(layout.utf8))
        return scratch.path("lobby.yaml")
    }

    /// Replays a dump, and returns the trace lines about touches.
    static func replayed(_ dump: String, _ more: [String] = []) throws -> [String] {
        let outcome = try Command.run(["replay", dump, "--trace", "-"] + more)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.complaints == "")
        return outcome.output.split(separator: "\n").map(String.init).filter { $0.contains("\"kind\":\"touch\"") }
    }
}
