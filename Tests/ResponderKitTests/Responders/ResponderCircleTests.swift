import ResponderKit
import TestTraits
import Testing

@Suite struct ResponderCircleTests {
    /// A responder that overrides only `next`.
    private final class Step: Responder {
        weak var following: Responder?
        override var next: Responder? { following }
    }

    @Test(.rule("R21")) func `a circular chain is traversed once per delivery`() {
        let stage = Stage()
        let watch = stage.watchChain()
        let view = stage.listener("view")
        let step = Step()
        view.redirect = step
        step.following = view
        stage.tap(50, 50, at: 0)
        #expect(
            watch.log == [
                "view touchesBegan", "responder touchesBegan", "view touchesEnded", "responder touchesEnded",
            ]
        )
    }

    @Test(.rule("R21")) func `a circular chain of overrides that call super is traversed once`() {
        let stage = Stage()
        let view = ProbeView("view", 0, 0, 100, 100, stage.recorder)
        let first = Link("first", stage.recorder)
        let second = Link("second", stage.recorder, before: first)
        final class Redirected: View {
            weak var following: Responder?
            override var next: Responder? { following }
        }
        let outer = Redirected(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        stage.window.addSubview(outer)
        outer.addSubview(view)
        outer.following = first
        first.following = second
        stage.down(1, 50, 50, at: 0)
        #expect(stage.recorder.take() == ["view began", "first touchesBegan", "second touchesBegan"])
        second.following = view
        stage.up(1, at: 50)
        #expect(stage.recorder.take() == ["view ended", "first touchesEnded", "second touchesEnded"])
    }

    @Test(.rule("R21"), arguments: Responder.Method.allCases)
    func `a circular chain is traversed once without an event too`(method: Responder.Method) {
        let recorder = Recorder()
        let first = Link("first", recorder)
        let second = Link("second", recorder, before: first)
        let third = Link("third", recorder, before: second)
        first.following = second
        first.call(method)
        #expect(recorder.take() == ["first \(method)", "second \(method)"])
        third.call(method)
        #expect(recorder.take() == ["third \(method)", "second \(method)", "first \(method)"])
        first.following = first
        first.call(method)
        #expect(recorder.take() == ["first \(method)"])
    }

    @Test(.rule("R21")) func `a responder that is its own next receives a shake once`() {
        let stage = Stage()
        let link = Link("link", stage.recorder, before: stage.window)
        #expect(link.becomeFirstResponder())
        link.following = link
        stage.shake(.began, at: 0)
        stage.shake(.ended, at: 100)
        #expect(stage.log == ["link motionBegan", "link motionEnded"])
    }

    @Test(.rule("R21")) func `searching a circular chain for an action or a window terminates`() {
        let recorder = Recorder()
        let first = Link("first", recorder)
        let second = Link("second", recorder, before: first)
        let third = Link("third", recorder, before: second)
        let fourth = Link("fourth", recorder, before: third)
        first.following = third
        #expect(fourth.target(forAction: "play", withSender: nil) == nil)
        #expect(!fourth.becomeFirstResponder())
        #expect(!fourth.isFirstResponder)
        first.actions = ["play"]
        #expect(fourth.target(forAction: "play", withSender: nil) === first)
        #expect(recorder.lines == [])
    }

    // MARK: Chains without a cycle

    @Test(.rule("R11", "R21")) func `a touch forwarded by an override reaches the shared superview a second time`() {
        let stage = Stage()
        let outer = ProbeView("outer", 0, 0, 200, 100, stage.recorder)
        let hit = ProbeView("hit", 0, 0, 100, 100, stage.recorder)
        let other = ProbeView("other", 100, 0, 100, 100, stage.recorder)
        stage.window.addSubview(outer)
        outer.addSubview(hit)
        outer.addSubview(other)
        hit.onBegan = { other.touchesBegan($0, with: $1) }
        hit.onEnded = { other.touchesEnded($0, with: $1) }
        stage.tap(50, 50, at: 0)
        #expect(
            stage.log == [
                "hit began", "other began", "outer began", "outer began",
                "hit ended", "other ended", "outer ended", "outer ended",
            ]
        )
    }

    @Test(.rule("R11", "R21")) func `a method called from another one runs up the whole chain`() {
        let stage = Stage()
        let outer = ProbeView("outer", 0, 0, 200, 100, stage.recorder)
        let hit = ProbeView("hit", 0, 0, 100, 100, stage.recorder)
        let other = ProbeView("other", 100, 0, 100, 100, stage.recorder)
        stage.window.addSubview(outer)
        outer.addSubview(hit)
        outer.addSubview(other)
        outer.onBegan = { other.touchesCancelled($0, with: $1) }
        stage.down(1, 50, 50, at: 0)
        #expect(stage.recorder.take() == ["hit began", "outer began", "other cancelled", "outer cancelled"])
        let link = Link("link", stage.recorder, before: outer)
        outer.onBegan = { _, _ in link.call(.touchesCancelled) }
        outer.touchesBegan([], with: nil)
        #expect(stage.log == ["outer began", "link touchesCancelled", "outer cancelled"])
    }

    @Test(.rule("R11", "R21")) func `a cancellation caused by a cancellation runs up the whole chain`() {
        let stage = Stage()
        let outer = ProbeView("outer", 0, 0, 200, 100, stage.recorder)
        let one = ProbeView("one", 0, 0, 100, 100, stage.recorder)
        let other = ProbeView("other", 100, 0, 100, 100, stage.recorder)
        stage.window.addSubview(outer)
        outer.addSubview(one)
        outer.addSubview(other)
        stage.report(at: 0, .began(1, 50, 50), .began(2, 150, 50))
        _ = stage.recorder.take()
        outer.onCancelled = { _, _ in other.removeFromSuperview() }
        stage.application.resignActive()
        #expect(stage.log == ["one cancelled", "outer cancelled", "other cancelled", "outer cancelled"])
    }

    // MARK: Long chains

    @Test(.rule("R11")) func `an event goes up a chain of 10,000 responders`() throws {
        let stage = Stage()
        let last = Link("last", stage.recorder)
        var steps: [Step] = []
        for _ in 0..<10_000 {
            let step = Step()
            step.following = steps.last ?? last
            steps.append(step)
        }
        let view = stage.listener("view", isFirst: true)
        view.redirect = steps.last
        stage.tap(50, 50, at: 0)
        stage.shake(.began, at: 100)
        #expect(
            stage.log == ["last touchesBegan", "last touchesEnded", "view motionBegan", "last motionBegan"]
        )
        last.actions = ["play"]
        #expect(view.target(forAction: "play", withSender: nil) === last)
    }
}
