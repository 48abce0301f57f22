import ResponderKit
import TestTraits
import Testing

/// Tests taps and long presses recognized from button presses.
@Suite struct GesturePressTests {
    private func stage(with recognizer: GestureRecognizer, _ types: Set<Press.PressType> = [.select]) -> Stage {
        let stage = Stage(for: recognizer)
        stage.window.addGestureRecognizer(recognizer)
        recognizer.allowedPressTypes = types
        return stage
    }

    @Test(.rule("G55", "P7")) func `a button press is recognized as a tap`() {
        let stage = stage(with: TapGestureRecognizer())
        stage.press(1, .began, at: 0)
        #expect(stage.log == [])
        stage.press(1, .ended, at: 50)
        #expect(stage.log == ["ended", "reset"])
    }

    @Test(.rule("P7")) func `a button of another type is ignored, and by default every button is`() {
        let stage = stage(with: TapGestureRecognizer())
        stage.press(1, .began, type: .menu, at: 0)
        stage.press(1, .ended, type: .menu, at: 50)
        let other = self.stage(with: TapGestureRecognizer(), [])
        other.press(1, .began, at: 0)
        other.press(1, .ended, at: 50)
        #expect(stage.log == [])
        #expect(other.log == [])
    }

    @Test(.rule("G55", "G59")) func `two button presses are recognized as a double tap`() {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        let stage = stage(with: tap)
        for time: Int64 in [0, 150] {
            #expect(stage.log == [])
            stage.press(1, .began, at: time)
            stage.press(1, .ended, at: time + 50)
        }
        #expect(stage.recorder.take() == ["ended", "reset"])
        stage.press(1, .began, at: 2000)
        stage.press(1, .ended, at: 2050)
        stage.advance(to: 3050)
        #expect(stage.recorder.take() == ["failed", "reset"])
    }

    @Test(.rule("G58")) func `a button held too long is no tap`() {
        let stage = stage(with: TapGestureRecognizer())
        stage.press(1, .began, at: 0)
        stage.advance(to: 3000)
        #expect(stage.recorder.take() == ["failed"])
        stage.press(1, .ended, at: 3050)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G56")) func `a second button fails a tap`() {
        let stage = stage(with: TapGestureRecognizer())
        stage.press(1, .began, at: 0)
        stage.press(2, .began, at: 10)
        #expect(stage.recorder.take() == ["failed"])
        stage.press(1, .ended, at: 50)
        #expect(stage.recorder.take() == [])
        stage.press(2, .ended, at: 60)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G62", "G64")) func `a button held down is recognized as a long press`() {
        let stage = stage(with: LongPressGestureRecognizer())
        for time: Int64 in [0, 2000] {
            stage.press(1, .began, at: time)
            stage.advance(to: time + 499)
            #expect(stage.recorder.take() == [])
            stage.advance(to: time + 500)
            #expect(stage.recorder.take() == ["began"])
            stage.press(1, .ended, at: time + 700)
            #expect(stage.recorder.take() == ["ended", "reset"])
        }
    }

    @Test(.rule("G64")) func `a button released too early is no long press`() {
        let stage = stage(with: LongPressGestureRecognizer())
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 200)
        #expect(stage.log == ["failed", "reset"])
        stage.advance(to: 3000)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G65")) func `a button press followed by a hold is recognized as a long press with one tap`() {
        let press = LongPressGestureRecognizer()
        press.numberOfTapsRequired = 1
        let stage = stage(with: press)
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 50)
        stage.press(1, .began, at: 150)
        stage.advance(to: 649)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 650)
        stage.press(1, .ended, at: 700)
        #expect(stage.recorder.take() == ["began", "ended", "reset"])
    }

    @Test(.rule("G52")) func `a cancelled press fails the gesture before recognition and cancels it afterwards`() {
        let tap = stage(with: TapGestureRecognizer())
        tap.press(1, .began, at: 0)
        tap.press(1, .cancelled, at: 50)
        #expect(tap.log == ["failed", "reset"])
        let hold = stage(with: LongPressGestureRecognizer())
        hold.press(1, .began, at: 0)
        hold.press(1, .cancelled, at: 100)
        #expect(hold.recorder.take() == ["failed", "reset"])
        hold.press(1, .began, at: 1000)
        hold.advance(to: 1600)
        hold.press(1, .cancelled, at: 1700)
        #expect(hold.recorder.take() == ["began", "cancelled", "reset"])
    }
}
