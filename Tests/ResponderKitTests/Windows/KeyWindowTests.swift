import ResponderKit
import TestTraits
import Testing

@Suite struct KeyWindowTests {
    private final class KeyProbe: Window {
        let recorder: Recorder

        init(_ name: String, _ recorder: Recorder, _ application: Application) {
            self.recorder = recorder
            super.init(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
            identifier = name
        }

        override func becomeKey() { recorder.write("\(identifier ?? "?") becomes, is \(isKeyWindow)") }
        override func resignKey() { recorder.write("\(identifier ?? "?") resigns") }
    }

    private let application = Application()
    private let recorder = Recorder()

    @Test(.rule("W6")) func `the former key window resigns before the new one becomes key`() {
        let one = KeyProbe("one", recorder, application)
        let other = KeyProbe("other", recorder, application)
        #expect(application.keyWindow == nil)
        one.makeKey()
        #expect(one.isHidden)
        other.makeKeyAndVisible()
        #expect(!other.isHidden)
        #expect(recorder.take() == ["one becomes, is true", "one resigns", "other becomes, is true"])
        #expect(application.keyWindow === other)
        #expect([one.isKeyWindow, other.isKeyWindow] == [false, true])
        other.makeKey()
        #expect(recorder.lines == [])
        one.makeKey()
        #expect(recorder.lines == ["other resigns", "one becomes, is true"])
        #expect(!other.isHidden)
    }

    @Test(.rule("W6")) func `a touch does not make a window key`() {
        let one = KeyProbe("one", recorder, application)
        let other = KeyProbe("other", recorder, application)
        other.isHidden = false
        one.makeKeyAndVisible()
        other.windowLevel = .alert
        _ = recorder.take()
        application.send(TouchFrame(time: 0, [.began(1, 5, 5)]))
        application.send(TouchFrame(time: 1, [.ended(1, 5, 5)]))
        #expect(recorder.lines == [])
        #expect(application.keyWindow === one)
    }

    @Test(.rule("W6")) func `presses go to the key window, although another window is in front`() {
        let key = ProbeKeyWindow(recorder, application)
        let front = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        front.windowLevel = .alert
        front.isHidden = false
        key.makeKeyAndVisible()
        application.post([PressSample(ButtonID(code: 1), .began, type: .select)], at: 5)
        application.dispatchPending()
        #expect(recorder.lines == ["press"])
    }

    private final class ProbeKeyWindow: Window {
        let recorder: Recorder

        init(_ recorder: Recorder, _ application: Application) {
            self.recorder = recorder
            super.init(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        }

        override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) { recorder.write("press") }
    }
}
