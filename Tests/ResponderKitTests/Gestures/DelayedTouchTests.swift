import ResponderKit
import TestTraits
import Testing

/// Tests the delayed delivery of touches to views.
@Suite struct DelayedTouchTests {
    let stage = Stage()

    private func taps(_ count: Int, delaysBegan: Bool = false, on view: View) -> TapGestureRecognizer {
        let tap = stage.attach("taps", TapGestureRecognizer(), to: view)
        tap.numberOfTapsRequired = count
        tap.delaysTouchesBegan = delaysBegan
        return tap
    }

    @Test(.rule("G25")) func `a view does not receive a delayed touch that is recognized`() {
        let one = stage.attach("a", .recognizes(.up), to: stage.addView())
        one.delaysTouchesBegan = true
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.log == ["a ended"])
    }

    @Test(.rule("G25")) func `a view receives a delayed touch, began first, when the recognizer fails`() {
        let one = stage.attach("a", .waits, to: stage.addView())
        one.delaysTouchesBegan = true
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.recorder.take() == [])
        one.plan = .fails(.move)
        stage.move(1, 170, 150, at: 20)
        #expect(stage.recorder.take() == ["v began", "v moved"])
        stage.move(1, 180, 150, at: 30)
        stage.up(at: 40)
        #expect(stage.log == ["v moved", "v ended"])
    }

    @Test(.rule("G25")) func `a delayed touch released by a timer has the time of the timer`() {
        let view = stage.addView()
        _ = taps(1, delaysBegan: true, on: view)
        var times: [Int64] = []
        view.onBegan = { touches, event in
            times.append(event?.time ?? -1)
            #expect(touches.first?.phase == .began)
        }
        stage.down(1, 150, 150, at: 0)
        stage.advance(to: 1000)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 5000)
        #expect(stage.recorder.take() == ["v began"])
        #expect(times == [1_500_000])
        stage.up(at: 6000)
        #expect(stage.log == ["v ended"])
    }

    @Test(.rule("G25")) func `a single recognizer is enough to delay a touch`() {
        let view = stage.addView()
        let one = stage.attach("a", .fails(.move), to: view)
        let other = stage.attach("b", .fails(.up), to: stage.window)
        (one.delaysTouchesBegan, other.delaysTouchesBegan) = (true, true)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.recorder.take() == [])
        stage.up(at: 20)
        #expect(stage.log == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("G23", "G25"))
    func `a recognizer with cancelsTouchesInView off releases delayed touches on recognition`() {
        let one = stage.attach("a", .recognizes(.move), to: stage.addView())
        one.delaysTouchesBegan = true
        one.cancelsTouchesInView = false
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.log == ["a ended", "v began", "v moved", "v ended"])
    }

    @Test(.rule("G26")) func `a failure after the finger lifted delivers began and ended at once`() {
        let view = stage.addView()
        _ = taps(2, delaysBegan: true, on: view)
        var phases: [Touch.Phase] = []
        view.onBegan = { touches, event in phases += touches.map(\.phase) + (event?.allTouches ?? []).map(\.phase) }
        view.onEnded = { touches, event in phases += touches.map(\.phase) + (event?.allTouches ?? []).map(\.phase) }
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 2000)
        #expect(stage.log == ["v began", "v ended"])
        #expect(phases == [.began, .began, .ended, .ended])
    }

    @Test(.rule("G26")) func `two delayed taps are delivered one after the other`() {
        let view = stage.addView()
        _ = taps(3, delaysBegan: true, on: view)
        stage.tap(150, 150, at: 0)
        stage.tap(150, 150, at: 150)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 3000)
        #expect(stage.log == ["v began", "v ended", "v began", "v ended"])
    }

    @Test(.rule("G26")) func `a second tap in another location releases the first one`() {
        let view = stage.addView()
        _ = taps(2, delaysBegan: true, on: view)
        stage.tap(110, 110, at: 0)
        stage.down(1, 290, 290, at: 150)
        #expect(stage.recorder.take() == ["v began", "v ended", "v began"])
        stage.up(at: 200)
        #expect(stage.log == ["v ended"])
    }

    @Test(.rule("G26")) func `two fingers delayed together are delivered together`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let taps = taps(2, delaysBegan: true, on: view)
        taps.numberOfTouchesRequired = 2
        stage.report(at: 0, .began(1, 150, 150), .began(2, 200, 150))
        stage.report(at: 50, .ended(1, 150, 150), .ended(2, 200, 150))
        stage.advance(to: 3000)
        #expect(stage.log == ["v began 2", "v ended 2"])
    }

    @Test(.rule("G27")) func `ended is delayed while a recognizer is possible, and delivered when it fails`() {
        _ = taps(2, on: stage.addView())
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["v began"])
        stage.advance(to: 2000)
        #expect(stage.log == ["v ended"])
    }

    @Test(.rule("G27")) func `recognition turns a delayed ended into cancelled`() {
        _ = taps(2, on: stage.addView())
        stage.tap(150, 150, at: 0)
        stage.tap(150, 150, at: 150)
        #expect(stage.log == ["v began", "v began", "taps ended", "v cancelled 2"])
    }

    @Test(.rule("G23", "G27"))
    func `a recognizer with cancelsTouchesInView off releases a delayed ended on recognition`() {
        let taps = taps(2, on: stage.addView())
        taps.cancelsTouchesInView = false
        stage.tap(150, 150, at: 0)
        stage.tap(150, 150, at: 150)
        #expect(stage.log == ["v began", "v began", "taps ended", "v ended", "v ended"])
    }

    @Test(.rule("G27")) func `without delaysTouchesEnded the view receives ended at once`() {
        let taps = taps(3, on: stage.addView())
        taps.delaysTouchesEnded = false
        stage.tap(150, 150, at: 0)
        stage.tap(150, 150, at: 150)
        #expect(stage.recorder.take() == ["v began", "v ended", "v began", "v ended"])
        stage.tap(150, 150, at: 300)
        #expect(stage.log == ["v began", "taps ended", "v cancelled"])
    }

    @Test(.rule("G28"), arguments: [1, 2, 3], [true, false])
    func `each began has one end, delayed or not`(count: Int, delaysEnded: Bool) {
        let taps = taps(2, on: stage.addView())
        taps.delaysTouchesEnded = delaysEnded
        for number in 0..<count { stage.tap(150, 150, at: Int64(number) * 150) }
        stage.advance(to: 9000)
        let begun = stage.log.filter { $0 == "v began" }.count
        let over = stage.log.filter { $0 == "v ended" || $0 == "v cancelled" }.count
        let twiceOver = stage.log.filter { $0 == "v cancelled 2" || $0 == "v ended 2" }.count
        #expect(begun == count)
        #expect(over + 2 * twiceOver == count)
    }

    @Test(.rule("G27")) func `removing a view whose ended is delayed cancels its touch`() {
        let view = stage.addView()
        _ = taps(2, on: stage.window)
        stage.tap(150, 150, at: 0)
        view.removeFromSuperview()
        stage.advance(to: 3000)
        #expect(stage.log == ["v began", "v cancelled"])
    }
}
