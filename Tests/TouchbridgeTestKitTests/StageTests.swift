import ResponderKit
import Testing
internal import TouchScripts

@testable import TouchbridgeTestKit

@Suite struct StageTests {
    /// A view that records its touches.
    final class Listener: View {
        private(set) var heard: [String] = []
        override func touchesBegan(_ touches: TouchSet, with event: Event?) { note("began", touches) }
        override func touchesMoved(_ touches: TouchSet, with event: Event?) { note("moved", touches) }
        override func touchesEnded(_ touches: TouchSet, with event: Event?) { note("ended", touches) }
        override func touchesCancelled(_ touches: TouchSet, with event: Event?) { note("cancelled", touches) }

        private func note(_ phase: String, _ touches: TouchSet) {
            let locations = touches.map { ScriptNumber.text(location: $0.location(in: self)) }.joined(separator: " ")
            heard.append("\(phase) \(locations)")
        }
    }

    private let stage = TestStage()
    private let listener = Listener(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))

    init() {
        listener.isMultipleTouchEnabled = true
        stage.window.addSubview(listener)
    }

    @Test func `a script moves a finger, and the view receives every report`() throws {
        try stage.play("down 1 100,200\nmove 1 120,200 over 16ms\nup 1")
        #expect(listener.heard == ["began 100,200", "moved 110,200", "moved 120,200", "ended 120,200"])
        #expect(stage.clock.now == 16_000)
    }

    @Test func `steps joined by 'and' share a report`() throws {
        try stage.play("down 1 10,10 and down 2 20,20\nmove 1 12,10 and move 2 18,20 over 8ms\ncancel 1 and cancel 2")
        #expect(listener.heard == ["began 10,10 20,20", "moved 12,10 18,20", "cancelled 12,10 18,20"])
    }

    @Test func `a script continues with fingers that the previous one left down`() throws {
        try stage.play("down 1 10,10")
        stage.wait(.milliseconds(30))
        try stage.play("move 1 12,10\nup 1")
        #expect(listener.heard == ["began 10,10", "moved 12,10", "ended 12,10"])
        let error = #expect(throws: TestKitError.self) { try stage.play("wait 1s\nup 1") }
        #expect(error?.description.hasPrefix("script:2:1: finger 1 is not down; write 'down 1 x,y' first") == true)
    }

    @Test func `a script that contradicts the stage is not played`() throws {
        try stage.play("down 1 10,10")
        #expect(throws: TestKitError.self) { try stage.play("down 2 20,20\ntap 1 10,10") }
        #expect(listener.heard == ["began 10,10"])
        #expect(stage.clock.now == 0)
    }

    @Test func `timers fire at their own time while the clock advances`() throws {
        let press = LongPressGestureRecognizer()
        var times: [Int64] = []
        press.addAction { [clock = stage.clock] _ in times.append(clock.now) }
        listener.addGestureRecognizer(press)
        try stage.play("wait 7ms\ndown 1 100,100\nwait 3s\nup 1")
        #expect(times == [507_000, 3_007_000])
    }

    @Test func `the clock never runs backwards and can be advanced in a handler`() throws {
        let press = LongPressGestureRecognizer()
        press.addAction { [clock = stage.clock] _ in clock.advance(by: .seconds(1)) }
        listener.addGestureRecognizer(press)
        try stage.play("down 1 100,100\nwait 1s")
        let now = stage.clock.now
        stage.clock.advance(to: 5)
        #expect(stage.clock.now == now)
    }

    @Test func `one clock drives two stages`() throws {
        let other = TestStage(clock: stage.clock)
        try other.play("down 1 1,1\nwait 100ms")
        #expect(stage.application.now == 100_000)
    }

    @Test func `a resting finger reports nothing`() throws {
        try stage.play("down 1 10,10\nmove 1 10,10 over 80ms\nmove 1 10.01,10\nup 1")
        #expect(listener.heard == ["began 10,10", "ended 10,10"])
    }

    @Test func `two runs leave the same trace`() throws {
        let script = try TouchScript("tap 1 100,200\nwait 100ms\ntap 1 100,200 for 30ms")
        let traces = try (0..<2).map { _ in
            let stage = TestStage()
            stage.window.addGestureRecognizer(TapGestureRecognizer())
            try stage.play(script)
            return stage.trace
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count > 10)
    }
}
