import ResponderKit
import TestTraits
import Testing

/// Tests events while a complete gesture waits for other recognizers to fail.
@Suite struct WaitingGestureTests {
    let stage = Stage()

    @Test(.rule("G38")) func `a gesture that begins while it waits reports began when it is released`() {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        let other = stage.attach("b", .waits, to: view)
        one.writes = .touches
        one.require(toFail: other)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.move(1, 170, 150, at: 20)
        #expect(one.state == .possible)
        other.plan = .fails(.move)
        stage.move(1, 180, 150, at: 30)
        stage.move(1, 190, 150, at: 40)
        stage.up(at: 50)
        #expect(
            stage.log == [
                "a sees began", "v began", "a sees moved", "v moved", "a sees moved", "v moved", "a sees moved",
                "a began", "v cancelled", "a sees moved", "a changed", "a sees ended", "a ended",
            ]
        )
    }

    @Test(.rule("G38")) func `a gesture that began and ended while it waited reports both`() {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        let other = stage.attach("b", .fails(.up), to: view)
        one.require(toFail: other)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(
            log.take() == [
                "a waits for b", "b possible>failed: subclass", "a possible>began: subclass", "a began>ended: subclass",
                "a ended>possible: reset", "b failed>possible: reset",
            ]
        )
        #expect(stage.log == ["v began", "v moved", "a began", "a ended", "v cancelled"])
    }

    @Test(.rule("G38")) func `a pan that waits for a swipe begins at the finger's location at that time`() {
        let view = stage.addView()
        let pan = stage.attach("pan", PanGestureRecognizer(), to: view)
        let swipe = stage.attach("swipe", SwipeGestureRecognizer(), to: view)
        swipe.direction = .left
        pan.require(toFail: swipe)
        var ways: [Double] = []
        pan.addAction { [unowned pan] _ in ways.append(pan.translation(in: nil).x) }
        stage.down(1, 120, 150, at: 0)
        stage.move(1, 150, 150, at: 10)
        stage.advance(to: 3000)
        stage.move(1, 280, 150, at: 3010)
        stage.up(at: 3020)
        #expect(stage.log.filter { !$0.hasPrefix("v") } == ["pan began", "pan changed", "pan ended"])
        #expect(ways == [30, 160, 160])
    }

    @Test(.rule("G38")) func `a gesture that fails while it waits stays failed`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        one.require(toFail: stage.attach("b", .waits, to: view))
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        one.plan = .fails(.move)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(
            log.take() == [
                "a waits for b", "a possible>failed: subclass", "a failed>possible: reset",
                "b possible>failed: abandoned",
                "b failed>possible: reset",
            ]
        )
        #expect(stage.log == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("G38", "G52")) func `a gesture that waits fails when its touches are cancelled`() {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        one.require(toFail: stage.attach("b", .waits, to: view))
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.cancel(at: 20)
        #expect(
            log.take().filter { !$0.hasSuffix("reset") } == [
                "a waits for b", "a possible>failed: touchesCancelled", "b possible>failed: touchesCancelled",
            ]
        )
        #expect(stage.log == ["v began", "v moved", "v cancelled"])
    }

    @Test(.rule("G38")) func `a completed tap does not receive the next tap while it waits`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        let double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        one.writes = .touches
        one.require(toFail: double)
        stage.tap(150, 150, at: 0)
        stage.down(1, 150, 150, at: 150)
        #expect(stage.recorder.take() == ["a sees began", "v began", "a sees ended", "v began"])
        stage.move(1, 290, 290, at: 200)
        #expect(stage.recorder.take() == ["a ended", "v cancelled", "v moved"])
        stage.up(at: 250)
        #expect(stage.log == ["v ended"])
    }

    @Test(.rule("G42"), arguments: [true, false])
    func `a recognizer that waits delays touches as its own flags say`(delaysBegan: Bool) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .waits, to: view)
        other.delaysTouchesEnded = false
        other.onDeadline = { $0.state = .failed }
        other.onTouches = { recognizer, _, _, _ in recognizer.deadline = 1 }
        one.delaysTouchesBegan = delaysBegan
        one.require(toFail: other)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.recorder.take() == (delaysBegan ? [] : ["v began", "v moved"]))
        stage.advance(to: 2000)
        #expect(stage.log == (delaysBegan ? ["a ended"] : ["a ended", "v cancelled"]))
    }

    @Test(.rule("G42")) func `a recognizer that waits with delaysTouchesEnded off does not delay ended`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        let other = stage.attach("b", .waits, to: view)
        for recognizer in [one, other] { recognizer.delaysTouchesEnded = false }
        other.onDeadline = { $0.state = .failed }
        other.onTouches = { recognizer, _, _, _ in recognizer.deadline = 1 }
        one.require(toFail: other)
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["v began", "v ended"])
        stage.advance(to: 2000)
        #expect(stage.log == ["a ended"])
    }

    @Test(.rule("G43"), arguments: [2, 3])
    func `recognizers that wait for each other all fail at the end of the sequence`(count: Int) {
        let view = stage.addView()
        let circle = ["a", "b", "c"].prefix(count).map { stage.attach($0, .recognizes(.down), to: view) }
        for (index, one) in circle.enumerated() { one.require(toFail: circle[(index + 1) % count]) }
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(log.take().allSatisfy { $0.contains(" waits for ") })
        #expect(circle.allSatisfy { $0.state == .possible })
        stage.up(at: 20)
        let names = circle.map { $0.name ?? "" }
        #expect(
            log.take()
                == names.map { "\($0) possible>failed: circularRequirement" }
                + names.map { "\($0) failed>possible: reset" }
        )
        #expect(stage.log == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("G38", "G43")) func `a recognizer that waits for a cycle is not part of it`() {
        let view = stage.addView()
        let pair = ["a", "b"].map { stage.attach($0, .recognizes(.down), to: view) }
        let outsider = stage.attach("c", .recognizes(.down), to: view)
        pair[0].require(toFail: pair[1])
        pair[1].require(toFail: pair[0])
        outsider.require(toFail: pair[0])
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "c ended", "v cancelled"])
    }

    @Test(.rule("G43")) func `a cycle whose members can still fail is not circular`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        let other = stage.attach("b", .fails(.move), to: view)
        one.require(toFail: other)
        other.require(toFail: one)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }
}
