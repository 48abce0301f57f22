import ResponderKit
import TestTraits
import Testing

/// Tests all APIs with which a recognizer requires another recognizer to fail.
@Suite struct FailureRequirementTests {
    enum Way: CaseIterable { case fixed, ownOverride, otherOverride, ownDelegate, otherDelegate }

    let stage = Stage()

    /// Makes `one` require the failure of `other` with the API that `way` selects.
    private func require(_ one: ScriptedRecognizer, _ other: ScriptedRecognizer, _ way: Way) {
        (one.delegate, other.delegate) = (one.probe, other.probe)
        switch way {
        case .fixed: one.require(toFail: other)
        case .ownOverride: one.requiredByOverride = other
        case .otherOverride: other.dependentByOverride = one
        case .ownDelegate: one.probe.requiresFailureOf = other
        case .otherDelegate: other.probe.requiredToFailBy = one
        }
    }

    @Test(.rule("G38", "G41"), arguments: Way.allCases)
    func `a complete gesture stays possible until the required one fails, and then acts`(way: Way) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .fails(.up), to: view)
        require(one, other, way)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(log.take() == ["a waits for b"])
        #expect(one.state == .possible)
        stage.move(1, 170, 150, at: 20)
        stage.up(at: 30)
        #expect(
            log.take() == [
                "b possible>failed: subclass", "a possible>ended: subclass", "a ended>possible: reset",
                "b failed>possible: reset",
            ]
        )
        #expect(stage.log == ["v began", "v moved", "v moved", "a ended", "v cancelled"])
    }

    @Test(.rule("G39", "G41"), arguments: Way.allCases)
    func `a gesture that waits fails when the required one recognizes`(way: Way) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .recognizes(.up), to: stage.window)
        require(one, other, way)
        other.prevents = false
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(
            log.take() == [
                "a waits for b", "b possible>ended: subclass", "a possible>failed: b recognized",
                "a failed>possible: reset", "b ended>possible: reset",
            ]
        )
        #expect(stage.log == ["v began", "v moved", "b ended", "v cancelled"])
    }

    @Test(.rule("G39"), arguments: [true, false])
    func `a gesture that completes after the required one recognized fails`(isContinuous: Bool) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        let other = stage.attach("b", isContinuous ? .follows : .recognizes(.move), to: view)
        one.require(toFail: other)
        other.prevents = false
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        _ = log.take()
        stage.up(at: 20)
        #expect(log.take().prefix(1) == ["a possible>failed: b recognized"])
        #expect(!stage.log.contains("a ended"))
    }

    @Test(.rule("G39")) func `a recognizer that began and was cancelled has not failed`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        let other = stage.attach("b", .follows, to: view)
        one.require(toFail: other)
        other.prevents = false
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        other.state = .cancelled
        let log = stage.watchTransitions()
        stage.up(at: 20)
        #expect(log.take().first == "a possible>failed: b recognized")
        #expect(stage.log == ["v began", "b began", "v cancelled", "b cancelled"])
    }

    enum Absence: CaseIterable { case disabled, elsewhere, refused, ignoring, failedBefore, detached }

    @Test(.rule("G40"), arguments: Absence.allCases)
    func `a required recognizer that does not receive the touch blocks nothing`(absence: Absence) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .waits, to: view)
        one.require(toFail: other)
        switch absence {
        case .disabled: other.isEnabled = false
        case .elsewhere: stage.addView("w", to: nil).addGestureRecognizer(other)
        case .refused:
            other.delegate = other.probe
            other.probe.shouldReceiveTouch = false
        case .ignoring:
            other.onTouches = { recognizer, _, touches, event in
                for touch in touches { recognizer.ignore(touch, for: event) }
            }
        case .failedBefore: other.plan = .fails(.down)
        case .detached: view.removeGestureRecognizer(other)
        }
        if absence == .elsewhere { stage.window.sendSubviewToBack(stage.window.subviews[1]) }
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(one.state == .ended)
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }

    @Test(.rule("G38", "G40", "G50"))
    func `disabling or removing the required recognizers releases the one that waits`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        let other = stage.attach("b", .waits, to: view)
        let third = stage.attach("c", .waits, to: stage.window)
        one.require(toFail: other)
        one.require(toFail: third)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        #expect(log.take() == ["a waits for b, c"])
        other.isEnabled = false
        #expect(log.take() == ["b possible>failed: disabled"])
        #expect(one.state == .possible)
        stage.window.removeGestureRecognizer(third)
        #expect(
            log.take() == [
                "c possible>failed: removed", "a possible>ended: subclass", "c failed>possible: reset",
            ]
        )
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }

    @Test(.rule("G38")) func `a chain of requirements resolves from its end`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        let other = stage.attach("b", .recognizes(.down), to: view)
        let last = stage.attach("c", .fails(.move), to: view)
        one.require(toFail: other)
        other.require(toFail: last)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        #expect(log.take() == ["a waits for b", "b waits for c"])
        stage.move(1, 160, 150, at: 10)
        #expect(
            log.take() == [
                "c possible>failed: subclass", "b possible>ended: subclass", "a possible>failed: b recognized",
            ]
        )
        #expect(stage.log == ["v began", "b ended", "v cancelled"])
    }

    @Test(.rule("G38")) func `taps of one, two and three wait for each other`() {
        let view = stage.addView()
        let taps = [1, 2, 3].map { count in
            let tap = stage.attach("\(count)", TapGestureRecognizer(), to: view)
            tap.numberOfTapsRequired = count
            return tap
        }
        taps[0].require(toFail: taps[1])
        taps[1].require(toFail: taps[2])
        for count in 1...3 as ClosedRange<Int64> {
            for number in 0..<count { stage.tap(150, 150, at: count * 5000 + number * 150) }
            stage.advance(to: count * 5000 + 4000)
            #expect(stage.recorder.take().filter { $0.hasSuffix(" ended") } == ["\(count) ended"])
        }
    }

    @Test(.rule("G38")) func `a requirement of itself or of a deallocated recognizer is ignored`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        one.require(toFail: one)
        one.require(toFail: ScriptedRecognizer("gone", .waits, stage.recorder))
        stage.down(1, 150, 150, at: 0)
        #expect(stage.log == ["a ended"])
    }
}
