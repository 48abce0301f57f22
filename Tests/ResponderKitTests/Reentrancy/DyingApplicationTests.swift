import ResponderKit
import TestTraits
import Testing

/// Tests that an application can be released while a finger is down, without remaining references to it.
@Suite struct DyingApplicationTests {
    /// Retains every responder that receives `touchesCancelled`.
    private final class Keeper: ApplicationObserver {
        var all: [AnyObject] = []
        func responder(
            _ responder: Responder,
            called method: Responder.Method,
            touches: TouchSet,
            event: ResponderKit.Event
        ) { if method == .touchesCancelled { all.append(responder) } }
    }

    @Test(.rule("X14")) func `an observer that retains notified objects does not retain the application`() {
        let keeper = Keeper()
        let window = dropped { $0.addObserver(keeper) }
        #expect(keeper.all.isEmpty)
        #expect(window.application == nil)
    }

    @Test(.rule("X14", "T12")) func `a handler of the final cancellation finds no application`() {
        let recorder = Recorder()
        let view = ProbeView("v", 0, 0, 100, 100, recorder)
        var found: [Application?] = []
        var late: Window?
        view.onCancelled = { [unowned view] _, _ in
            found.append(view.window?.application)
            late = Window(frame: .zero, application: view.window?.application)
        }
        let window = dropped { $0.windows[0].addSubview(view) }
        #expect(recorder.lines == ["v began", "v cancelled"])
        #expect(found.count == 1 && found[0] == nil)
        #expect(window.application == nil)
        #expect(late != nil && late?.application == nil)
    }

    /// Returns the window of an application that was released while a finger was down.
    private func dropped(_ prepare: (Application) -> Void) -> Window {
        let application = Application()
        let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        window.makeKeyAndVisible()
        prepare(application)
        application.send(TouchFrame(time: 0, [.began(1, 10, 10)]))
        return window
    }
}
