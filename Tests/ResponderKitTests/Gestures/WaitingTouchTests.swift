import ResponderKit
import TestTraits
import Testing

/// Tests touches that a waiting gesture rejects, and events that end its wait.
@Suite struct WaitingTouchTests {
    private let stage = Stage()
    private let view: ProbeView

    init() { view = stage.addView() }

    /// Returns only the lines of recognizers, and clears all lines.
    private func gestures() -> [String] { stage.recorder.take().filter { !$0.hasPrefix("v ") } }

    @Test(.rule("G38", "G48")) func `six quick taps that alternate between two locations give three single taps`() {
        let single = stage.attach("single", TapGestureRecognizer(), to: view)
        let double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        let locations = single.values { single.location(in: view).x }
        for number in 0..<6 as Range<Int64> { stage.tap(number.isMultiple(of: 2) ? 120 : 280, 150, at: 150 * number) }
        stage.advance(to: 5000)
        #expect(gestures() == ["single ended", "single ended", "single ended"])
        #expect(locations.all == [20, 20, 20])
    }

    @Test(.rule("G38", "G48")) func `a touch refused while a recognizer waits is not offered to it afterwards`() {
        let one = stage.attach("a", .recognizes(.down), to: view)
        let other = stage.attach("b", .fails(.move), to: view)
        one.writes = .touches
        one.require(toFail: other)
        view.isMultipleTouchEnabled = true
        stage.down(1, 150, 150, at: 0)
        stage.down(2, 250, 250, at: 10)
        stage.move(1, 155, 150, at: 20)
        stage.up(1, at: 30)
        #expect(gestures() == ["a sees began", "a sees moved", "a ended"])
        stage.move(2, 255, 250, at: 40)
        stage.up(2, at: 50)
        #expect(gestures() == [])
    }

    @Test(.rule("G38", "G62")) func `a long press that waits for a pan begins when the finger lifts`() {
        let press = stage.attach("press", LongPressGestureRecognizer(), to: view)
        let pan = stage.attach("pan", PanGestureRecognizer(), to: view)
        press.require(toFail: pan)
        stage.down(1, 150, 150, at: 0)
        stage.advance(to: 5000)
        #expect(press.state == .possible)
        #expect(gestures() == [])
        stage.up(1, at: 5100)
        #expect(gestures() == ["press began", "press ended"])
    }

    @Test(.rule("G39", "G62")) func `a long press that waits for a pan fails when the finger moves`() {
        let press = stage.attach("press", LongPressGestureRecognizer(), to: view)
        press.require(toFail: stage.attach("pan", PanGestureRecognizer(), to: view))
        stage.down(1, 150, 150, at: 0)
        stage.advance(to: 5000)
        stage.move(1, 250, 150, at: 5050)
        stage.up(1, at: 5100)
        #expect(gestures() == ["pan began", "pan ended"])
    }
}
