internal import PluginAPI

/// What a plugin's thread shares with the input thread.
struct PluginLink: Sendable {
    let log: PluginLog
    let queue: OccurrenceQueue
    let state: WorkerState
    let bell: Wakeup
}
