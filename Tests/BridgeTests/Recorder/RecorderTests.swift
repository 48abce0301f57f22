internal import Bridge
import HandlerEvents
import PluginAPI
import ResponderKit
import Synchronization
import Testing
internal import TouchTrace

/// Tests that decisions about a touch are recorded as numbers.
struct RecorderTests {
    private static let layout = """
        screens: [{ size: [400, 400] }]
        root:
          id: root
          subviews:
            - { id: hidden, frame: [0, 0, 400, 400], hidden: true }
            - id: field
              frame: [100, 100, 100, 100]
              gestures: [{ id: hold, type: longPress, allowableMovement: 10, on: { began: m.note } }]
            - { id: button, class: Button, frame: [0, 300, 100, 100], on: { touchUpInside: m.note } }
        """

    private func stage(_ detail: TraceRecorder.Detail) throws -> (LayoutStage, TraceRecorder) {
        let stage = try LayoutStage(Self.layout)
        return (stage, stage.pipeline.record(detail, capacity: 100))
    }

    private func name(_ id: InternedID, _ recorder: TraceRecorder) -> String { recorder.names[id]?.name ?? "-" }

    @Test
    func `a tap on a button is recorded from hit test to handler`() throws {
        let (stage, recorder) = try stage([.hitTests, .moves])
        stage.tap(50, 350, at: 1_000_000)
        let lines = recorder.newest.map { "\($0.kind) \(name($0.subject, recorder)) \($0.detail)" }
        #expect(
            lines == [
                "visit window 0", "visit root 0", "visit button 0", "hit button 0", "touch button 0", "call button 0",
                "control button 7", "touch button 3", "call button 2", "control button 0", "handler m.note 1",
                "control button 0",
            ]
        )
        let handler = try #require(recorder.newest.last { $0.kind == .handler })
        #expect(handler.touch == 1 && handler.location == Point(x: 50, y: 350))
        #expect(handler.event == .touchUpInside)
        #expect(recorder.handlerEvent(handler.eventNumber)?.x == 50)
        #expect(recorder.names[handler.subject]?.binding?.view == "button")
    }

    @Test
    func `a continuous event is recorded after its results, even without a reader`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              id: root
              multipleTouchEnabled: true
              on: { touches: m.note }
              gestures: [{ id: pan, type: pan, cancelsTouchesInView: false }]
            """
        )
        stage.down(10, 10, at: 1000)
        stage.down(50, 50, at: 2000, finger: 1)
        let recorder = stage.pipeline.record(.moves, capacity: 100)
        for (time, offset) in [(3000, 12.0), (4000, 40), (5000, 42)] as [(Int64, Double)] {
            let samples = (0...1).map { (finger: Int32) in
                let point = Point(x: offset + 40 * Double(finger), y: offset + 40 * Double(finger))
                return TouchSample(FingerID(device: 1, contact: finger), .moved, at: point)
            }
            stage.application.send(TouchFrame(time: time, samples))
        }
        let lines = recorder.newest.map { "\($0.kind) \(name($0.subject, recorder)) \($0.touch)" }
        let (moves, received) = (["touch root 1", "touch root 2"], ["handler m.note 1", "handler m.note 2"])
        let rest = ["call root 1"] + received
        #expect(lines == moves + rest + moves + ["gesture pan 1"] + rest + moves + ["gesture pan 1"] + rest)
    }

    @Test
    func `views that reject a point are recorded with reason and distance`() throws {
        let (stage, recorder) = try stage(.hitTests)
        stage.tap(80, 150, at: 1_000_000)
        let refused = recorder.newest.filter { $0.kind == .visit && $0.isRefused }
        let lines = refused.map { record in
            "\(name(record.subject, recorder)) in \(name(record.other, recorder)): \(record.refusal!) \(record.refusalDistance)"
        }
        let far = "button in root: outside 150.0"
        #expect(lines == [far, "field in root: outside 20.0", "hidden in root: hidden 0.0"])
    }

    @Test
    func `a failed gesture is recorded with the finger's distance and the limit`() throws {
        let (stage, recorder) = try stage([])
        stage.down(150, 150, at: 1_000_000)
        stage.move(164, 150, at: 1_020_000)
        stage.up(164, 150, at: 1_050_000)
        let gesture = try #require(recorder.newest.first { $0.kind == .gesture })
        #expect(name(gesture.subject, recorder) == "hold")
        #expect(gesture.cause == .movedTooFar && gesture.distance == 14 && gesture.limit == 10)
        let offer = try #require(recorder.newest.first { $0.kind == .offered })
        #expect(name(offer.subject, recorder) == "hold" && name(offer.other, recorder) == "field" && offer.touch == 1)
    }

    @Test
    func `moves and hit tests are recorded only on request`() throws {
        let (stage, recorder) = try stage([])
        stage.down(350, 150, at: 1_000_000)
        for step in 1...50 { stage.move(350, 150 + Double(step), at: 1_000_000 + Int64(step) * 1000) }
        stage.up(350, 200, at: 1_100_000)
        #expect(recorder.newest.allSatisfy { $0.kind != .visit })
        #expect(recorder.newest.count { $0.kind == .touch } == 2)
    }

    @Test
    func `names of the previous layout are still known, older ones are not`() throws {
        let (stage, recorder) = try stage([])
        stage.tap(50, 350, at: 1_000_000)
        let id = try #require(recorder.newest.first { $0.kind == .hit }).subject
        _ = stage.pipeline.reload(try LayoutStage.plan(Self.layout), at: 2_000_000)
        #expect(name(id, recorder) == "button")
        _ = stage.pipeline.reload(try LayoutStage.plan(Self.layout), at: 3_000_000)
        #expect(name(id, recorder) == "-")
        stage.tap(50, 350, at: 4_000_000)
        let handler = recorder.newest.last { $0.kind == .handler }
        #expect(handler.map { name($0.subject, recorder) } == "m.note")
    }

    @Test
    func `continuous records leave space for ends without a reader, and losses are counted`() throws {
        let (stage, recorder) = try stage(.moves)
        let outlet = TraceRecorder.Outlet(records: 64, handlerEvents: 16)
        recorder.outlet = outlet
        stage.down(350, 150, at: 1_000_000)
        for step in 1...200 { stage.move(350, 150 + Double(step), at: 1_000_000 + Int64(step) * 1000) }
        stage.up(350, 350, at: 1_300_000)
        var phases: [Touch.Phase] = []
        while let record = outlet.records.take() {
            if record.kind == .touch, let phase = record.phase { phases.append(phase) }
        }
        #expect(phases.first == .began && phases.last == .ended)
        #expect(outlet.lost.load(ordering: .relaxed) > 100)
    }

    @Test
    func `two readers share a recorder, and detaching one keeps what the other needs`() throws {
        let stage = try LayoutStage(Self.layout)
        let recorder = stage.pipeline.record([], capacity: 100, for: .flightRecorder)
        stage.tap(50, 350, at: 1_000_000)
        let before = recorder.newest.count
        #expect(stage.pipeline.record([.hitTests], capacity: 1000, for: .inspector) === recorder)
        let outlet = TraceRecorder.Outlet(records: 64, handlerEvents: 16)
        recorder.outlet = outlet
        #expect(recorder.newest.count == before, "what was decided before is still there")
        stage.tap(50, 350, at: 2_000_000)
        #expect(recorder.newest.contains { $0.kind == .visit })
        stage.pipeline.stopRecording(for: .inspector)
        let now = recorder.newest.count
        stage.tap(50, 350, at: 3_000_000)
        #expect(recorder.newest.dropFirst(now).allSatisfy { $0.kind != .visit })
        stage.pipeline.stopRecording(for: .flightRecorder)
        #expect(stage.pipeline.recorder == nil)
    }

    @Test
    func `a trace does not change what the ring and the inspector record`() throws {
        let stage = try LayoutStage(Self.layout)
        let recorder = stage.pipeline.record([], capacity: 16, for: .flightRecorder)
        let outlet = TraceRecorder.Outlet(records: 64, handlerEvents: 16)
        recorder.outlet = outlet
        var lines: [String] = []
        stage.pipeline.trace { lines.append(String(decoding: $0, as: UTF8.self)) }
        stage.down(350, 150, at: 1_000_000)
        for step in 1...50 { stage.move(350, 150 + Double(step), at: 1_000_000 + Int64(step) * 1000) }
        stage.application.post([PressSample(103, .began)], at: 1_060_000)
        stage.application.dispatchPending()
        stage.up(350, 200, at: 1_100_000)
        #expect(lines.count { $0.contains(#""phase":"moved""#) } == 50)
        #expect(lines.contains { $0.contains(#""kind":"press""#) })
        #expect(
            recorder.newest.first { $0.kind == .touch }?.phase == .began,
            "50 moves do not overwrite the begin record"
        )
        while let record = outlet.records.take() { #expect(record.kind != .press && !record.isOngoing) }
    }

    @Test
    func `a resized ring retains the newest elements at their indices`() {
        var ring = Ring<Int>(capacity: 8)
        for element in 0..<20 { ring.append(element) }
        ring.resize(to: 4)
        #expect(ring.start == 16 && (16..<20).allSatisfy { ring[$0] == $0 })
        ring.resize(to: 64)
        #expect(ring.start == 16 && ring.end == 20 && (16..<20).allSatisfy { ring[$0] == $0 })
        for element in 20..<100 { ring.append(element) }
        #expect((ring.start..<ring.end).allSatisfy { ring[$0] == $0 })
    }
}
