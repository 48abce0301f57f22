import ResponderKit
import TestTraits
import Testing

/// Tests recognizers that receive presses.
@Suite struct PressRecognizerTests {
    /// A recognizer that records presses and never recognizes a gesture.
    private final class Seer: GestureRecognizer {
        let recorder: Recorder
        init(_ name: String, _ recorder: Recorder, on view: View, _ types: Set<Press.PressType> = [.select]) {
            self.recorder = recorder
            super.init()
            self.name = name
            allowedPressTypes = types
            view.addGestureRecognizer(self)
        }
        private func write(_ phase: String, _ presses: Set<Press>) {
            recorder.write("\(name ?? "") \(phase)" + (presses.count > 1 ? " \(presses.count)" : ""))
        }
        override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
            write("began", presses)
            recorder.write("\(event.presses(for: self) == presses)")
        }
        override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) { write("changed", presses) }
        override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) { write("ended", presses) }
        override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
            write("cancelled", presses)
            super.pressesCancelled(presses, with: event)
        }
    }

    private final class Swallower: Application {
        var isSwallowing = false
        override func sendEvent(_ event: Event) { if !isSwallowing { super.sendEvent(event) } }
    }

    private let stage = Stage()

    @Test(.rule("P7")) func `recognizers of the responder's view and its superviews receive a press before it`() {
        let outer = stage.listener("outer")
        let inner = stage.listener("inner", in: outer, isFirst: true)
        let sibling = stage.listener("sibling", in: outer)
        inner.ear.passesOn = false
        let seers = [
            Seer("window", stage.recorder, on: stage.window), Seer("outer", stage.recorder, on: outer),
            Seer("inner", stage.recorder, on: inner), Seer("sibling", stage.recorder, on: sibling),
            Seer("menu", stage.recorder, on: inner, [.menu, .playPause]),
            Seer("none", stage.recorder, on: inner, []),
        ]
        stage.press(1, .began, at: 0)
        #expect(
            stage.recorder.take() == [
                "inner began", "true", "outer began", "true", "window began", "true", "inner pressesBegan",
            ]
        )
        var sample = PressSample(1, .changed, type: .select)
        sample.force = 0.5
        stage.application.post([sample], at: 10_000)
        stage.press(1, .ended, at: 20)
        #expect(
            stage.recorder.take() == [
                "inner changed", "outer changed", "window changed", "inner pressesChanged",
                "inner ended", "outer ended", "window ended", "inner pressesEnded",
            ]
        )
        #expect(seers.map(\.allowedPressTypes.count) == [1, 1, 1, 1, 2, 0])
        #expect(TapGestureRecognizer().allowedPressTypes == [])
    }

    @Test(.rule("P7")) func `a controller as first responder uses the recognizers of its view`() {
        final class Controller: ViewController {
            override var canBecomeFirstResponder: Bool { true }
        }
        let controller = Controller()
        stage.window.rootViewController = controller
        #expect(controller.becomeFirstResponder())
        let seers = [
            Seer("root", stage.recorder, on: controller.view), Seer("window", stage.recorder, on: stage.window),
        ]
        stage.press(1, .began, at: 0)
        #expect(stage.log == ["root began", "true", "window began", "true"])
        #expect(seers.count == 2)
    }

    @Test(.rule("P7")) func `a tap on an allowed button is recognized and cancels the press`() {
        let view = stage.listener("view", isFirst: true)
        let tap = TapGestureRecognizer()
        tap.allowedPressTypes = [.playPause]
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        view.addGestureRecognizer(tap)
        var phases: [Press.Phase] = []
        view.ear.onPresses = { presses, _ in phases += presses.map(\.phase) }
        stage.press(1, .began, type: .playPause, at: 0)
        stage.press(1, .ended, type: .playPause, at: 50)
        #expect(stage.recorder.take() == ["view pressesBegan", "tap ended", "view pressesCancelled"])
        #expect(phases == [.began, .cancelled])
        stage.press(2, .began, type: .select, at: 1000)
        stage.press(2, .ended, type: .select, at: 1050)
        #expect(stage.recorder.take() == ["view pressesBegan", "view pressesEnded"])
        tap.cancelsTouchesInView = false
        stage.press(1, .began, type: .playPause, at: 2000)
        stage.press(1, .ended, type: .playPause, at: 2050)
        #expect(stage.log == ["view pressesBegan", "tap ended", "view pressesEnded"])
    }

    @Test(.rule("P7", "P8")) func `a long press on a button cancels the press after its duration`() {
        let view = stage.listener("view", isFirst: true)
        let press = LongPressGestureRecognizer()
        press.allowedPressTypes = [.select]
        GestureProbe(stage.recorder).watch(press, as: "long")
        view.addGestureRecognizer(press)
        stage.press(1, .began, at: 0)
        stage.advance(to: 1000)
        #expect(stage.recorder.take() == ["view pressesBegan", "long began", "view pressesCancelled"])
        stage.press(1, .ended, at: 1500)
        #expect(stage.recorder.take() == ["long ended"])
        #expect(press.state == .possible)
        stage.press(1, .began, at: 3000)
        stage.press(1, .ended, at: 3100)
        #expect(stage.log == ["view pressesBegan", "view pressesEnded"])
    }

    @Test(.rule("P7", "G19")) func `a button that joins an active gesture is cancelled as well`() {
        let view = stage.listener("view", isFirst: true)
        let press = LongPressGestureRecognizer()
        press.allowedPressTypes = [.select, .menu]
        view.addGestureRecognizer(press)
        stage.press(1, .began, at: 0)
        stage.advance(to: 1000)
        #expect(stage.recorder.take() == ["view pressesBegan", "view pressesCancelled"])
        stage.press(2, .began, type: .menu, at: 1100)
        stage.press(2, .ended, type: .menu, at: 1200)
        #expect(stage.log == [])
    }

    @Test(.rule("P7", "P8")) func `a recognizer receives a press cancellation before the responder`() {
        let view = stage.listener("view", isFirst: true)
        let seer = Seer("seer", stage.recorder, on: view)
        stage.press(1, .began, at: 0)
        stage.application.resignActive()
        #expect(
            stage.log == ["seer began", "true", "view pressesBegan", "seer cancelled", "view pressesCancelled"]
        )
        #expect(seer.state == .possible)
    }

    @Test(.rule("P7", "P8")) func `a recognizer receives a press end that was dropped`() {
        let application = Swallower()
        let stage = Stage(application: application)
        let view = stage.listener("view", isFirst: true)
        let seer = Seer("seer", stage.recorder, on: view)
        let tap = TapGestureRecognizer()
        tap.allowedPressTypes = [.select]
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        view.addGestureRecognizer(tap)
        stage.press(1, .began, at: 0)
        application.isSwallowing = true
        stage.press(1, .ended, at: 10)
        application.isSwallowing = false
        #expect(
            stage.recorder.take() == [
                "seer began", "true", "view pressesBegan", "seer cancelled", "view pressesCancelled",
            ]
        )
        stage.press(1, .began, at: 100)
        stage.press(1, .ended, at: 110)
        #expect(
            stage.log == [
                "seer began", "true", "view pressesBegan", "seer ended", "tap ended", "view pressesCancelled",
            ]
        )
        #expect(seer.view === view)
    }

    @Test(.rule("P7")) func `a recognizer does not receive a press whose began was dropped`() {
        let application = Swallower()
        let stage = Stage(application: application)
        let view = stage.listener("view", isFirst: true)
        let seer = Seer("seer", stage.recorder, on: view)
        application.isSwallowing = true
        stage.press(1, .began, at: 0)
        application.isSwallowing = false
        stage.press(1, .ended, at: 10)
        #expect(stage.log == [])
        #expect(seer.state == .possible)
    }

    @Test(.rule("P7", "G48")) func `a recognizer whose only press was dropped is reset at once`() {
        let application = Swallower()
        let stage = Stage(application: application)
        let recognizer = stage.attach("a", .waits, to: stage.listener("view", isFirst: true))
        recognizer.allowedPressTypes = [.select]
        recognizer.writes = .resets
        application.isSwallowing = true
        stage.press(1, .began, at: 0)
        #expect(stage.log == ["a reset"])
    }

    @Test(.rule("P7")) func `a delegate can refuse a press for a recognizer`() {
        final class Refusing: GestureRecognizerDelegate {
            func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive press: Press) -> Bool { false }
        }
        let view = stage.listener("view", isFirst: true)
        let seer = Seer("seer", stage.recorder, on: view)
        let refusing = Refusing()
        seer.delegate = refusing
        stage.press(1, .began, at: 0)
        #expect(stage.log == ["view pressesBegan"])
    }
}
