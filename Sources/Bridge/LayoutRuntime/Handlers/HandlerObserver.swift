package import HandlerEvents
package import PluginAPI
package import TouchTrace

/// Observes the handler calls and sequences of a layout. All methods are called on the input thread, after the trace
/// record.
package protocol HandlerObserver: AnyObject {
    /// Called after the receiver of a call (a plugin, a tree command or a script) accepted or refused the call.
    func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool)
    /// Called for each step, completion and failure of a sequence, before the sequence's handlers are called.
    func sequenceChanged(_ step: SequenceStep)
}

extension HandlerObserver {
    package func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {}
    package func sequenceChanged(_ step: SequenceStep) {}
}
