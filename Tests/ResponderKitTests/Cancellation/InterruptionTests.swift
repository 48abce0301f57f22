import ResponderKit
import TestTraits
import Testing

/// Tests interruptions of the application during pending gestures and tap counts.
@Suite struct InterruptionTests {
    private let stage = Stage()
    private let view: ProbeView
    private let single: TapGestureRecognizer
    private let double: TapGestureRecognizer

    init() {
        view = stage.addView()
        single = stage.attach("single", TapGestureRecognizer(), to: view)
        double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
    }

    /// A view that interrupts the application inside `gestureRecognizerShouldBegin`.
    private final class InterruptingView: View {
        weak var application: Application?

        override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
            application?.resignActive()
            return true
        }
    }

    private func interrupt() {
        stage.application.resignActive()
        stage.application.becomeActive()
    }

    @Test(.rule("X1", "G38")) func `a tap that waits for a double tap fails without recognizing`() {
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        #expect(log.take() == ["single waits for double"])
        stage.application.resignActive()
        #expect(
            log.take() == [
                "single possible>failed: interrupted", "double possible>failed: interrupted",
                "single failed>possible: reset", "double failed>possible: reset",
            ]
        )
        #expect(stage.application.nextDeadline == nil)
        stage.application.becomeActive()
        stage.advance(to: 5000)
        #expect(log.take() == [])
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("X1", "G59")) func `a double tap does not span an interruption`() {
        stage.tap(150, 150, at: 0)
        interrupt()
        stage.tap(150, 150, at: 150)
        stage.advance(to: 5000)
        #expect(stage.recorder.take().filter { $0.hasSuffix(" ended") } == ["single ended"])
        stage.tap(150, 150, at: 6000)
        stage.tap(150, 150, at: 6150)
        #expect(stage.recorder.take().filter { $0.hasSuffix(" ended") } == ["double ended"])
    }

    @Test(.rule("X1", "G38")) func `an interruption during the second tap recognizes neither tap`() {
        stage.tap(150, 150, at: 0)
        stage.down(1, 150, 150, at: 150)
        stage.application.resignActive()
        stage.advance(to: 5000)
        #expect(stage.log == ["v began", "v began", "v cancelled", "v cancelled"])
    }

    @Test(.rule("X1", "G65")) func `a long press that requires a tap first fails`() {
        single.isEnabled = false
        double.isEnabled = false
        let press = stage.attach("press", LongPressGestureRecognizer(), to: view)
        press.numberOfTapsRequired = 1
        stage.tap(150, 150, at: 0)
        interrupt()
        stage.down(1, 150, 150, at: 150)
        stage.advance(to: 5000)
        #expect(!stage.log.contains("press began"))
    }

    @Test(.rule("X1", "G38")) func `a gesture that waits with its finger down fails without recognizing`() {
        let log = stage.watchTransitions()
        let one = stage.attach("a", .recognizes(.move), to: view)
        one.require(toFail: stage.attach("b", .waits, to: view))
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 155, 150, at: 10)
        #expect(log.take() == ["a waits for b"])
        stage.application.resignActive()
        #expect(log.take().first == "a possible>failed: interrupted")
        #expect(stage.log == ["v began", "v moved", "v cancelled"])
    }

    @Test(.rule("X1")) func `a gesture that continues after its fingers lifted is cancelled`() {
        single.isEnabled = false
        double.isEnabled = false
        let one = stage.attach("a", .waits, to: view)
        one.onTouches = { recognizer, phase, _, _ in
            guard phase == .began else { return }
            recognizer.deadline = 10
            recognizer.state = .began
        }
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take().contains("a began"))
        stage.application.resignActive()
        #expect(stage.log == ["a cancelled"])
    }

    @Test(.rule("X1", "Q4")) func `an interruption from a handler takes effect at once`() {
        stage.tap(150, 150, at: 0)
        let other = ProbeView("w", 500, 500, 100, 100, stage.recorder)
        stage.window.addSubview(other)
        other.onBegan = { [stage] _, _ in stage.application.resignActive() }
        stage.down(2, 550, 550, at: 100)
        stage.advance(to: 5000)
        #expect(stage.log == ["v began", "w began", "v cancelled", "w cancelled"])
    }

    @Test(.rule("X1", "G44"), arguments: [true, false])
    func `an interruption during a delegate question prevents recognition`(isWaiting: Bool) {
        single.isEnabled = false
        double.isEnabled = isWaiting
        let one = stage.attach("a", .recognizes(.up), to: stage.window)
        one.require(toFail: double)
        let asked = InterruptingView(frame: view.bounds)
        asked.application = stage.application
        view.addSubview(asked)
        stage.tap(150, 150, at: 0)
        stage.advance(to: 5000)
        #expect(!stage.application.isActive)
        #expect(!stage.log.contains("a ended"))
        #expect(stage.application.nextDeadline == nil)
        #expect(stage.application.unfinished == Unfinished())
    }

    @Test(.rule("X1", "T24")) func `tap counts restart at 1`() {
        let other = ProbeView("w", 500, 500, 100, 100, stage.recorder)
        stage.window.addSubview(other)
        var counts: [Int] = []
        other.onBegan = { touches, _ in counts += touches.map(\.tapCount) }
        stage.tap(550, 550, at: 0)
        stage.tap(550, 550, at: 150)
        interrupt()
        stage.tap(550, 550, at: 300)
        stage.tap(550, 550, at: 450)
        #expect(counts == [1, 2, 1, 2])
    }

    @Test(.rule("X1", "T24")) func `a tap interrupted by its own handler does not count`() {
        let other = ProbeView("w", 500, 500, 100, 100, stage.recorder)
        stage.window.addSubview(other)
        var counts: [Int] = []
        other.onBegan = { touches, _ in counts += touches.map(\.tapCount) }
        other.onEnded = { [stage] _, _ in
            stage.application.resignActive()
            stage.application.becomeActive()
        }
        stage.tap(550, 550, at: 0)
        stage.tap(550, 550, at: 150)
        #expect(counts == [1, 1])
    }

    @Test(.rule("X1", "P8")) func `a double tap of a button fails after the first press`() {
        let presses = stage.attach("presses", TapGestureRecognizer(), to: stage.window)
        presses.allowedPressTypes = [.select]
        presses.numberOfTapsRequired = 2
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 50)
        interrupt()
        stage.press(1, .began, at: 100)
        stage.press(1, .ended, at: 150)
        #expect(stage.log == [])
        stage.press(1, .began, at: 200)
        stage.press(1, .ended, at: 250)
        #expect(stage.log == ["presses ended"])
    }
}
