import ResponderKit
import Testing

@Suite struct InterceptorTests {
    /// Intercepts one method and records all calls.
    private final class Filter: Interceptor {
        let kept: Responder.Method?
        var heard: [Responder.Method] = []
        var presses: [Set<Press>] = []

        init(keeping kept: Responder.Method? = nil) {
            self.kept = kept
            super.init()
        }

        override func passes(
            _ method: Responder.Method,
            _ touches: TouchSet,
            _ presses: Set<Press>,
            _ event: Event?
        ) -> Bool {
            heard.append(method)
            if !presses.isEmpty { self.presses.append(presses) }
            return method != kept
        }

        override func respond(to action: Selector, _ call: ActionCall) -> Bool { action == "own" ? call {} : false }
    }

    /// A view that implements actions.
    private final class Answering: View {
        var done: [Selector] = []

        override func respond(to action: Selector, _ call: ActionCall) -> Bool { call { done.append(action) } }
    }

    private func nest(_ filter: Filter) -> (stage: Stage, inner: ProbeView) {
        let stage = Stage()
        let outer = ProbeView("outer", 0, 0, 100, 100, stage.recorder)
        let inner = ProbeView("inner", 0, 0, 100, 100, stage.recorder)
        stage.window.addSubview(outer)
        outer.addSubview(inner)
        inner.interceptor = filter
        return (stage, inner)
    }

    @Test func `an intercepted phase reaches neither the responder nor the chain`() {
        let filter = Filter(keeping: .touchesBegan)
        let (stage, inner) = nest(filter)
        var own: [String] = []
        inner.onBegan = { _, _ in own.append("began") }
        inner.onEnded = { _, _ in own.append("ended") }
        stage.tap(10, 10, at: 0)
        #expect(filter.heard == [.touchesBegan, .touchesEnded])
        #expect(own == ["ended"])
    }

    @Test func `an interceptor receives touches from subviews, and presses with their set`() throws {
        let filter = Filter()
        let (stage, inner) = nest(filter)
        let leaf = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        inner.addSubview(leaf)
        stage.tap(5, 5, at: 0)
        #expect(filter.heard == [.touchesBegan, .touchesEnded])
        filter.canBecomeFirstResponder = true
        #expect(inner.becomeFirstResponder())
        stage.press(7, .began, at: 100)
        #expect(filter.heard.last == .pressesBegan)
        #expect(filter.presses.first?.map(\.button.code) == [7])
    }

    @Test func `an interceptor answers actions instead of the responder`() {
        let filter = Filter()
        let (_, inner) = nest(filter)
        #expect(inner.canPerformAction("own", withSender: nil))
        #expect(!inner.canPerformAction("other", withSender: nil))
        inner.interceptor = nil
        #expect(!inner.canPerformAction("own", withSender: nil))
    }

    @Test func `an action that the interceptor answers does not reach the responder, and others do`() {
        let (stage, inner) = nest(Filter())
        let view = Answering(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        inner.addSubview(view)
        view.interceptor = Filter()
        #expect(stage.application.sendAction("own", to: view, from: nil, for: nil))
        #expect(view.done == [])
        #expect(stage.application.sendAction("other", to: view, from: nil, for: nil))
        #expect(view.done == ["other"])
    }
}
