internal import HandlerEvents
package import InputHub
package import PluginAPI

/// Objects of a pipeline that its scripts use.
package final class ScriptSite {
    let context: DispatchContext
    let timers: TimerList
    let hostEnvironment: HostEnvironment
    package weak var plugins: PluginSet?
    /// Whether a script with `persist: true` has run since the last call of `PluginSet.takePersistentStates`.
    package var mayHaveChangedState = false

    package init(_ context: DispatchContext, _ timers: TimerList, _ hostEnvironment: HostEnvironment) {
        (self.context, self.timers, self.hostEnvironment) = (context, timers, hostEnvironment)
    }

    /// The current view tree; nil while there is no tree.
    var tree: LayoutTree? { context.treeCommands?.tree }

    /// Current time: the later of the application's time and the firing timer's time.
    var now: Int64 { max(context.now, timers.now ?? .min) }
}
