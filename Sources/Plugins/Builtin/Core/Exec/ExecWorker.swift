internal import CExec
internal import Glibc
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// Body of the plugin's thread: starts programs, reads their output, and ends programs that exceed their time limit.
final class ExecWorker {
    private let settings: ExecSettings
    private let link: PluginLink
    private var log: Logger { link.log }
    private let environment: ProgramEnvironment
    private var programs: Programs
    private var deliveryQueue: DeliveryQueue
    private var runs: [Run] = []
    /// Number that marks all programs of this plugin and their descendants; see `tb_exec_mark`.
    private let family = tb_exec_new_family()
    private var startCount: UInt64 = 0
    private var lines: RateLimiter
    /// Rate limit of output lines that send actions.
    private var answers: RateLimiter
    private let replies: ReplyMailbox<String>
    private var refusedCount = 0
    /// Monotonic times of SIGTERM, SIGKILL and the thread's end, in microseconds. Nil until the plugin receives a
    /// deadline for its stop.
    private var stopping: (terminate: Int64, kill: Int64, end: Int64)?

    init(_ settings: ExecSettings, _ link: PluginLink) {
        (self.settings, self.link) = (settings, link)
        environment = ProgramEnvironment(settings: settings)
        programs = Programs.here
        deliveryQueue = DeliveryQueue(capacity: settings.concurrency * 4)
        lines = RateLimiter(perSecond: settings.outputRate, burst: settings.outputRate * 5, now: MonotonicClock.now)
        answers = RateLimiter(perSecond: TreeCommand.actionsPerSecond, now: MonotonicClock.now)
        replies = ReplyMailbox(link.wakeup)
    }

    /// Runs until the queue is closed and all requested programs have ended, or until the deadline for the stop.
    func run() {
        while true {
            let now = MonotonicClock.now
            applyUpdates(now)
            if let stopping, now >= stopping.end { break }
            fill()
            reportRefusals()
            if link.queue.isClosed, deliveryQueue.isEmpty { break }
            wait(now)
            serve(MonotonicClock.now)
        }
        for run in runs { link.report(CallLoss.failed, run.entry.call) }
        ProcessReaper.end(runs.map { $0.abandon() })
        // Also kills descendants that are still running after their program has exited.
        let survivorCount = tb_exec_end(tb_exec_mark(family: family, run: 0))
        guard survivorCount > 0 else { return }
        log.say(
            .warning,
            "\(survivorCount) processes of this plugin did not end within 0.25 s of SIGKILL; kill them manually"
        )
    }

    // MARK: Requests of the input thread

    private func applyUpdates(_ now: Int64) {
        let updates = link.takeUpdates()
        for (action, reply) in replies.take() {
            guard case .refused(let refusal) = reply else { continue }
            log.complain("action \(action)", .warning, "the action '\(action)' was refused: \(refusal)")
        }
        if let bindings = updates.bindings { check(bindings) }
        if stopping == nil, let deadline = updates.deadline {
            let span = max(0, deadline - now)
            stopping = (now + span / 2, now + span * 3 / 4, deadline)
        }
        guard let stopping, now >= stopping.terminate else { return }
        for run in runs { run.terminate(.stopped, until: stopping.kill) }
        dropRemaining()
    }

    /// Logs that the full queue rejected events. Called after `fill`, which frees slots in the queue.
    private func reportRefusals() {
        guard link.queue.dropped > refusedCount else { return }
        refusedCount = link.queue.dropped
        guard !link.isStopping else { return }
        log.complain("refused", .warning, "\(reasonForRefusals); new programs are dropped")
    }

    private var reasonForRefusals: String {
        let waiting = deliveryQueue.count + link.queue.waiting
        if runs.count >= settings.concurrency {
            return "\(runs.count) programs are running, the maximum of 'concurrency', and \(waiting) are waiting"
        }
        if deliveryQueue.hasRoom {
            return "programs are requested faster than they can be started, and \(waiting) are waiting"
        }
        return "\(waiting) programs are waiting for earlier programs of the same touch or control "
            + "(running: \(runs.count))"
    }

    /// Logs missing programs when the bindings change, before the first touch.
    private func check(_ bindings: [Binding]) {
        for case let command as ExecCommand in bindings.map(\.arguments) {
            do throws(ServiceError) {
                _ = try programs.find(command.program, in: command.directory ?? settings.directory)
            } catch {
                log.complain("program \(command.program)", .warning, "\(error)")
            }
        }
    }

    private func dropRemaining() {
        link.dropAll(deliveryQueue.removeAll().map(\.call)) { count in
            "\(count == 1 ? "1 program was" : "\(count) programs were") not started, because the plugin stopped"
        }
    }

    // MARK: Starting

    private func fill() {
        while deliveryQueue.hasRoom, let (handlerEvent, binding) = link.queue.pop() {
            let orderingKey = OrderingKey(group: binding.group, stream: handlerEvent.stream)
            deliveryQueue.add(
                DeliveryQueue.Entry(orderingKey: orderingKey, handlerEvent: handlerEvent, binding: binding)
            )
        }
        while runs.count < settings.concurrency, let entry = deliveryQueue.next() { start(entry) }
        let (waiting, coalesced) = (deliveryQueue.count, deliveryQueue.coalesced)
        link.count { ($0.waiting, $0.coalesced) = (waiting, coalesced) }
    }

    private func start(_ entry: DeliveryQueue.Entry) {
        guard let command = entry.binding.arguments as? ExecCommand else {
            return deliveryQueue.finish(entry, arrived: true)
        }
        let directory = command.directory ?? settings.directory
        startCount += 1
        do throws(ServiceError) {
            let path = try programs.find(command.program, in: directory)
            let start = try ProgramStart(
                path,
                arguments: try Self.arguments(of: command, entry),
                environment: environment.variables(entry, command.environment),
                directory: directory,
                mark: tb_exec_mark(family: family, run: startCount)
            )
            let name = command.program.split(separator: "/").last.map(String.init) ?? command.program
            let limit = command.timeLimit ?? settings.timeLimit
            runs.append(Run(entry, start, name: name, timeLimit: limit, grace: settings.grace))
            log.settled("program \(command.program)")
        } catch {
            programs.forget(command.program)
            log.complain("program \(command.program)", .warning, "\(error)")
            link.count { $0.failures += 1 }
            link.report(CallReport(.failed, .notStarted), entry.call)
            // Counts the event as delivered. Otherwise the queue would drop the end event of the same touch or gesture,
            // which may start another program.
            deliveryQueue.finish(entry, arrived: true)
        }
    }

    /// Expands the arguments; throws if a substituted string would be interpreted as an option.
    private static func arguments(of command: ExecCommand, _ entry: DeliveryQueue.Entry) throws(ServiceError)
        -> [String]
    {
        var mayBeOptions = true
        var arguments: [String] = []
        for template in command.arguments {
            let text = entry.binding.expand(template, entry.handlerEvent)
            if mayBeOptions, template.beginsWithText, text.hasPrefix("-") {
                throw ServiceError(
                    "'\(command.program)' was not run: '\(template.source)' expanded to '\(text)', which the program "
                        + "could read as an option; write '--' as the argument before '\(template.source)'"
                )
            }
            if template.source == "--" { mayBeOptions = false }
            arguments.append(text)
        }
        return arguments
    }

    // MARK: Waiting

    private func wait(_ now: Int64) {
        guard var watched = link.descriptors(takesCalls: deliveryQueue.hasRoom) else { return }
        var deadline = stopping.map { now < $0.terminate ? $0.terminate : $0.end }
        for run in runs {
            deadline = [deadline, run.deadline].compactMap { $0 }.min()
            if !run.hasEnded { watched.append(run.handle) }
            for pipe in run.pipes where pipe.isOpen {
                if pipe.pausedUntil > now {
                    deadline = min(deadline ?? .max, pipe.pausedUntil)
                } else {
                    watched.append(pipe.file)
                }
            }
        }
        let ready = Wakeup.wait(for: watched, until: deadline)
        for run in runs { read(run, ready, MonotonicClock.now) }
    }

    private func read(_ run: Run, _ ready: Set<Int32>, _ now: Int64) {
        for index in run.pipes.indices where ready.contains(run.pipes[index].file) {
            run.pipes[index].read(now, sink(run))
        }
        if ready.contains(run.handle) { run.hasEnded = true }
    }

    // MARK: Results

    private func serve(_ now: Int64) {
        runs.removeAll { run in
            guard let end = run.step(now, sink(run)) else { return false }
            deliveryQueue.finish(run.entry, arrived: true)
            report(run, end, now)
            return true
        }
    }

    /// Returns the sink that logs the output lines of a run. If the run has an action, a line with a number or a
    /// Boolean sends the action instead.
    private func sink(_ run: Run) -> OutputPipe.Sink {
        OutputPipe.Sink(
            isAllowed: { [self] in run.action == nil ? allowsLine(of: run) : allowsAnswer(of: run) },
            take: { [self] level, line in
                if let action = run.action {
                    if level == .info, let value = JSONValue.text(line).actionValue { return emit(action, value) }
                    guard allowsLine(of: run) else { return }
                }
                log.say(level, "\(run.name): \(line)")
            }
        )
    }

    /// Sends an action with `value` from the program's output.
    private func emit(_ action: String, _ value: Double) {
        let tree = link.context.tree
        let command = TreeCommand.emit(action: action, value: value)
        let isAccepted = tree.submit(command, from: link.context.name) { [replies] in replies.add($0, for: action) }
        if !isAccepted {
            log.complain("action \(action)", tree.refusalLevel, "the action '\(action)' was refused: \(tree.refusal)")
        }
    }

    private func allowsAnswer(of run: Run) -> Bool {
        if answers.take(at: MonotonicClock.now) { return true }
        let rate = TreeCommand.actionsPerSecond
        log.complain(
            "output \(run.name)",
            .warning,
            "'\(run.name)' writes more than \(rate) lines per second; further lines send no action"
        )
        return false
    }

    private func allowsLine(of run: Run) -> Bool {
        guard settings.outputRate > 0 else { return false }
        if lines.take(at: MonotonicClock.now) { return true }
        log.complain(
            "output \(run.name)",
            .warning,
            "'\(run.name)' writes too many lines; lines beyond 'outputRate' are dropped"
        )
        return false
    }

    private func report(_ run: Run, _ end: Run.End, _ now: Int64) {
        link.count { if end == .status(0) { $0.delivered += 1 } else { $0.failures += 1 } }
        link.report(end.report, run.entry.call)
        if run.survivorCount > 0 {
            log.complain(
                "survivors \(run.name)",
                .warning,
                "\(run.survivorCount) processes that '\(run.name)' started did not end within 0.25 s of SIGKILL; "
                    + "the plugin sends SIGKILL again when it stops"
            )
        }
        let seconds = TimeSpan(microseconds: (now - run.startedAt) / 1000 * 1000).seconds
        switch end {
        case .status(0): log.say(.debug, "'\(run.name)' ended after \(seconds) s")
        case .status(let status):
            log.complain("status \(run.name)", .warning, "'\(run.name)' ended with status \(status)")
        case .signal(let signal):
            log.complain("status \(run.name)", .warning, "'\(run.name)' was terminated by signal \(signal)")
        case .timeLimit:
            let limit = run.timeLimit?.seconds ?? 0
            log.complain(
                "limit \(run.name)",
                .warning,
                "'\(run.name)' was terminated after its time limit of \(limit) s"
            )
        case .stopped: log.say(.notice, "'\(run.name)' was terminated because the plugin is stopping")
        case .unknown: log.complain("status \(run.name)", .warning, "'\(run.name)' ended with an unknown status")
        }
    }
}

extension Run.End {
    fileprivate var report: CallReport {
        switch self {
        case .status(0): .delivered
        case .status(let status): CallReport(.failed, .exitStatus, number: Int(status))
        case .signal(let signal): CallReport(.failed, .signal, number: Int(signal))
        case .timeLimit: CallReport(.failed, .timeLimit)
        case .stopped, .unknown: CallReport(.failed)
        }
    }
}
