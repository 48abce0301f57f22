import ResponderKit
import TestTraits
import Testing

@Suite struct PassingOnTests {
    /// Records a line before and after the call to super.
    private final class BracketView: View {
        let recorder: Recorder
        init(_ name: String, _ recorder: Recorder) {
            self.recorder = recorder
            super.init(frame: Rect(x: 0, y: 0, width: 100, height: 100))
            identifier = name
        }
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {
            recorder.write("into \(identifier ?? "")")
            super.touchesBegan(touches, with: event)
            recorder.write("out of \(identifier ?? "")")
        }
    }

    private final class BeganOnlyView: View {
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
    }

    /// A received touch phase, with its touches, view and event.
    private struct Hearing: Equatable {
        let phase: Touch.Phase?
        let touches: TouchSet
        let views: [ObjectIdentifier?]
        let event: ObjectIdentifier?

        init(_ touches: TouchSet, _ event: Event?) {
            phase = touches.first?.phase
            self.touches = touches
            views = touches.map { $0.view.map { ObjectIdentifier($0) } }
            self.event = event.map { ObjectIdentifier($0) }
        }
    }

    private final class Hearings {
        var all: [Hearing] = []

        func listen(to view: ProbeView) {
            view.onBegan = { self.all.append(Hearing($0, $1)) }
            view.onMoved = { self.all.append(Hearing($0, $1)) }
            view.onEnded = { self.all.append(Hearing($0, $1)) }
            view.onCancelled = { self.all.append(Hearing($0, $1)) }
        }
    }

    /// Adds three nested views with equal frames: a probe, a plain view and a probe. Returns the probes.
    private func nest(in stage: Stage) -> (outer: ProbeView, inner: ProbeView) {
        let outer = ProbeView("outer", 0, 0, 100, 100, stage.recorder)
        let plain = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let inner = ProbeView("inner", 0, 0, 100, 100, stage.recorder)
        inner.isMultipleTouchEnabled = true
        stage.window.addSubview(outer)
        outer.addSubview(plain)
        plain.addSubview(inner)
        return (outer, inner)
    }

    @Test(.rule("R11", "R16")) func `each phase is passed on with the same touches, event and views`() {
        let stage = Stage()
        let (outer, inner) = nest(in: stage)
        let here = Hearings()
        let there = Hearings()
        here.listen(to: inner)
        there.listen(to: outer)
        stage.report(at: 0, .began(1, 50, 50), .began(2, 60, 50))
        stage.report(at: 10, .moved(1, 51, 50), .moved(2, 61, 50))
        stage.up(1, at: 20)
        stage.cancel(2, at: 30)
        #expect(here.all == there.all)
        #expect(here.all.map(\.phase) == [.began, .moved, .ended, .cancelled])
        #expect(there.all.map(\.touches.count) == [2, 2, 1, 1])
        let isOfInner = there.all.flatMap(\.views).allSatisfy { $0 == ObjectIdentifier(inner) }
        #expect(isOfInner)
        let isOfEvents = there.all.allSatisfy { $0.event != nil }
        #expect(isOfEvents)
    }

    @Test(.rule("R16")) func `a controller that receives a touch from its subviews reads the hit view from it`() {
        final class Controller: ViewController {
            var views: [View] = []
            override func touchesBegan(_ touches: TouchSet, with event: Event?) {
                views += touches.compactMap(\.view)
            }
        }
        let stage = Stage()
        let controller = Controller()
        stage.window.rootViewController = controller
        let inner = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        controller.view.addSubview(inner)
        stage.down(1, 50, 50, at: 0)
        #expect(controller.views.map { $0 === inner } == [true])
    }

    @Test(.rule("R12")) func `an override without super stops the phase`() {
        let stage = Stage()
        let watch = stage.watchChain()
        let (_, inner) = nest(in: stage)
        inner.passesOn = false
        stage.down(1, 50, 50, at: 0)
        stage.move(1, 60, 50, at: 10)
        stage.up(1, at: 20)
        stage.down(1, 50, 50, at: 1000)
        stage.cancel(1, at: 1010)
        #expect(stage.log == ["inner began", "inner moved", "inner ended", "inner began", "inner cancelled"])
        #expect(
            watch.log == [
                "inner touchesBegan", "inner touchesMoved", "inner touchesEnded", "inner touchesBegan",
                "inner touchesCancelled",
            ]
        )
    }

    @Test(.rule("R13"))
    func `an override that calls super runs the rest of the chain at that call`() {
        let stage = Stage()
        let watch = stage.watchChain()
        let outer = BracketView("outer", stage.recorder)
        let inner = BracketView("inner", stage.recorder)
        stage.window.addSubview(outer)
        outer.addSubview(inner)
        stage.down(1, 50, 50, at: 0)
        #expect(stage.log == ["into inner", "into outer", "out of outer", "out of inner"])
        #expect(
            watch.log == [
                "inner touchesBegan", "outer touchesBegan", "window touchesBegan", "application touchesBegan",
            ]
        )
    }

    @Test(.rule("R14")) func `a view that overrides only began passes on the other phases`() {
        let stage = Stage()
        let outer = ProbeView("outer", 0, 0, 100, 100, stage.recorder)
        outer.addSubview(BeganOnlyView(frame: Rect(x: 0, y: 0, width: 100, height: 100)))
        stage.window.addSubview(outer)
        stage.down(1, 50, 50, at: 0)
        stage.move(1, 60, 50, at: 10)
        stage.up(1, at: 20)
        stage.down(1, 50, 50, at: 1000)
        stage.cancel(1, at: 1010)
        #expect(stage.log == ["outer moved", "outer ended", "outer cancelled"])
    }

    @Test(.rule("R15")) func `an unhandled touch goes up the whole chain and is dropped`() {
        let stage = Stage()
        let watch = stage.watchChain()
        let view = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        stage.window.addSubview(view)
        stage.down(1, 50, 50, at: 0)
        stage.move(1, 60, 50, at: 10)
        stage.up(1, at: 20)
        let steps = ["Began", "Moved", "Ended"].flatMap { phase in
            ["view", "window", "application"].map { "\($0) touches\(phase)" }
        }
        #expect(watch.log == steps)
    }

    @Test(.rule("R17")) func `all phases of a touch follow the same chain`() {
        let stage = Stage()
        let (_, inner) = nest(in: stage)
        let watch = stage.watchChain()
        inner.addSubview(View(frame: Rect(x: 0, y: 0, width: 10, height: 10)))
        var ways: [[Substring]] = []
        let note = { ways.append(watch.recorder.take().map { $0.split(separator: " ")[0] }) }
        stage.down(1, 50, 50, at: 0)
        note()
        stage.move(1, 900, 900, at: 10)
        note()
        stage.up(1, at: 20)
        note()
        stage.down(1, 50, 50, at: 1000)
        note()
        stage.cancel(1, at: 1010)
        note()
        #expect(ways == Array(repeating: ["inner", "view", "outer", "window", "application"], count: 5))
        #expect(
            stage.log == [
                "inner began", "outer began", "inner moved", "outer moved", "inner ended", "outer ended",
                "inner began", "outer began", "inner cancelled", "outer cancelled",
            ]
        )
    }

    @Test(.rule("R20")) func `for touches the chain ends at a control`() {
        for control in [Control(), Button(), Slider(), Switch()] {
            let stage = Stage()
            let watch = stage.watchChain()
            let outer = ProbeView("outer", 0, 0, 100, 100, stage.recorder)
            control.frame = Rect(x: 0, y: 0, width: 100, height: 100)
            control.identifier = "control"
            stage.window.addSubview(outer)
            outer.addSubview(control)
            stage.down(1, 50, 50, at: 0)
            stage.move(1, 60, 50, at: 10)
            stage.up(1, at: 20)
            stage.down(1, 50, 50, at: 1000)
            stage.cancel(1, at: 1010)
            #expect(stage.log == [])
            let methods = ["touchesBegan", "touchesMoved", "touchesEnded", "touchesBegan", "touchesCancelled"]
            #expect(watch.log == methods.map { "control \($0)" })
        }
    }
}
