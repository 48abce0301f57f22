import ResponderKit
import TestTraits
import Testing

/// Tests delays, prevention and failure requirements with several fingers and attempts.
@Suite struct ArenaDetailTests {
    let stage = Stage()

    /// A delegate that rejects touches by their number.
    private final class Refuser: GestureRecognizerDelegate {
        var refused: Set<Int> = []
        private var count = 0
        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
            count += 1
            return !refused.contains(count)
        }
    }

    @Test(.rule("G40")) func `a recognizer that tracks another finger blocks no recognizer`() {
        let (left, right) = (stage.addView("left"), stage.addView("right"))
        right.frame.origin.x = 600
        let one = stage.attach("a", .recognizes(.move), to: left)
        one.require(toFail: stage.attach("b", .waits, to: right))
        stage.down(1, 150, 150, at: 0)
        stage.down(2, 650, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.log.contains("a ended"))
    }

    @Test(.rule("G41")) func `a recognizer never waits for itself, whatever its overrides return`() {
        let one = stage.attach("a", .recognizes(.down), to: stage.addView())
        one.requiredByOverride = one
        one.dependentByOverride = one
        stage.down(1, 150, 150, at: 0)
        #expect(stage.log == ["a ended"])
    }

    @Test(.rule("G37", "G47")) func `a touch shared in an earlier attempt prevents no recognizer`() {
        let outer = stage.addView("outer")
        let inner = stage.addView("inner", to: outer)
        inner.frame = Rect(x: 0, y: 0, width: 100, height: 200)
        let first = stage.attach("a", .waits, to: inner)
        let second = stage.attach("b", .waits, to: outer)
        // Both recognizers remain active after the finger lifts, so the touch counts for the whole attempt.
        for recognizer in [first, second] {
            recognizer.onTouches = { recognizer, _, _, _ in recognizer.deadline = 0.5 }
            recognizer.onDeadline = { $0.state = .failed }
        }
        stage.tap(150, 150, at: 0)
        stage.advance(to: 900)
        for recognizer in [first, second] { recognizer.onTouches = { _, _, _, _ in } }
        let refuser = Refuser()
        // The first finger is in the outer view only. The second one is in the inner view, and the delegate rejects it
        // for the outer recognizer.
        refuser.refused = [2]
        second.delegate = refuser
        first.plan = .recognizes(.move)
        second.plan = .recognizes(.up)
        stage.down(1, 250, 150, at: 1000)
        stage.down(2, 150, 150, at: 1010)
        _ = stage.recorder.take()
        stage.move(2, 160, 150, at: 1020)
        #expect(stage.recorder.take().contains("a ended"))
        stage.up(1, at: 1030)
        #expect(stage.log.contains("b ended"))
    }

    @Test(.rule("G38", "G47"))
    func `a gesture that begins after waiting is not ended by the end of an earlier gesture`() {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        let other = stage.attach("b", .fails(.up), to: view)
        one.require(toFail: other)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.recorder.take().suffix(3) == ["a began", "a ended", "v cancelled"])
        other.plan = .fails(.move)
        stage.down(1, 150, 150, at: 1000)
        stage.move(1, 160, 150, at: 1010)
        #expect(one.state == .began)
        #expect(stage.log == ["v began", "a began", "v cancelled"])
    }

    @Test(.rule("G43")) func `a circular requirement persists while one of its fingers is down`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let pair = ["a", "b"].map { stage.attach($0, .recognizes(.down), to: view) }
        pair[0].require(toFail: pair[1])
        pair[1].require(toFail: pair[0])
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.tap(200, 200, finger: 2, at: 10)
        #expect(log.take().allSatisfy { $0.contains(" waits for ") })
        stage.up(1, at: 100)
        #expect(log.take().filter { $0.contains(">failed: circularRequirement") }.count == 2)
    }

    @Test(.rule("G43", "G49"))
    func `a circular requirement that also waits for another recognizer fails after that one`() {
        let view = stage.addView()
        let pair = ["a", "b"].map { stage.attach($0, .recognizes(.up), to: view) }
        let double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        pair[0].require(toFail: pair[1])
        pair[1].require(toFail: pair[0])
        pair[0].require(toFail: double)
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        #expect(log.take() == ["a waits for b, double", "b waits for a"])
        stage.advance(to: 3000)
        #expect(
            log.take().filter { !$0.hasSuffix("reset") } == [
                "double possible>failed: nextTapMissing", "a possible>failed: circularRequirement",
                "b possible>failed: circularRequirement",
            ]
        )
    }

    @Test(.rule("X5", "G51")) func `removing a superview between two taps fails the attempt below it`() {
        let outer = stage.addView("outer")
        let inner = stage.addView("inner", to: outer)
        let double = stage.attach("double", TapGestureRecognizer(), to: inner)
        double.numberOfTapsRequired = 2
        stage.tap(150, 150, at: 0)
        let log = stage.watchTransitions()
        outer.removeFromSuperview()
        #expect(log.take() == ["double possible>failed: removed", "double failed>possible: reset"])
    }

    @Test(.rule("G27", "G47")) func `a recognizer that is ready for a new attempt no longer delays an end`() {
        let view = stage.addView()
        for (name, deadline) in [("a", 0.3), ("b", 1)] {
            let recognizer = stage.attach(name, .waits, to: view)
            recognizer.onTouches = { recognizer, _, _, _ in recognizer.deadline = deadline }
            recognizer.onDeadline = { $0.state = .failed }
        }
        stage.tap(150, 150, at: 0)
        stage.advance(to: 999)
        #expect(stage.log == ["v began"])
        stage.advance(to: 1000)
        #expect(stage.log == ["v began", "v ended"])
    }
}
