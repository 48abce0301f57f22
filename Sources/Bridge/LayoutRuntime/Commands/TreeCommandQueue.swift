package import HandlerEvents
package import Platform
package import PluginAPI
internal import ResponderKit

/// Queue of the layout's tree commands and script calls. They wait until their event has been dispatched.
///
/// Queued commands run before the next event, so live input and a replay have the same result. For the input thread
/// only.
package final class TreeCommandQueue {
    /// A waiting tree command, script call or timer.
    enum Action {
        case tree(TreeCommandCall)
        case script(ScriptCall)
        case timer(ScriptRunner)

        /// Whether the action is a timer. `countLimit` does not apply to timers, because a dropped timer would never
        /// fire again.
        var isTimer: Bool { if case .timer = self { true } else { false } }

        var binding: Binding {
            switch self {
            case .tree(let command): command.binding
            case .script(let call): call.binding
            case .timer(let runner): runner.timerBinding
            }
        }
    }

    private struct Entry {
        let action: Action
        let event: HandlerEvent
        /// Length of the chain of tree commands before this command; 0 if an event caused it directly.
        let depth: Int
    }

    /// Limit tree-command-depth (limits.md, Commands to the view tree): maximum length of a chain of tree
    /// commands in which each command causes the next. If exceeded: the call is dropped, and an error that names the
    /// call is logged.
    static let depthLimit = 8
    /// Limit tree-commands (limits.md, Commands to the view tree): maximum number of tree commands that a layout calls
    /// at the same event time. If exceeded: further calls are dropped, and an error is logged.
    static let countLimit = 1000

    @exclusivity(unchecked) private var entries: ContiguousArray<Entry> = []
    @exclusivity(unchecked) private var next = 0
    /// Depth of commands caused by the running command; 0 while no command is running.
    @exclusivity(unchecked) private var depth = 0
    @exclusivity(unchecked) private var instant: Int64 = .min
    /// Number of commands called at `instant`.
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var isRunning = false
    /// The tree that the commands change.
    @exclusivity(unchecked) weak var tree: LayoutTree?
    /// Instruction budget for script functions that scripts and tree commands call during the current event.
    @exclusivity(unchecked) var calledScripts = ScriptBudget(ScriptBudget.calledLimit)
    private let log: Logger
    private let lost: @Sendable (HandlerEvent, Binding, CallLoss) -> Void

    /// Clock for the durations of calls to in-process plugins.
    private let clock: InputClock

    package init(
        _ log: Logger,
        _ clock: InputClock,
        lost: @escaping @Sendable (HandlerEvent, Binding, CallLoss) -> Void = { _, _, _ in }
    ) {
        (self.log, self.clock, self.lost) = (log, clock, lost)
        entries.reserveCapacity(16)
    }

    @inline(__always)
    var isEmpty: Bool { entries.isEmpty }

    /// Adds one command per event; returns the accepted commands.
    func append(_ action: Action, _ events: Span<HandlerEvent>, at now: Int64) -> HandlerResults {
        var results = HandlerResults()
        guard events.count > 0 else { return results }
        guard depth < Self.depthLimit else {
            let reason = "dropped, because it was triggered by a chain of \(depth) tree commands"
            complain(.error, action.binding, events[0], "\(reason); break the cycle of events and calls")
            return results
        }
        let time = max(now, events[0].time)
        if time != instant { (instant, count) = (time, 0) }
        for index in events.indices {
            guard count < Self.countLimit || action.isTimer else {
                complain(
                    .error,
                    action.binding,
                    events[0],
                    "dropped, because events with the same time called more than \(count) tree commands; call fewer"
                )
                break
            }
            count += 1
            entries.append(Entry(action: action, event: events[index], depth: depth))
            results.accept(index)
        }
        return results
    }

    /// Executes the waiting commands, and all commands caused by them. Returns whether it executed a command.
    package func run() -> Bool {
        guard !entries.isEmpty, !isRunning else { return false }
        isRunning = true
        // Excludes the duration of scripts, which can be milliseconds, from the next measured call to a plugin.
        clock.discard()
        calledScripts.refill()
        while next < entries.count {
            let entry = entries[next]
            next += 1
            depth = entry.depth + 1
            switch entry.action {
            case .tree(let command): tree?.perform(command, entry.event)
            case .script(let call): call.runner.run(call, entry.event, entry.depth > 0 ? self : nil)
            case .timer(let runner): runner.fire()
            }
        }
        (depth, next, isRunning) = (0, 0, false)
        entries.removeAll(keepingCapacity: true)
        return true
    }

    /// Counts an accepted call as failed, and logs the reason.
    func fail(_ level: Logger.Level, _ binding: Binding, _ event: HandlerEvent, _ reason: @autoclosure () -> String) {
        lost(event, binding, .failed)
        complain(level, binding, event, reason())
    }

    /// Logs a dropped or refused command, at most once a minute for each call.
    func complain(
        _ level: Logger.Level,
        _ binding: Binding,
        _ event: HandlerEvent,
        _ reason: @autoclosure () -> String
    ) {
        let call = "\(binding.plugin).\(binding.handler)"
        let name = "'\(call)' of '\(binding.view.excerpt())' for \(event.event.rawValue)"
        log.complain(name, level, "\(name): \(reason())")
    }
}
