import ResponderKit
import TestTraits
import Testing

@Suite struct SendEventTests {
    private let recorder = Recorder()
    private let application: SendingApplication

    /// Records events in `sendEvent`, and optionally drops them.
    private final class SendingApplication: Application {
        let recorder: Recorder
        var passesOn = true

        init(_ recorder: Recorder) {
            self.recorder = recorder
            super.init()
        }

        override func sendEvent(_ event: Event) {
            recorder.write("application " + (event.allTouches?.map { "\($0.phase)" }.joined(separator: " ") ?? ""))
            if passesOn { super.sendEvent(event) }
            recorder.write("application done")
        }
    }

    init() { application = SendingApplication(recorder) }

    private func window(_ name: String, x: Double) -> ScriptedWindow {
        let window = ScriptedWindow(frame: Rect(x: x, y: 0, width: 100, height: 100), application: application)
        window.onSendEvent = { [recorder] _ in recorder.write("\(name) sendEvent") }
        window.addSubview(ProbeView("\(name) view", 0, 0, 100, 100, recorder))
        window.makeKeyAndVisible()
        return window
    }

    @Test(.rule("W7")) func `the application sends to the window, and the window to recognizers and then views`() {
        let window = window("one", x: 0)
        _ = self.window("idle", x: 500)
        let press = PressAtOnce()
        GestureProbe(recorder).watch(press, as: "press")
        press.cancelsTouchesInView = false
        window.addGestureRecognizer(press)
        application.send(TouchFrame(time: 0, [.began(1, 50, 50)]))
        #expect(
            recorder.lines == [
                "application began", "one sendEvent", "press began", "one view began", "application done",
            ]
        )
    }

    /// A recognizer that begins with the first touch.
    private final class PressAtOnce: GestureRecognizer {
        override func touchesBegan(_ touches: TouchSet, with event: Event) { state = .began }
    }

    @Test(.rule("W8", "W7")) func `an event with touches in two windows goes to both, and each delivers its own`() {
        let one = window("one", x: 0)
        let other = window("other", x: 100)
        var seen: [[Int]] = []
        for window in [one, other] {
            window.onSendEvent = { [recorder, weak window] event in
                recorder.write("sendEvent")
                seen.append([event.allTouches?.count ?? 0, window.flatMap { event.touches(for: $0)?.count } ?? 0])
            }
        }
        application.send(TouchFrame(time: 0, [.began(1, 150, 50), .began(2, 50, 50)]))
        #expect(
            recorder.take() == [
                "application began began", "sendEvent", "other view began", "sendEvent", "one view began",
                "application done",
            ]
        )
        #expect(seen == [[2, 1], [2, 1]])
        application.send(TouchFrame(time: 10, [.moved(2, 51, 50)]))
        #expect(recorder.take().filter { $0.contains("view") } == ["one view moved"])
        application.send(TouchFrame(time: 20, [.ended(1, 150, 50), .ended(2, 51, 50)]))
        #expect(recorder.lines.filter { $0.contains("view") } == ["other view ended", "one view ended"])
    }

    @Test(.rule("W7")) func `a window that does not call super drops the event`() {
        let window = window("one", x: 0)
        window.passesOn = false
        application.send(TouchFrame(time: 0, [.began(1, 50, 50)]))
        application.send(TouchFrame(time: 10, [.ended(1, 50, 50)]))
        #expect(
            recorder.take() == [
                "application began", "one sendEvent", "application done", "application ended", "one sendEvent",
                "application done",
            ]
        )
        window.passesOn = true
        application.send(TouchFrame(time: 1_000_000, [.began(1, 50, 50)]))
        #expect(recorder.take().contains("one view began"))
    }

    @Test(.rule("W7")) func `an application that does not call super drops the event`() {
        _ = window("one", x: 0)
        application.passesOn = false
        application.send(TouchFrame(time: 0, [.began(1, 50, 50)]))
        #expect(recorder.lines == ["application began", "application done"])
    }
}
