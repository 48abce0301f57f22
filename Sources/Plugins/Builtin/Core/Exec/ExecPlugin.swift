package import Occurrences
package import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema

/// Runs programs: see docs/plugins/exec.md.
package final class ExecPlugin: Plugin {
    package static let type = PluginType(
        ExecSettings.table,
        handlers: [HandlerType("run", ExecCommand.setting, "Runs a program with the arguments as they are.")],
        checkMachine: ExecCommand.checkMachine,
        make: { (settings, context) throws(ServiceError) in try ExecPlugin(settings, context) }
    )

    private let settings: ExecSettings
    private let context: PluginContext
    private let queue: OccurrenceQueue
    private let state = WorkerState()
    private let bell: Wakeup
    private var thread: WorkerThread?
    /// Of the input thread alone.
    private var hasRefused = false
    /// Even a stop without time for anything ends the programs.
    private static let leastStop: Int64 = 500_000

    init(_ settings: ExecSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        self.context = context
        bell = try Wakeup()
        queue = try OccurrenceQueue(capacity: settings.queue)
    }

    package func start() throws(ServiceError) {
        let (settings, context, queue, state, bell) = (settings, context, queue, state, bell)
        thread = try WorkerThread(name: context.name) {
            ExecWorker(settings, context, queue, state, bell).run()
        }
    }

    package func take(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        let answer = queue.push(occurrence, for: binding)
        // The thread says so then, even if all its programs hang; once is enough, as each call takes its time.
        if !answer.isAccepted, !hasRefused { bell.signal() }
        hasRefused = !answer.isAccepted
        return answer
    }

    package func bindingsChanged(_ bindings: [Binding]) {
        queue.bindingsChanged(bindings)
        state.put(bindings)
        bell.signal()
    }

    package func beginStopping() {
        state.isStopping = true
        queue.close()
    }

    package var isDone: Bool { thread?.hasEnded ?? true }

    package func finishStopping(within limit: TimeSpan) {
        beginStopping()
        state.deadline = MonotonicClock.now + limit.microseconds * 9 / 10
        bell.signal()
        let patience = TimeSpan(microseconds: max(limit.microseconds, Self.leastStop))
        if thread?.join(within: patience) == false {
            context.log.say(.warning, "did not stop in time")
        }
        thread = nil
    }

    package var health: PluginHealth { state.health(queue) }

    deinit {
        queue.close()
        if state.deadline == nil { state.deadline = MonotonicClock.now }
        bell.signal()
    }
}
