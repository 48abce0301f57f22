package import Platform
package import PluginAPI

/// What a plugin's thread shares with the input thread.
package struct PluginLink: Sendable {
    package let context: PluginContext
    package let queue: OccurrenceQueue
    package let state: WorkerState
    package let bell: Wakeup

    package init(context: PluginContext, queue: OccurrenceQueue, state: WorkerState, bell: Wakeup) {
        (self.context, self.queue, self.state, self.bell) = (context, queue, state, bell)
    }

    package var log: Logger { context.log }
}
