internal import Glibc
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// Body of the plugin's thread: starts the program, sends queued events to it, and restarts it when it ends.
final class ProcessRunner {
    private let settings: ProcessSettings
    private let log: Logger
    private let link: PluginLink
    private let queue: HandlerEventQueue
    private let replies: ReplyMailbox<Requester>
    private var backoff: Backoff
    /// Number of runs that ended since the restart delay was last reset.
    private var attempts = 0
    private var openStreams = OpenStreamSet()
    private var session: ProcessSession?
    private var runNumber = 0
    /// Monotonic time of the next start of the program, in microseconds; nil if no start is scheduled.
    private var startAt: Int64? = 0
    private var bindings: [Binding] = []
    private var status: BridgeStatus?
    private var didAnnounce = false
    private var refusedCount = 0
    private var stopping: (terminate: Int64, kill: Int64)?
    private var isStopping = false
    private var didTerminate = false

    /// Program run and command of a reply.
    private struct Requester: Sendable {
        /// Number of the program run that sent the command.
        let run: Int
        /// Id of the command; nil if the command has no id.
        let id: JSONValue?
    }

    init(_ settings: ProcessSettings, _ link: PluginLink) {
        (self.settings, self.link) = (settings, link)
        (queue, log, replies) = (link.queue, link.log, ReplyMailbox(link.wakeup))
        let restart = settings.restart
        backoff = Backoff(first: restart.after.microseconds, limit: restart.atMost.microseconds)
    }

    /// Runs until the plugin stops and the program has ended.
    func run() {
        while true {
            let now = MonotonicClock.now
            applyUpdates(now)
            if session == nil {
                // During a stop, starts the program only to deliver events that are still queued, and only if a start
                // is due.
                let isDue = startAt.map { $0 <= now } ?? false
                if isStopping, queue.isClosed || !isDue { break }
                if isDue { start(now) }
            }
            feed(now)
            if isStopping, !stop(now) { break }
            serve(wait(now), MonotonicClock.now)
        }
        session = nil
        link.dropAll([]) { count in
            "\(count == 1 ? "1 event was" : "\(count) events were") not delivered, because the plugin stopped"
        }
    }

    // MARK: Updates from the input thread

    private func applyUpdates(_ now: Int64) {
        let updates = link.takeUpdates()
        isStopping = updates.isStopping
        if stopping == nil, let deadline = updates.deadline {
            let span = max(0, deadline - now)
            stopping = (now + span / 2, now + span * 3 / 4)
        }
        if let bindings = updates.bindings {
            self.bindings = bindings
            if didAnnounce { announceBindings(now) }
        }
        if let status = updates.status, status != self.status {
            self.status = status
            if didAnnounce { session?.send(.status(status), now) }
        }
        for (requester, reply) in replies.take() where requester.run == runNumber {
            if let id = requester.id {
                session?.send(.reply(reply, id: id), now)
            } else if let why = reply.refusal {
                log.complain("command", .warning, "a command of the program was not executed: \(why)")
            }
        }
        if queue.dropped > refusedCount {
            refusedCount = queue.dropped
            let message = "the program reads events too slowly, and its queue is full; new streams are dropped"
            log.complain("behind", .warning, message)
        }
    }

    private func announceBindings(_ now: Int64) {
        guard let session else { return }
        session.send(.bindings(bindings), now)
        for binding in bindings where !session.offers(binding.handler) {
            log.complain("handler \(binding.handler)", .error, Self.missing(binding.handler, session.offeredHandlers))
        }
    }

    private static func missing(_ handler: String, _ offeredHandlers: [String]) -> String {
        "the program has no handler '\(handler)'\(Names.suggestion(for: handler, in: offeredHandlers))"
    }

    // MARK: Starting and ending

    private func start(_ now: Int64) {
        runNumber += 1
        let run = runNumber
        let (link, replies) = (link, replies)
        // `isConnected` stays false until the program sends `ready`.
        link.count { $0.isConnected = false }
        do throws(ChildProcess.Failure) {
            session = try ProcessSession(
                settings,
                link.context,
                now: now,
                submit: { command, id in
                    link.context.tree.submit(command, from: link.context.name) { reply in
                        // A command without an id receives no reply, but its rejection is logged.
                        if id == nil, reply.refusal == nil { return }
                        replies.add(reply, for: Requester(run: run, id: id))
                    }
                },
                onStatus: { isConnected in link.count { $0.isConnected = isConnected } }
            )
            didAnnounce = false
        } catch {
            let directory = settings.directory.map { " in \($0)" } ?? ""
            restart(after: 0, now) { "'\(settings.command[0])' cannot be started\(directory): \(error)\($0)" }
        }
    }

    private func conclude(_ session: ProcessSession, _ verdict: ProcessSession.Verdict, _ now: Int64) {
        self.session = nil
        openStreams.programEnded()
        didAnnounce = false
        link.count { $0.isConnected = false }
        guard !isStopping else { return }
        let readyTime = session.readyAt.map { now - $0 } ?? 0
        switch verdict {
        case .ended(let end):
            let seconds = Double((now - session.startedAt) / 1000) / 1000
            restart(after: readyTime, now) { "the program \(end) after \(seconds) s\($0)" }
        case .hung(let what), .protocolError(let what):
            restart(after: readyTime, now) { "the program \(what) and was terminated\($0)" }
        case .incompatible(let what):
            startAt = nil
            log.say(.error, "the program \(what); it is not restarted")
        }
    }

    /// Schedules the next start after a run whose program was ready for `readyTime` microseconds.
    private func restart(after readyTime: Int64, _ now: Int64, _ message: (String) -> String) {
        link.count { $0.failures += 1 }
        if readyTime >= backoff.limit {
            backoff.reset()
            attempts = 0
        }
        attempts += 1
        if let limit = settings.restart.tries, attempts > limit {
            startAt = nil
            return log.say(.error, message("; it is not restarted again, because 'tries' limits the restarts"))
        }
        let pause = backoff.wait()
        startAt = now + pause
        log.complain("ended", .error, message("; restarting in \(Double(pause / 1000) / 1000) s"))
    }

    // MARK: Sending events

    private func feed(_ now: Int64) {
        guard let session, session.isReady else { return }
        if !didAnnounce {
            didAnnounce = true
            if runNumber > 1 { link.count { $0.restarts += 1 } }
            log.settled("ended", .info, "the program is ready")
            announceBindings(now)
            if let status { session.send(.status(status), now) }
        }
        while session.hasRoom, let (handlerEvent, binding) = queue.pop() {
            guard session.offers(binding.handler) else {
                link.count { $0.failures += 1 }
                link.report(CallReport(.failed, .unknownHandler), (handlerEvent, binding))
                continue
            }
            guard openStreams.admit(handlerEvent, binding) else {
                link.count { $0.dropped += 1 }
                link.report(CallLoss.dropped, (handlerEvent, binding))
                continue
            }
            session.send(.handlerEvent(handlerEvent, binding), now)
            link.count { $0.delivered += 1 }
            link.report(CallReport.delivered, (handlerEvent, binding))
        }
    }

    /// Performs the next step of stopping the program. Sends the message `stop` when the queue is closed and empty, and
    /// SIGTERM at `stopping.terminate`. Returns false without a running program, or at `stopping.kill`; the caller then
    /// releases the session, which kills the program.
    private func stop(_ now: Int64) -> Bool {
        guard let session else { return false }
        if queue.isClosed, session.isReady { session.stop(now) }
        guard let stopping else { return true }
        if now >= stopping.kill {
            log.say(.warning, "the program did not stop on request and was killed")
            return false
        }
        if now >= stopping.terminate, !didTerminate {
            didTerminate = true
            session.signal(SIGTERM)
        }
        return true
    }

    // MARK: Waiting

    private func wait(_ now: Int64) -> Set<Int32> {
        var watched = [pollfd(fd: link.wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
        var deadline = session == nil ? (startAt ?? .max) : .max
        if let session {
            if session.hasRoom, !queue.isClosed {
                if !queue.willWait() { deadline = now }
                watched.append(pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0))
            }
            session.addInterests(to: &watched, now)
            deadline = min(deadline, session.deadline(now))
        }
        if let stopping {
            deadline = min(deadline, now < stopping.terminate ? stopping.terminate : stopping.kill)
        }
        let timeout = deadline == .max ? -1 : TimeSpan(microseconds: max(0, deadline - MonotonicClock.now)).milliseconds
        guard poll(&watched, nfds_t(watched.count), timeout) > 0 else { return [] }
        return Set(watched.filter { $0.revents != 0 }.map(\.fd))
    }

    private func serve(_ ready: Set<Int32>, _ now: Int64) {
        guard let session else { return }
        session.serve(ready, now)
        if let verdict = session.verdict { conclude(session, verdict, now) }
    }
}

extension TreeReply {
    fileprivate var refusal: CommandRejection? { if case .refused(let why) = self { why } else { nil } }
}
