import ResponderKit
import TestTraits
import Testing

@Suite struct DeviceRemovalTests {
    private let stage = Stage()

    /// A first responder that records its presses.
    private final class PressedView: View {
        let recorder: Recorder

        init(_ recorder: Recorder) {
            self.recorder = recorder
            super.init(frame: .zero)
        }

        override var canBecomeFirstResponder: Bool { true }

        private func note(_ phase: String, _ presses: Set<Press>) {
            recorder.write("press \(phase) \(presses.map(\.button.device).sorted())")
        }

        override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) { note("began", presses) }
        override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) { note("ended", presses) }
        override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) { note("cancelled", presses) }
    }

    @Test(.rule("X11")) func `removing a device cancels its touches only`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        view.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        var received: [Int32] = []
        view.onCancelled = { touches, _ in received += touches.map(\.finger.device) }
        stage.report(device: 1, at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.report(device: 2, at: 10, .began(1, 30, 30))
        _ = stage.recorder.take()
        stage.application.post(removalOf: 1, at: 20_000)
        #expect(stage.log == [])
        stage.application.dispatchPending()
        #expect(stage.recorder.take() == ["r sees cancelled 2", "v cancelled 2"])
        #expect(received == [1, 1])
        stage.report(device: 2, at: 30, .moved(1, 31, 31))
        stage.report(device: 2, at: 40, .ended(1, 31, 31))
        #expect(stage.log == ["v moved", "v ended", "r reset"])
    }

    @Test(.rule("X11", "X2")) func `after a removal the device's fingers are ignored until they go down again`() {
        _ = stage.touchable("v")
        stage.report(device: 1, at: 0, .began(1, 10, 10))
        stage.application.post(removalOf: 1, at: 10_000)
        stage.application.post(removalOf: 1, at: 20_000)
        stage.report(device: 1, at: 30, .moved(1, 11, 11))
        stage.report(device: 1, at: 40, .ended(1, 11, 11))
        #expect(stage.recorder.take() == ["v began", "v cancelled"])
        stage.report(device: 1, at: 50, .began(1, 10, 10))
        stage.report(device: 1, at: 60, .ended(1, 10, 10))
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("X11", "G38"), arguments: [Int32(1), 2])
    func `a tap that waits for a double tap fails when its own device is removed, not another one`(removed: Int32) {
        let view = stage.addView()
        let single = stage.attach("single", TapGestureRecognizer(), to: view)
        let double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        stage.report(device: 1, at: 0, .began(1, 150, 150))
        stage.report(device: 1, at: 50, .ended(1, 150, 150))
        stage.application.post(removalOf: removed, at: 100_000)
        stage.advance(to: 5000)
        #expect(stage.log == (removed == 1 ? ["v began", "v cancelled"] : ["v began", "single ended", "v cancelled"]))
    }

    @Test(.rule("X11")) func `a finger of a removed device is unknown afterwards`() {
        final class MisuseWatch: ApplicationObserver {
            var all: [Misuse] = []
            func misuse(_ misuse: Misuse) { all.append(misuse) }
        }
        let watch = MisuseWatch()
        stage.application.addObserver(watch)
        _ = stage.touchable("v")
        stage.report(device: 1, at: 0, .began(1, 10, 10))
        stage.application.post(removalOf: 1, at: 10_000)
        stage.report(device: 1, at: 20, .moved(1, 11, 11))
        #expect(watch.all == [.unknownFinger(FingerID(device: 1, contact: 1))])
    }

    @Test(.rule("X11")) func `removing a device cancels its presses only`() {
        let view = PressedView(stage.recorder)
        stage.window.addSubview(view)
        view.becomeFirstResponder()
        for device in [1, 2] as [Int32] {
            stage.application.post([PressSample(ButtonID(device: device, code: 1), .began)], at: 0)
        }
        stage.application.post(removalOf: 1, at: 10_000)
        for device in [1, 2] as [Int32] {
            stage.application.post([PressSample(ButtonID(device: device, code: 1), .ended)], at: 20_000)
        }
        stage.application.dispatchPending()
        #expect(stage.log == ["press began [1]", "press began [2]", "press cancelled [1]", "press ended [2]"])
    }

    @Test(.rule("X11")) func `touches of two devices with equal contact ids are distinct`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var received: [String] = []
        let note: (TouchSet, Event?) -> Void = { touches, _ in
            received += touches.map { "device \($0.finger.device) \($0.phase) \($0.location(in: nil).x)" }
        }
        (view.onBegan, view.onMoved, view.onEnded) = (note, note, note)
        stage.report(device: 1, at: 0, .began(7, 10, 10))
        stage.report(device: 2, at: 10, .began(7, 20, 20))
        stage.report(device: 1, at: 20, .moved(7, 11, 11))
        stage.report(device: 2, at: 30, .ended(7, 21, 21))
        stage.report(device: 1, at: 40, .ended(7, 12, 12))
        #expect(
            received == [
                "device 1 began 10.0", "device 2 began 20.0", "device 1 moved 11.0", "device 2 ended 21.0",
                "device 1 ended 12.0",
            ]
        )
        #expect(stage.log == ["v began", "v began", "v moved", "v ended", "v ended"])
    }
}
