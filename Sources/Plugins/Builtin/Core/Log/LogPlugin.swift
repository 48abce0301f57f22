internal import Glibc
internal import JSON
package import Occurrences
package import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema

/// Writes lines to the log: see docs/plugins/log.md.
package final class LogPlugin: Plugin {
    package static let type = PluginType(
        LogSettings.table,
        handlers: [
            handler("write", nil, "Writes a line, as important as the plugin's level says."),
            handler("error", .error, "Writes a line that tells of an error."),
            handler("warning", .warning, "Writes a line that warns."),
            handler("notice", .notice, "Writes a line that is worth a look."),
            handler("info", .info, "Writes a line for whoever wants to know."),
            handler("debug", .debug, "Writes a line for whoever looks for a mistake."),
        ],
        make: { (settings, context) throws(ServiceError) in try LogPlugin(settings, context) }
    )

    private static func handler(_ name: String, _ level: Logger.Level?, _ summary: String) -> HandlerType {
        HandlerType(name, LogLine.setting(level), default: LogLine(level: level), summary)
    }

    private let settings: LogSettings
    private let context: PluginContext
    private let queue: OccurrenceQueue
    private let state = WorkerState()
    private let bell: Wakeup
    private var thread: WorkerThread?

    init(_ settings: LogSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        self.context = context
        bell = try Wakeup()
        queue = try OccurrenceQueue(capacity: settings.queue)
    }

    package func start() throws(ServiceError) {
        let (settings, context, queue, state, bell) = (settings, context, queue, state, bell)
        thread = try WorkerThread(name: context.name) {
            LogWorker(settings, context, queue, state, bell).run()
        }
    }

    package func take(_ occurrence: Occurrence, for binding: Binding) -> Answer { queue.push(occurrence, for: binding) }

    package func bindingsChanged(_ bindings: [Binding]) { queue.bindingsChanged(bindings) }

    package func beginStopping() {
        queue.close()
        // What waits for its turn is written without delay.
        state.deadline = .max
        bell.signal()
    }

    package var isDone: Bool { thread?.hasEnded ?? true }

    package func finishStopping(within limit: TimeSpan) {
        beginStopping()
        state.deadline = MonotonicClock.now + limit.microseconds * 9 / 10
        if thread?.join(within: limit) == false { context.log.say(.warning, "did not stop in time") }
        thread = nil
    }

    package var health: PluginHealth { state.health(queue) }

    deinit { beginStopping() }
}

/// What the thread of a plugin of type `log` does.
private final class LogWorker {
    private let settings: LogSettings
    private let log: Logger
    private let queue: OccurrenceQueue
    private let state: WorkerState
    private let bell: Wakeup
    private var lines: RateLimiter

    init(
        _ settings: LogSettings,
        _ context: PluginContext,
        _ queue: OccurrenceQueue,
        _ state: WorkerState,
        _ bell: Wakeup
    ) {
        self.settings = settings
        self.queue = queue
        self.state = state
        self.bell = bell
        log = context.log
        lines = RateLimiter(perSecond: settings.rate, now: MonotonicClock.now)
    }

    func run() {
        while !queue.isClosed {
            let now = MonotonicClock.now
            let deadline = state.deadline
            if let deadline, now >= deadline { return }
            // What has to wait stays in the queue, where newer moves take the place of older ones.
            guard deadline != nil || lines.take(at: now) else {
                wait(for: bell.descriptor, until: lines.next(at: now), from: now)
                continue
            }
            while true {
                if let (occurrence, binding) = queue.pop() {
                    write(occurrence, binding)
                    break
                }
                if queue.isClosed { return }
                if queue.willWait() { wait(for: queue.descriptor, until: nil, from: now) }
            }
        }
    }

    private func wait(for descriptor: Int32, until deadline: Int64?, from now: Int64) {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&interest, 1, MonotonicClock.wait(until: deadline, from: now))
        bell.clear()
    }

    private func write(_ occurrence: Occurrence, _ binding: Binding) {
        guard let line = binding.arguments as? LogLine else { return }
        let fields = binding.fields(occurrence).map { field in
            Logger.Field(field.placeholder.variable, field.value.text ?? field.value.description)
        }
        log.say(line.level ?? settings.level, line.text(occurrence, binding), fields: fields)
        state.count { $0.delivered += 1 }
    }
}
