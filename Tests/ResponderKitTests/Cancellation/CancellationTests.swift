import ResponderKit
import TestTraits
import Testing

@Suite struct CancellationTests {
    private let stage = Stage()
    private var application: Application { stage.application }

    @Test(.rule("X1")) func `an interruption cancels all live touches, recognizers first`() {
        let view = stage.touchable("v")
        let other = stage.touchable("w", 200, 0)
        view.isMultipleTouchEnabled = true
        stage.window.addGestureRecognizer(WatchingRecognizer("outer", stage.recorder))
        other.addGestureRecognizer(WatchingRecognizer("inner", stage.recorder))
        stage.report(at: 0, .began(1, 10, 10), .began(2, 210, 10), .began(3, 20, 20))
        _ = stage.recorder.take()
        application.resignActive()
        #expect(!application.isActive)
        #expect(
            stage.log == [
                "inner sees cancelled", "outer sees cancelled 3", "v cancelled 2", "w cancelled", "inner reset",
                "outer reset",
            ]
        )
    }

    @Test(.rule("X1")) func `a view that did not receive its began receives no cancelled`() {
        let view = stage.touchable("v")
        let recognizer = WatchingRecognizer("r", stage.recorder)
        recognizer.delaysTouchesBegan = true
        view.addGestureRecognizer(recognizer)
        stage.down(1, 10, 10, at: 0)
        application.resignActive()
        #expect(stage.log == ["r sees began", "r sees cancelled", "r reset"])
    }

    @Test(.rule("X1")) func `a cancelled pan sends cancelled to its targets`() {
        let view = stage.touchable("v", 0, 0, 500, 500)
        let pan = PanGestureRecognizer()
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        view.addGestureRecognizer(pan)
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 110, 110, at: 10)
        application.resignActive()
        #expect(stage.log == ["v began", "pan began", "v cancelled", "pan cancelled"])
    }

    @Test(.rule("X1", "X2"))
    func `an inactive application delivers no touches, and fingers still down are ignored afterwards`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        stage.down(1, 10, 10, at: 0)
        application.resignActive()
        application.resignActive()
        stage.down(2, 20, 20, at: 10)
        stage.report(at: 20, .moved(1, 11, 11), .moved(2, 21, 21))
        application.becomeActive()
        application.becomeActive()
        stage.report(at: 30, .moved(1, 12, 12), .moved(2, 22, 22))
        stage.report(at: 40, .ended(1, 12, 12), .ended(2, 22, 22))
        #expect(stage.log == ["v began", "v cancelled"])
        stage.report(at: 50, .began(1, 10, 10), .began(2, 20, 20))
        #expect(stage.log == ["v began", "v cancelled", "v began 2"])
    }

    @Test(.rule("X2"), arguments: [true, false])
    func `a cancelled touch never changes again, and its lift is ignored`(isBySource: Bool) {
        let view = stage.touchable("v")
        var held: TouchSet = []
        view.onBegan = { touches, _ in held = touches }
        let misuses = MisuseLog()
        application.addObserver(misuses)
        stage.down(1, 10, 10, at: 0)
        if isBySource { stage.cancel(1, at: 10) } else { application.cancel(held) }
        #expect(held.first?.phase == .cancelled)
        stage.move(1, 20, 20, at: 20)
        application.cancel(held)
        stage.up(1, at: 30)
        stage.advance(to: 9000)
        #expect(stage.log == ["v began", "v cancelled"])
        if !isBySource { #expect(misuses.all == []) }
        #expect(held.first?.phase == .cancelled)
        #expect(held.first?.location(in: nil) == Point(x: 10, y: 10))
    }

    @Test(.rule("X3")) func `a recognized gesture cancels the touches of the view`() {
        let view = stage.touchable("v")
        let tap = TapGestureRecognizer()
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        view.addGestureRecognizer(tap)
        stage.tap(10, 10, at: 0)
        #expect(stage.log == ["v began", "tap ended", "v cancelled"])
    }

    @Test(.rule("X10"), arguments: [true, false])
    func `cancelling one touch leaves the others unaffected`(isBySource: Bool) {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var received: [String] = []
        view.onCancelled = { touches, event in
            let all = (event?.allTouches ?? []).map { "\($0.finger.contact) \($0.phase)" }
            received.append("\(touches.map(\.finger.contact)) of \(all.joined(separator: ", "))")
        }
        var held: [Touch] = []
        view.onBegan = { touches, _ in held += touches }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        if isBySource { stage.cancel(1, at: 10) } else { application.cancel([held[0]]) }
        stage.move(2, 21, 21, at: 20)
        stage.up(2, at: 30)
        #expect(stage.log == ["v began 2", "v cancelled", "v moved", "v ended"])
        #expect(received == ["[1] of 1 cancelled, 2 stationary"])
    }

    @Test(.rule("X12")) func `a touch that begins while interaction events are ignored is dropped until it lifts`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        stage.down(1, 10, 10, at: 0)
        application.beginIgnoringInteractionEvents()
        #expect(stage.recorder.take() == ["v began", "v cancelled"])
        stage.down(2, 20, 20, at: 10)
        application.endIgnoringInteractionEvents()
        stage.report(at: 20, .moved(1, 11, 11), .moved(2, 21, 21))
        stage.report(at: 30, .ended(1, 11, 11), .ended(2, 21, 21))
        #expect(stage.recorder.take() == [])
        stage.down(2, 20, 20, at: 40)
        #expect(stage.log == ["v began"])
    }

    @Test(.rule("X12")) func `calls to ignore interaction events nest, and surplus end calls have no effect`() {
        _ = stage.touchable("v")
        application.endIgnoringInteractionEvents()
        #expect(!application.isIgnoringInteractionEvents)
        application.beginIgnoringInteractionEvents()
        application.beginIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        #expect(application.isIgnoringInteractionEvents)
        stage.tap(10, 10, at: 0)
        #expect(stage.log == [])
        application.endIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        #expect(!application.isIgnoringInteractionEvents)
        stage.tap(10, 10, at: 1000)
        #expect(stage.log == ["v began", "v ended"])
    }
}
