internal import Glibc
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema

/// One run of a program: exchanges messages with the program and checks its time limits.
///
/// If a program writes too fast or has too many pending replies, its output is read more slowly. The pipe then fills up
/// and blocks only the program.
final class ProcessSession {
    /// Reason why a run ends.
    enum Verdict: Equatable {
        case ended(ChildProcess.End)
        /// The program exceeded a time limit.
        case hung(String)
        /// The program violated the protocol.
        case protocolError(String)
        /// The program uses another version of the protocol, so a restart would not help.
        case incompatible(String)
    }

    private(set) var verdict: Verdict?
    let startedAt: Int64
    /// Time at which the program sent `ready`; nil before that message.
    private(set) var readyAt: Int64?
    var isReady: Bool { readyAt != nil }

    private let timeout: Int64
    private let startLimit: Int64
    private let log: Logger
    private let tree: any TreeAccess
    private let submit: (TreeCommand, JSONValue?) -> Bool
    private let onStatus: (Bool) -> Void
    private var child: ChildProcess
    private var outbox = Outbox()
    private var lines = LineBuffer(limit: ProcessSession.lineLimit)
    private var errorLines: ErrorLines
    private var lineLimiter: RateLimiter
    private var handlers: Set<String>?
    /// Number of commands whose reply is pending.
    private var outstanding = 0
    /// Last time at which messages from the program remained unread. The time limits for `ready` and `pong` restart at
    /// this time, because the unread messages may include `ready` or `pong`.
    private var blockedAt = Int64.min / 2
    private var unreadSince: Int64?
    private var ping = (number: 0, sentAt: Int64.min / 2, isOpen: false, isDue: false)
    private var isStopping = false
    private var isSlowed = false
    // Times until which reading pauses after a full chunk was read. The pause prevents a flood of output from using all
    // CPU time.
    private var outputPausedUntil: Int64 = 0
    private var errorsPausedUntil: Int64 = 0

    /// Limit process-line-bytes (limits.md, Processes and shared objects): maximum number of bytes of a line from a
    /// plugin process. If exceeded: the process is ended, and the log contains `wrote a line of more than 65536
    /// bytes`.
    static let lineLimit = 64 * 1024
    /// Limit process-lines (limits.md, Processes and shared objects): maximum number of lines per second from a plugin
    /// process. If exceeded: the lines are read more slowly, and a message is logged.
    private static let linesPerSecond = 1000
    /// Limit process-replies (limits.md, Processes and shared objects): maximum number of pending replies to a plugin
    /// process. If exceeded: no further lines are read from the process until some replies have been sent.
    private static let outstandingLimit = 64
    /// Maximum number of bytes per read: the default capacity of a pipe.
    private static let chunk = 64 * 1024
    /// Pause after `chunk` bytes were read, in microseconds.
    private static let pause: Int64 = 20_000
    /// Limit process-feed-bytes (limits.md, Processes and shared objects): maximum number of bytes of events that a
    /// plugin process has not read. If exceeded: further events stay in the queue, where newer moves replace older
    /// moves.
    ///
    /// Moves can be replaced while they are queued, but not after they were sent.
    private static let feedLimit = 16 * 1024
    /// Limit process-reply-bytes (limits.md, Processes and shared objects): maximum number of bytes of events and
    /// replies that a plugin process has not read. If exceeded: no further lines are read from the process until it has
    /// read some events or replies.
    private static let replyLimit = 256 * 1024

    init(
        _ settings: ProcessSettings,
        _ context: PluginContext,
        now: Int64,
        submit: @escaping (TreeCommand, JSONValue?) -> Bool,
        onStatus: @escaping (Bool) -> Void
    ) throws(ChildProcess.Failure) {
        child = try ChildProcess(settings.command, environment: settings.variables(), directory: settings.directory)
        startedAt = now
        timeout = settings.timeout.microseconds
        startLimit = settings.startLimit.microseconds
        (log, tree) = (context.log, context.tree)
        errorLines = ErrorLines(context.log, now: now)
        lineLimiter = RateLimiter(perSecond: Self.linesPerSecond, burst: Self.linesPerSecond, now: now)
        self.submit = submit
        self.onStatus = onStatus
        send(.hello(plugin: context.name, host: context.hostEnvironment.host, settings: settings.settings), now)
    }

    deinit {
        let count = child.finish()
        guard count > 0 else { return }
        log.say(.warning, "\(count) processes of the program did not end within 0.25 s of SIGKILL; kill them manually")
    }

    // MARK: Messages to the program

    /// Number of bytes that were not yet written to the pipe.
    var unsentBytes: Int { outbox.count }

    /// Whether another event can be sent to the program.
    var hasRoom: Bool { isReady && !isStopping && verdict == nil && unsentBytes < Self.feedLimit }

    /// Whether the program provides this handler.
    func offers(_ handler: String) -> Bool { handlers?.contains(handler) ?? true }

    /// Names of the handlers that the program provides, in sorted order, for messages.
    var offeredHandlers: [String] { handlers.map { $0.sorted() } ?? [] }

    func send(_ message: HostMessage, _ now: Int64) {
        if case .handlerEvent = message { ping.isDue = true }
        if case .reply = message { outstanding -= 1 }
        outbox.append(message.line)
        write(now)
    }

    /// Sends the message `stop` after all earlier messages.
    func stop(_ now: Int64) {
        guard !isStopping else { return }
        isStopping = true
        send(.stop, now)
        if outbox.count == 0 { child.closeInput() }
    }

    func signal(_ number: Int32) { child.signal(number) }

    private func write(_ now: Int64) {
        guard child.input >= 0 else { return }
        switch outbox.write(to: child.input) {
        case .some: unreadSince = now
        case .none: if unreadSince == nil { unreadSince = now }
        case .isBroken: handleClosedInput(now)
        }
        guard outbox.count == 0 else { return }
        unreadSince = nil
        if isStopping { child.closeInput() }
    }

    private func handleClosedInput(_ now: Int64) {
        child.closeInput()
        if !isStopping { closedAt = closedAt ?? (now, "standard input") }
    }

    /// The first pipe that the program closed, and the time of its detection. If the program does not exit within the
    /// grace period, the session ends the run.
    private var closedAt: (time: Int64, what: String)?
    private static let closeGrace: Int64 = 200_000

    // MARK: Waiting

    /// Appends the descriptors to poll; omits outputs of the program from which reading is paused.
    func addInterests(to list: inout [pollfd], _ now: Int64) {
        if child.ended >= 0 { list.append(pollfd(fd: child.ended, events: Int16(POLLIN), revents: 0)) }
        if child.errors >= 0, now >= errorsPausedUntil {
            list.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0))
        }
        if child.output >= 0, mayRead, now >= outputPausedUntil {
            list.append(pollfd(fd: child.output, events: Int16(POLLIN), revents: 0))
        }
        if child.input >= 0 {
            // After all bytes were sent, only POLLERR matters: it reports that the program has closed its input.
            list.append(pollfd(fd: child.input, events: outbox.count > 0 ? Int16(POLLOUT) : 0, revents: 0))
        }
    }

    /// Returns the monotonic time, in microseconds, at which `serve` must be called even if no descriptor is ready.
    func deadline(_ now: Int64) -> Int64 {
        // Buffered lines can be processed although no new bytes are available.
        if lines.mayHoldLine, mayRead { return now }
        var deadline = Int64.max
        if child.ended < 0 { deadline = now + 100_000 }
        if isSlowed { deadline = min(deadline, now + Self.pause) }
        for pause in [outputPausedUntil, errorsPausedUntil] where pause > now { deadline = min(deadline, pause) }
        if !isReady { deadline = min(deadline, max(startedAt, blockedAt) + startLimit) }
        if let unreadSince { deadline = min(deadline, unreadSince + timeout) }
        if ping.isOpen { deadline = min(deadline, max(ping.sentAt, blockedAt) + timeout) }
        if ping.isDue, !ping.isOpen, !isStopping { deadline = min(deadline, ping.sentAt + timeout / 4) }
        if let closedAt { deadline = min(deadline, closedAt.time + Self.closeGrace) }
        return deadline
    }

    private var mayRead: Bool { !isSlowed && unsentBytes < Self.replyLimit && outstanding < Self.outstandingLimit }

    // MARK: Output of the program

    /// Reads from and writes to the ready descriptors, and checks the time limits.
    func serve(_ ready: Set<Int32>, _ now: Int64) {
        if ready.contains(child.errors) { readErrors(now) }
        // If all bytes are sent, readiness means that the program has closed its input.
        if ready.contains(child.input) { outbox.count > 0 ? write(now) : handleClosedInput(now) }
        isSlowed = false
        takeLines(now)
        if child.output >= 0 {
            if verdict == nil, ready.contains(child.output), mayRead, !lines.mayHoldLine { readOutput(now) }
        }
        if verdict == nil, let end = child.end { finish(end, now) }
        checkLimits(now)
    }

    private func checkLimits(_ now: Int64) {
        guard verdict == nil else { return }
        if !mayRead || lines.mayHoldLine { blockedAt = now }
        let seconds = Double(timeout) / 1_000_000
        if let closedAt, now - closedAt.time >= Self.closeGrace {
            verdict = .protocolError("closed its \(closedAt.what)")
        } else if !isReady, now - max(startedAt, blockedAt) >= startLimit {
            verdict = .hung("did not send 'ready' within \(Double(startLimit) / 1_000_000) s")
        } else if let unreadSince, now - unreadSince >= timeout {
            verdict = .hung("did not read its standard input for \(seconds) s")
        } else if ping.isOpen, now - max(ping.sentAt, blockedAt) >= timeout {
            verdict = .hung("did not answer a ping within \(seconds) s")
        } else if ping.isDue, !ping.isOpen, !isStopping, now - ping.sentAt >= timeout / 4 {
            ping = (ping.number + 1, now, true, false)
            send(.ping(ping.number), now)
        }
    }

    private func finish(_ end: ChildProcess.End, _ now: Int64) {
        // The last lines on standard error often explain why the program ended.
        readErrors(now)
        errorLines.finish(at: now)
        if child.output >= 0 { readOutput(now) }
        if verdict == nil { verdict = .ended(end) }
    }

    private func readErrors(_ now: Int64) {
        let isOver = Self.read(child.errors) {
            errorLines.add($0, at: now)
            if $0.count == Self.chunk { errorsPausedUntil = now + Self.pause }
        }
        guard isOver else { return }
        errorLines.finish(at: now)
        child.closeErrors()
    }

    private func readOutput(_ now: Int64) {
        let isOver = Self.read(child.output) {
            lines.append($0)
            if $0.count == Self.chunk { outputPausedUntil = now + Self.pause }
        }
        if isOver {
            child.closeOutput()
            if !isStopping { closedAt = closedAt ?? (now, "standard output") }
        }
        takeLines(now)
    }

    private func takeLines(_ now: Int64) {
        do throws(LineBuffer.TooLong) {
            while verdict == nil, lines.mayHoldLine, mayRead {
                guard lineLimiter.hasOne(at: now) else {
                    isSlowed = true
                    log.complain(
                        "fast",
                        .warning,
                        "the program writes more than \(Self.linesPerSecond) lines per second; "
                            + "further lines are read later"
                    )
                    return
                }
                guard let line = try lines.next() else { return }
                // Only complete lines count against the rate limit.
                _ = lineLimiter.take(at: now)
                take(line, now)
            }
        } catch {
            verdict = .protocolError("wrote a line of more than \(Self.lineLimit) bytes")
        }
    }

    private func take(_ line: ArraySlice<UInt8>, _ now: Int64) {
        let message: PluginMessage
        do throws(PluginMessage.Mistake) {
            message = try PluginMessage(line)
        } catch {
            let start = OutputLines.sanitized(line, limit: 60)
            let why = "\(error.message): '\(start)'; write log text to standard error"
            log.complain("rubbish", .warning, "the program wrote an invalid line: \(why)")
            return
        }
        switch message {
        case .ready(let version, let names):
            guard version == HostMessage.version else {
                verdict = .incompatible(
                    "uses version \(version) of the protocol, but touchbridge uses version \(HostMessage.version)"
                )
                return
            }
            handlers = names.map { Set($0) }
            readyAt = readyAt ?? now
            onStatus(true)
        case .command(let command, let id):
            if id != nil { outstanding += 1 }
            if submit(command, id) { return }
            let why = tree.refusal
            log.complain("commands", tree.refusalLevel, "a command of the program was refused: \(why)")
            if let id { send(.reply(.refused(CommandRejection(why)), id: id), now) }
        case .wrongCommand(let why, let id):
            if id != nil { outstanding += 1 }
            log.complain("wrong command", .warning, "the program sent an invalid command: \(why)")
            if let id { send(.reply(.refused(CommandRejection(why)), id: id), now) }
        case .log(let level, let text): errorLines.say(level, OutputLines.sanitized(text.utf8), at: now)
        case .pong(let number): if number == Double(ping.number) { ping.isOpen = false }
        case .status(let isConnected): onStatus(isConnected)
        }
    }

    /// Reads at most one chunk; returns true at end of file or after an error.
    private static func read(_ descriptor: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard descriptor >= 0 else { return false }
        return withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
        }
    }
}
