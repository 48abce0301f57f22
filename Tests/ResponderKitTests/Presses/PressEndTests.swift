import ResponderKit
import TestTraits
import Testing

/// Tests that each begun press ends exactly once.
@Suite struct PressEndTests {
    /// Drops events while `isSwallowing` is true; sends each other event `times` times.
    private final class Swallower: Application {
        var isSwallowing = false
        var times = 1
        override func sendEvent(_ event: Event) {
            if isSwallowing { return }
            for _ in 0..<times { super.sendEvent(event) }
        }
    }

    @Test(.rule("P8")) func `presses are cancelled when the application becomes inactive`() {
        let stage = Stage()
        _ = stage.listener("view", isFirst: true)
        stage.press(1, .began, at: 0)
        stage.press(2, .began, at: 10)
        stage.application.resignActive()
        #expect(stage.recorder.take() == ["view pressesBegan", "view pressesBegan", "view pressesCancelled"])
        stage.press(1, .ended, at: 20)
        stage.press(3, .began, at: 30)
        stage.application.becomeActive()
        stage.press(2, .ended, at: 40)
        stage.press(3, .ended, at: 50)
        #expect(stage.recorder.take() == [])
        stage.press(1, .began, at: 60)
        stage.press(1, .ended, at: 70)
        #expect(stage.log == ["view pressesBegan", "view pressesEnded"])
    }

    @Test(.rule("P8")) func `a handler that deactivates the application is cancelled after it returns`() {
        let stage = Stage()
        let view = stage.listener("view", isFirst: true)
        view.ear.onHear = { method, _ in
            guard method == .pressesBegan else { return }
            stage.application.resignActive()
            stage.recorder.write("inactive")
        }
        stage.press(1, .began, at: 0)
        #expect(stage.log == ["view pressesBegan", "inactive", "view pressesCancelled"])
    }

    @Test(.rule("P8")) func `removing a device cancels exactly its own presses`() {
        let stage = Stage()
        let view = stage.listener("view", isFirst: true)
        var devices: [Int32] = []
        view.ear.onPresses = { presses, _ in devices += presses.map(\.button.device).sorted() }
        let button = { (device: Int32) in ButtonID(device: device, code: 1) }
        stage.application.post([PressSample(button(1), .began), PressSample(button(2), .began)], at: 0)
        stage.application.post(removalOf: 1, at: 10)
        stage.application.post([PressSample(button(1), .ended), PressSample(button(2), .ended)], at: 20)
        stage.application.dispatchPending()
        #expect(stage.log == ["view pressesBegan", "view pressesCancelled", "view pressesEnded"])
        #expect(devices == [1, 2, 1, 2])
    }

    @Test(.rule("P8")) func `removing a view cancels its presses before the removal`() {
        let stage = Stage()
        let outer = stage.listener("outer")
        let inner = stage.listener("inner", in: outer, isFirst: true)
        inner.onResign = { stage.recorder.write("resign") }
        stage.press(1, .began, at: 0)
        outer.removeFromSuperview()
        stage.recorder.write("removed")
        stage.press(1, .ended, at: 10)
        #expect(
            stage.log == [
                "inner pressesBegan", "outer pressesBegan", "inner pressesCancelled", "outer pressesCancelled",
                "resign", "removed",
            ]
        )
    }

    @Test(.rule("P8")) func `a view that another view's handler removes receives nothing after its cancellation`() {
        let stage = Stage()
        let first = stage.listener("first", isFirst: true)
        stage.press(1, .began, at: 0)
        let second = stage.listener("second", isFirst: true)
        stage.press(2, .began, at: 10)
        first.ear.onHear = { _, _ in second.removeFromSuperview() }
        let samples = [1, 2].map { (code: Int32) in
            var sample = PressSample(ButtonID(code: code), .changed)
            sample.force = 0.5
            return sample
        }
        stage.application.post(samples, at: 20_000)
        stage.application.dispatchPending()
        stage.press(2, .ended, at: 30)
        #expect(
            stage.log == [
                "first pressesBegan", "second pressesBegan", "first pressesChanged", "second pressesCancelled",
            ]
        )
    }

    @Test(.rule("P8")) func `an end that a sendEvent override drops becomes a cancellation`() {
        let application = Swallower()
        let stage = Stage(application: application)
        let view = stage.listener("view", isFirst: true)
        var phases: [Press.Phase] = []
        view.ear.onPresses = { presses, _ in phases += presses.map(\.phase) }
        stage.press(1, .began, at: 0)
        application.isSwallowing = true
        stage.press(1, .ended, at: 10)
        application.isSwallowing = false
        stage.press(1, .began, at: 20)
        #expect(stage.log == ["view pressesBegan", "view pressesCancelled", "view pressesBegan"])
        #expect(phases == [.began, .cancelled, .began])
    }

    @Test(.rule("P8"), arguments: [PressSample.Change.ended, .cancelled])
    func `a press whose began was dropped is never delivered`(end: PressSample.Change) {
        let application = Swallower()
        let stage = Stage(application: application)
        _ = stage.listener("view", isFirst: true)
        application.isSwallowing = true
        stage.press(1, .began, at: 0)
        application.isSwallowing = false
        var sample = PressSample(1, .changed, type: .select)
        sample.force = 0.5
        stage.application.post([sample], at: 10_000)
        stage.press(1, end, at: 20)
        #expect(stage.recorder.take() == [])
        application.isSwallowing = true
        stage.press(1, .began, at: 30)
        stage.press(1, end, at: 40)
        #expect(stage.log == [])
    }

    @Test(.rule("P8")) func `an event that is sent twice is delivered once`() {
        let application = Swallower()
        let stage = Stage(application: application)
        _ = stage.listener("view", isFirst: true)
        application.times = 2
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 10)
        #expect(stage.log == ["view pressesBegan", "view pressesEnded"])
    }

    @Test(.rule("P8")) func `inconsistent reports of a button are ignored`() {
        let stage = Stage()
        _ = stage.listener("view", isFirst: true)
        stage.press(1, .ended, at: 0)
        stage.press(1, .changed, at: 5)
        stage.press(1, .began, at: 10)
        stage.press(1, .began, at: 20)
        stage.press(1, .ended, at: 30)
        stage.press(1, .ended, at: 40)
        stage.press(1, .cancelled, at: 50)
        #expect(stage.log == ["view pressesBegan", "view pressesEnded"])
    }
}
