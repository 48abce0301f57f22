package import HandlerEvents
package import PluginAPI
package import TouchTrace

/// Observes the handler calls and sequences of a layout, on the input thread and after the trace.
package protocol HandlerObserver: AnyObject {
    /// A plugin accepted or refused a call.
    func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool)
    /// A sequence made a step, was completed or failed; its handlers are called next.
    func sequenceChanged(_ step: SequenceStep)
}

extension HandlerObserver {
    package func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {}
    package func sequenceChanged(_ step: SequenceStep) {}
}
