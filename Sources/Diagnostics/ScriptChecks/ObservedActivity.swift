package import Bridge
package import HandlerEvents
internal import LayoutRuntime
package import PluginAPI
package import ResponderKit
package import TouchScripts
internal import TouchTrace

/// The handler calls and the touches on views since the last call of `clear`.
package final class ObservedActivity: ApplicationObserver, HandlerObserver {
    /// A touch that began, with the ids of its hit view and of the view's superviews.
    struct BeganTouch {
        let number: Int
        let views: [String]
    }

    package var followsHitTests: Bool { false }
    package private(set) var calls: [ScriptExpectation.Call] = []
    private var began: [BeganTouch] = []
    /// Touches that are not delivered to their hit view.
    private var rejected: Set<Int> = []

    /// Starts to observe the pipeline; must be created before the first event.
    package init(of pipeline: Pipeline) {
        pipeline.application.addObserver(self)
        pipeline.addObserver(self)
    }

    /// Touches that were delivered to a view.
    var touches: [BeganTouch] { began.filter { !rejected.contains($0.number) } }

    package func clear() {
        calls = []
        began = []
        rejected = []
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

    package func dispatching(_ event: Event) {
        guard event.type == .touches else { return }
        for touch in event.allTouches ?? [] where touch.phase == .began {
            let views = sequence(first: touch.view, next: { $0?.superview }).compactMap { $0?.layoutName }
            if !views.isEmpty { began.append(BeganTouch(number: touch.number, views: views)) }
        }
    }

    package func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection) { rejected.insert(touch.number) }
}
