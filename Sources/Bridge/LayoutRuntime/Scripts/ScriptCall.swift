internal import HandlerEvents
internal import PluginAPI
internal import TouchTrace

/// A call of a script function, bound to an event.
final class ScriptCall {
    let runner: ScriptRunner
    let binding: Binding
    /// Id of the function's name in trace records.
    private var nameID: InternedID = 0

    init(_ runner: ScriptRunner, _ binding: Binding) { (self.runner, self.binding) = (runner, binding) }

    /// Records a run of the function; `isDone` is false if the function failed.
    func record(by recorder: TraceRecorder, for event: EventName, isDone: Bool) {
        if !recorder.names.isCurrent(nameID) {
            nameID = recorder.names.id(ofPlugin: "\(binding.plugin).\(binding.handler)")
        }
        recorder.script(nameID, for: event, isDone: isDone)
    }
}
