internal import Platform
internal import PluginAPI

/// What a plugin's thread shares with the input thread.
struct PluginLink: Sendable {
    let context: PluginContext
    let queue: OccurrenceQueue
    let state: WorkerState
    let bell: Wakeup
    var log: Logger { context.log }
}
