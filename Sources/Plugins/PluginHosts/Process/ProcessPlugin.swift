internal import Occurrences
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// A program of people's own: see docs/plugin-protocol.md.
///
/// Here is the side of the input thread; `ProcessRunner` has a thread of its own.
final class ProcessPlugin: Plugin {
    static let type = PluginType(
        ProcessSettings.table,
        handlers: [],
        otherHandlers: .any("What the program offers; the arguments are handed on to it."),
        checkHere: { settings, node, reading in
            Programs.check(settings.command[0], at: (node["command"]?.sequence?.first ?? node).mark, reading)
        },
        traits: { _, _ in PluginTraits(livesAlone: true, addsViews: true, setsAnything: true) },
        make: { (settings, context) throws(ServiceError) in try ProcessPlugin(settings, context) }
    )

    private let settings: ProcessSettings
    private let context: PluginContext
    private let queue: OccurrenceQueue
    private let state: ProcessState
    private var thread: WorkerThread?

    init(_ settings: ProcessSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        self.context = context
        state = try ProcessState()
        queue = try OccurrenceQueue(capacity: settings.queue)
    }

    func start() throws(ServiceError) {
        let (settings, context, queue, state) = (settings, context, queue, state)
        thread = try WorkerThread(name: context.name) { ProcessRunner(settings, context, queue, state).run() }
    }

    func take(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        let answer = queue.push(occurrence, for: binding)
        // The thread says so, even if the program hangs.
        if !answer.isAccepted { state.wakeup.signal() }
        return answer
    }

    func bindingsChanged(_ bindings: [Binding]) {
        queue.bindingsChanged(bindings)
        state.tell { $0.bindings = bindings }
    }

    func statusChanged(_ status: BridgeStatus) { state.tell { $0.status = status } }

    func beginStopping() {
        queue.close()
        state.tell { $0.isStopping = true }
    }

    var isDone: Bool { thread?.hasEnded ?? true }

    func finishStopping(within limit: TimeSpan) {
        queue.close()
        state.tell { ($0.isStopping, $0.deadline) = (true, MonotonicClock.now + limit.microseconds * 9 / 10) }
        if thread?.join(within: limit) == false { context.log.say(.warning, "did not stop in time") }
        thread = nil
    }

    var health: PluginHealth {
        var health = state.health
        health.waiting += queue.waiting
        health.coalesced += queue.coalesced
        health.dropped += queue.dropped
        return health
    }

    deinit {
        queue.close()
        state.tell { ($0.isStopping, $0.deadline) = (true, $0.deadline ?? MonotonicClock.now) }
    }
}
