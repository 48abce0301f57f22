import ResponderKit
import TestTraits
import Testing

/// Tests views and delegates that prevent a gesture from beginning.
@Suite struct GestureVetoTests {
    /// A view that records the calls to `gestureRecognizerShouldBegin`.
    final class Objector: View {
        let recorder: Recorder
        var allows = true

        init(_ name: String, _ frame: Rect, _ recorder: Recorder) {
            self.recorder = recorder
            super.init(frame: frame)
            identifier = name
        }

        override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
            recorder.write("\(identifier ?? "")?")
            return allows
        }
    }

    /// A delegate that implements no methods.
    final class Mute: GestureRecognizerDelegate {}

    /// A delegate that records its calls.
    final class Judge: GestureRecognizerDelegate {
        let recorder: Recorder
        var allows = true

        init(_ recorder: Recorder) { self.recorder = recorder }

        func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
            recorder.write("delegate?")
            return allows
        }
    }

    enum Side: CaseIterable { case hitView, ownView, delegate, nobody }

    let stage = Stage()

    @Test(.rule("G44", "G45"), arguments: Side.allCases, [true, false])
    func `the hit view, the recognizer's view and the delegate can each prevent recognition`(
        side: Side,
        isContinuous: Bool
    ) {
        let own = Objector("own", Rect(x: 100, y: 100, width: 200, height: 200), stage.recorder)
        let hit = Objector("hit", own.bounds, stage.recorder)
        stage.window.addSubview(own)
        own.addSubview(hit)
        let judge = Judge(stage.recorder)
        let one = stage.attach("a", isContinuous ? .follows : .recognizes(.move), to: own)
        let other = stage.attach("b", .waits, to: own)
        one.delegate = judge
        (hit.allows, own.allows, judge.allows) = (side != .hitView, side != .ownView, side != .delegate)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        #expect(stage.log == [])
        stage.move(1, 160, 150, at: 10)
        stage.move(1, 170, 150, at: 20)
        let happened = isContinuous ? ["a began", "a changed"] : ["a ended"]
        switch side {
        case .hitView:
            #expect(stage.log == ["hit?"])
            #expect(log.take() == ["a possible>failed: vetoed by hit"])
        case .ownView:
            #expect(stage.log == ["hit?", "own?"])
            #expect(log.take() == ["a possible>failed: vetoed by own"])
        case .delegate:
            #expect(stage.log == ["hit?", "own?", "delegate?"])
            #expect(log.take() == ["a possible>failed: vetoedByDelegate"])
        case .nobody:
            #expect(stage.log == ["hit?", "own?", "delegate?"] + happened)
            #expect(log.take().first?.hasPrefix("a possible>") == true)
        }
        #expect(other.state == (side == .nobody ? .failed : .possible))
        withExtendedLifetime(judge) {}
    }

    @Test(.rule("G44", "G24")) func `a prevented gesture does not cancel the view's touches`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        one.delegate = one.probe
        one.probe.shouldBegin = false
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(one.state == .failed)
        stage.up(at: 20)
        #expect(stage.log == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("G45"))
    func `a hit view that is the recognizer's own view is asked once, and views between are not asked`() {
        let own = Objector("own", Rect(x: 100, y: 100, width: 200, height: 200), stage.recorder)
        let between = Objector("between", own.bounds, stage.recorder)
        let hit = Objector("hit", own.bounds, stage.recorder)
        stage.window.addSubview(own)
        stage.attach("a", .recognizes(.up), to: own)
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["own?", "a ended"])
        own.addSubview(between)
        between.addSubview(hit)
        stage.tap(150, 150, at: 1000)
        #expect(stage.log == ["hit?", "own?", "a ended"])
    }

    @Test(.rule("G44")) func `a gesture that waits is asked once, before it waits`() {
        let own = Objector("own", Rect(x: 100, y: 100, width: 200, height: 200), stage.recorder)
        stage.window.addSubview(own)
        let one = stage.attach("a", .recognizes(.move), to: own)
        one.require(toFail: stage.attach("b", .fails(.up), to: own))
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.recorder.take() == ["own?"])
        stage.up(at: 20)
        #expect(stage.log == ["a ended"])
    }

    @Test(.rule("G44")) func `a failure is not asked about`() {
        let own = Objector("own", Rect(x: 100, y: 100, width: 200, height: 200), stage.recorder)
        stage.window.addSubview(own)
        stage.attach("a", .fails(.move), to: own)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.log == [])
    }

    @Test(.rule("G46")) func `a delegate without methods has no effect`() {
        let mute = Mute()
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .recognizes(.up), to: view)
        (one.delegate, other.delegate) = (mute, mute)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(log.take() == ["a possible>ended: subclass", "b possible>failed: prevented by a"])
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
        #expect(mute.gestureRecognizerShouldBegin(one))
        #expect(!mute.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other))
        #expect(!mute.gestureRecognizer(one, shouldRequireFailureOf: other))
        #expect(!mute.gestureRecognizer(one, shouldBeRequiredToFailBy: other))
    }
}
