import ResponderKit
import TestTraits
import Testing

@Suite struct MotionTests {
    private let stage = Stage()

    @Test(.rule("M1", "M3"), arguments: [MotionChange.began, .ended, .cancelled])
    func `a shake is the only motion`(change: MotionChange) {
        let view = stage.listener("view", isFirst: true)
        var events: [Event?] = []
        view.ear.onHear = { events.append($1) }
        stage.shake(.began, at: 1000)
        if change != .began { stage.shake(change, at: 1000) }
        #expect(events.count == (change == .began ? 1 : 2))
        let isMotion = events.allSatisfy { $0?.type == .motion && $0?.subtype == .motionShake && $0?.timestamp == 1 }
        #expect(isMotion)
        #expect(Event.EventSubtype.allCases.filter { "\($0)".hasPrefix("motion") } == [.motionShake])
    }

    @Test(.rule("M3")) func `the motion methods receive motionShake`() {
        final class Hearing: View {
            var motions: [Event.EventSubtype] = []
            override var canBecomeFirstResponder: Bool { true }
            override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) { motions.append(motion) }
            override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) { motions.append(motion) }
            override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) { motions.append(motion) }
        }
        let view = Hearing()
        stage.window.addSubview(view)
        #expect(view.becomeFirstResponder())
        for (number, change) in [MotionChange.began, .ended, .began, .cancelled].enumerated() {
            stage.shake(change, at: Int64(number))
        }
        #expect(view.motions == [.motionShake, .motionShake, .motionShake, .motionShake])
    }

    @Test(.rule("M2", "M4"), arguments: [MotionChange.ended, .cancelled])
    func `a shake starts at the first responder and goes up the chain`(end: MotionChange) {
        let outer = stage.listener("outer")
        let plain = View()
        outer.addSubview(plain)
        let inner = stage.listener("inner", in: plain, isFirst: true)
        let watch = stage.watchChain()
        stage.shake(.began, at: 0)
        stage.shake(end, at: 500)
        let last: Responder.Method = end == .ended ? .motionEnded : .motionCancelled
        let names = ["inner", "view", "outer", "window", "application"]
        #expect(watch.log == [.motionBegan, last].flatMap { method in names.map { "\($0) \(method)" } })
        _ = stage.recorder.take()
        inner.ear.passesOn = false
        stage.shake(.began, at: 1000)
        stage.shake(end, at: 1500)
        #expect(stage.log == ["inner motionBegan", "inner \(last)"])
    }

    @Test(.rule("M5")) func `overriding began or ended as first responder is enough to receive the shake`() {
        final class EndOnly: View {
            var ends = 0
            override var canBecomeFirstResponder: Bool { true }
            override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) { ends += 1 }
        }
        let outer = stage.listener("outer")
        let view = EndOnly()
        outer.addSubview(view)
        stage.shake(.began, at: 0)
        stage.shake(.ended, at: 100)
        #expect(view.ends == 0)
        #expect(view.becomeFirstResponder())
        stage.shake(.began, at: 200)
        stage.shake(.ended, at: 300)
        #expect(view.ends == 1)
        #expect(stage.log == ["outer motionBegan"])
    }

    @Test(.rule("M6")) func `without a first responder the key window receives the shake`() {
        let second = Window(frame: stage.window.frame, application: stage.application)
        let other = stage.listener("other", in: second, isFirst: true)
        second.isHidden = false
        let watch = stage.watchChain()
        stage.shake(.began, at: 0)
        stage.shake(.ended, at: 100)
        #expect(
            watch.log == [
                "window motionBegan", "application motionBegan", "window motionEnded", "application motionEnded",
            ]
        )
        #expect(other.isFirstResponder)
    }

    @Test(.rule("M3")) func `a shake that lasts too long is cancelled, and its end is ignored`() {
        _ = stage.listener("view", isFirst: true)
        stage.shake(.began, at: 0)
        stage.advance(to: 500)
        #expect(stage.recorder.take() == ["view motionBegan"])
        stage.advance(to: 60_000)
        #expect(stage.recorder.take() == ["view motionCancelled"])
        stage.shake(.ended, at: 61_000)
        #expect(stage.recorder.take() == [])
        stage.shake(.began, at: 70_000)
        stage.shake(.ended, at: 70_500)
        stage.advance(to: 200_000)
        #expect(stage.log == ["view motionBegan", "view motionEnded"])
        #expect(stage.application.nextDeadline == nil)
    }

    @Test(.rule("M3")) func `an interruption cancels the shake`() {
        let view = stage.listener("view", isFirst: true)
        stage.shake(.began, at: 0)
        stage.application.resignActive()
        #expect(stage.recorder.take() == ["view motionBegan", "view motionCancelled"])
        stage.shake(.ended, at: 100)
        stage.shake(.began, at: 200)
        #expect(stage.recorder.take() == [])
        stage.application.becomeActive()
        view.ear.onHear = { method, _ in if method == .motionBegan { stage.application.resignActive() } }
        stage.shake(.began, at: 300)
        #expect(stage.log == ["view motionBegan", "view motionCancelled"])
    }

    @Test(.rule("M3")) func `an end without a began and a second began are ignored`() {
        _ = stage.listener("view", isFirst: true)
        stage.shake(.ended, at: 0)
        stage.shake(.cancelled, at: 10)
        stage.shake(.began, at: 20)
        stage.shake(.began, at: 30)
        stage.shake(.ended, at: 40)
        stage.shake(.ended, at: 50)
        #expect(stage.log == ["view motionBegan", "view motionEnded"])
    }

    @Test(.rule("M2")) func `the responder that received a shake's began receives its end`() {
        _ = stage.listener("first", isFirst: true)
        let second = stage.listener("second")
        stage.shake(.began, at: 0)
        #expect(second.becomeFirstResponder())
        stage.shake(.ended, at: 100)
        stage.shake(.began, at: 200)
        #expect(stage.log == ["first motionBegan", "first motionEnded", "second motionBegan"])
    }

    @Test(.rule("M7", "M2")) func `a responder that is no view receives the shake as first responder`() {
        let link = Link("object", stage.recorder, before: stage.window)
        #expect(link.becomeFirstResponder())
        let watch = stage.watchChain()
        stage.shake(.began, at: 0)
        #expect(stage.log == ["object motionBegan"])
        #expect(watch.log == ["object motionBegan", "window motionBegan", "application motionBegan"])
    }
}
