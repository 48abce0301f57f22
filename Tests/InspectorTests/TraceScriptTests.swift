internal import Bridge
import Geometry
import HandlerEvents
import PluginAPI
import ResponderKit
internal import Snapshots
import TestTraits
import Testing
import TimeLimits

@testable import Inspector
@testable import TouchTrace

/// Tests the touch scripts and tests that the inspector saves, with more touches and calls than the inspector retains.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct TraceScriptTests {
    private let rig: InspectorRig
    private let binding: InternedID
    private let view: InternedID

    init() throws {
        let layout = InspectorRig.lobby.replacing(
            "frame: [60, 1640, 320, 160], on: { touchUpInside: out.write }",
            with: "frame: [60, 1640, 320, 160], on: { touchUpInside: { out.write: ding } }"
        )
        rig = try InspectorRig(layout, isReplay: true)
        let call = try #require(rig.pipeline.bindings.first { $0.view == "call" })
        binding = rig.pipeline.names.add(call)
        view = rig.pipeline.names.id(of: "call", .other)
    }

    private func record(_ kind: TraceRecord.Kind, _ touch: Int32, at time: Int64) -> TraceRecord {
        var record = TraceRecord(kind, at: time)
        (record.touch, record.u, record.v, record.subject) = (touch, 100, 1700, view)
        return record
    }

    private func touch(_ phase: Touch.Phase, _ touch: Int32, at time: Int64) -> TraceRecord {
        var record = record(.touch, touch, at: time)
        record.detail = UInt8(phase.rawValue)
        return record
    }

    private func call(_ touch: Int32, at time: Int64) -> TraceRecord {
        var record = record(.handler, touch, at: time)
        record.subject = binding
        record.former = UInt8(EventName.touchUpInside.index)
        record.set(.accepted)
        return record
    }

    /// Adds a tap of 10 ms with a call every 20 ms: four lines for each tap except the first.
    private func add(_ taps: some Sequence<Int>, to script: inout TraceScript) {
        for tap in taps {
            let (number, time) = (Int32(tap), Int64(tap) * 20_000)
            script.take(record(.hit, number, at: time), nil)
            script.take(touch(.began, number, at: time), nil)
            script.take(touch(.ended, number, at: time + 10_000), nil)
            script.take(call(number, at: time + 10_000), HandlerEvent(.touchUpInside, at: time + 10_000))
        }
    }

    private func script(expects: Bool) -> TraceScript {
        TraceScript(rig.pipeline.names, rig.pipeline.facts, expects: expects)
    }

    private func count(_ prefix: String, in text: String) -> Int {
        text.split(separator: "\n").count { $0.hasPrefix(prefix) }
    }

    @Test(.atLimit("inspector-script"), .pastLimit("inspector-script"), arguments: [false, true])
    func `a script has at most 20000 lines, and a longer test ends with the last complete touch`(
        _ expects: Bool
    ) throws {
        var script = script(expects: expects)
        add(1...5000, to: &script)
        #expect(count("down ", in: script.text) == 5000 && !script.text.contains("are omitted"))
        if expects { #expect(script.text.contains("on touchUpInside called 5000 times")) }
        add(5001...6000, to: &script)
        let text = script.text
        #expect(text.contains("# A script has at most 20000 lines of steps; later"))
        #expect(count("down ", in: text) == 5000 && count("up ", in: text) == 5000)
        if expects { #expect(text.contains("on touchUpInside called 5000 times")) }
    }

    @Test
    func `a test with a touch that exceeds the limit contains neither the touch nor its calls`() throws {
        var script = script(expects: true)
        add(1...2, to: &script)
        script.take(record(.hit, 3, at: 100_000), nil)
        script.take(touch(.began, 3, at: 100_000), nil)
        script.take(call(3, at: 100_000), HandlerEvent(.touchUpInside, at: 100_000))
        for step in 1...20_000 { script.take(touch(.moved, 3, at: 100_000 + Int64(step) * 8000), nil) }
        let text = script.text
        #expect(count("down ", in: text) == 2 && count("move ", in: text) == 0)
        #expect(text.contains("later touches, and the touch during which that happened, are omitted"))
        #expect(text.contains("called twice"))
    }

    @Test
    func `calls whose arguments are no longer known are counted without arguments`() throws {
        var script = script(expects: true)
        add(1...3, to: &script)
        for tap in 4...6 { script.take(call(Int32(tap), at: Int64(tap) * 20_000), nil) }
        let text = script.text
        #expect(text.contains("# Some arguments are no longer known"))
        #expect(text.contains("expect out.write of call on touchUpInside called 6 times\n"), "\(text)")
        #expect(count("expect out.write", in: text) == 1)
    }

    @Test
    func `the time for a script grows linearly with the number of different calls`() throws {
        let plan = InspectorRig.lobby.replacing(
            "id: call, class: Button, frame: [60, 1640, 320, 160], on: { touchUpInside: out.write }",
            with:
                "id: call, class: Button, frame: [60, 1640, 320, 160], on: { touchUpInside: { out.write: \"{{x}}\" } }"
        )
        let rig = try InspectorRig(plan, isReplay: true)
        let call = try #require(rig.pipeline.bindings.first { $0.view == "call" })
        let id = rig.pipeline.names.add(call)
        func seconds(_ count: Int) -> Double {
            var script = TraceScript(rig.pipeline.names, rig.pipeline.facts, expects: true)
            let start = ContinuousClock.now
            for number in 0..<count {
                var record = self.call(1, at: Int64(number))
                record.subject = id
                var event = HandlerEvent(.touchUpInside, at: Int64(number))
                event.x = Double(number)
                script.take(record, event)
            }
            #expect(self.count("expect out.write", in: script.text) == count)
            return (ContinuousClock.now - start) / .seconds(1)
        }
        _ = seconds(100)
        let (few, many) = (seconds(1000), seconds(16_000))
        // The factor is 16 for linear growth, and 256 for quadratic growth.
        #expect(many < few * 90, "\(few) s, \(many) s")
    }
}
