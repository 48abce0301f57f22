import ResponderKit
import TestTraits
import Testing

/// Tests handlers that request more work in every call: the application stops them and notifies its observers.
@Suite struct EndlessHandlerTests {
    private final class MisuseWatch: ApplicationObserver {
        var all: [Misuse] = []
        func misuse(_ misuse: Misuse) { all.append(misuse) }
    }

    private final class Restless: GestureRecognizer {
        var wakings = 0
        override func touchesBegan(_ touches: TouchSet, with event: ResponderKit.Event) { deadline = 0 }
        override func deadlinePassed() {
            wakings += 1
            deadline = 0
        }
    }

    private let stage = Stage()
    private let watch = MisuseWatch()

    init() { stage.application.addObserver(watch) }

    @Test(.rule("Q6")) func `a deadline that is always due is dropped after a limit`() {
        let recognizer = Restless()
        stage.window.addGestureRecognizer(recognizer)
        stage.down(1, 5, 5, at: 1000)
        stage.advance(to: 2000)
        #expect(recognizer.wakings > 100)
        #expect(watch.all == [.endlessHandlers])
        #expect(stage.application.nextDeadline == nil)
        stage.up(1, at: 3000)
        #expect(recognizer.state == .possible)
    }

    @Test(.rule("G6", "G7")) func `an action that changes its own recognizer's state is stopped after a limit`() {
        let recognizer = GestureRecognizer()
        stage.window.addGestureRecognizer(recognizer)
        recognizer.addAction { $0.state = .changed }
        stage.down(1, 5, 5, at: 0)
        recognizer.state = .began
        #expect(watch.all == [.endlessHandlers])
        #expect(recognizer.state == .changed)
        stage.up(1, at: 10)
        #expect(recognizer.state == .possible)
    }

    @Test(.rule("X1")) func `a delegate can call resignActive from applicationWillResignActive`() {
        final class Eager: ApplicationDelegate {
            var calls = 0
            func applicationWillResignActive(_ application: Application) {
                calls += 1
                #expect(application.isActive)
                application.resignActive()
            }
        }
        let eager = Eager()
        stage.application.delegate = eager
        stage.application.resignActive()
        #expect(eager.calls == 1)
        #expect(!stage.application.isActive)
    }
}
