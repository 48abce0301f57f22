internal import HandlerEvents
package import InputHub
package import PluginAPI

/// What the scripts of a pipeline need of it.
package final class ScriptSite {
    let context: DispatchContext
    let timers: TimerList
    let hostEnvironment: HostEnvironment
    package weak var plugins: PluginSet?

    package init(_ context: DispatchContext, _ timers: TimerList, _ hostEnvironment: HostEnvironment) {
        (self.context, self.timers, self.hostEnvironment) = (context, timers, hostEnvironment)
    }

    /// The tree that scripts change now.
    var tree: LayoutTree? { context.treeCommands?.tree }

    /// Present time of the application or of the timer that fires.
    var now: Int64 { max(context.now, timers.now ?? .min) }
}
