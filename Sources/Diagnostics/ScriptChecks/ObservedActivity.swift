package import Bridge
package import HandlerEvents
internal import LayoutRuntime
package import PluginAPI
package import ResponderKit
package import TouchScripts
internal import TouchTrace

/// Records the handler calls, and the touches that views received, since the last call of `clear`.
package final class ObservedActivity: ApplicationObserver, HandlerObserver {
    /// A touch that its hit view received, with the ids of this view and of its superviews.
    struct ReceivedTouch {
        let views: [String]
    }

    package var followsHitTests: Bool { false }
    package private(set) var calls: [ScriptExpectation.Call] = []
    /// Touches for which the hit view received `touchesBegan`.
    private(set) var touches: [ReceivedTouch] = []

    /// Starts to observe the pipeline; must be called before the pipeline receives its first event.
    package init(of pipeline: Pipeline) {
        pipeline.application.addObserver(self)
        pipeline.addObserver(self)
    }

    package func clear() {
        calls = []
        touches = []
    }

    package func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {
        calls.append(
            ScriptExpectation.Call(
                "\(binding.plugin).\(binding.handler)",
                of: binding.view,
                on: binding.action ?? binding.name(of: handlerEvent.event),
                with: binding.arguments.expanded(handlerEvent, binding)
            )
        )
    }

    package func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        guard method == .touchesBegan else { return }
        for touch in touches where touch.view === responder {
            let views = sequence(first: touch.view, next: { $0?.superview }).compactMap { $0?.layoutName }
            if !views.isEmpty { self.touches.append(ReceivedTouch(views: views)) }
        }
    }
}
