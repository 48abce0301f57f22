internal import Glibc
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema

/// One run of a program, from its start to its end: what goes to it and what comes from it.
///
/// A program that writes faster than it may, or asks for more than was answered, is read more slowly; its full pipe
/// then holds it up, and nobody else.
final class ProcessSession {
    /// Why there is an end to it.
    enum Verdict: Equatable {
        case ended(ChildProcess.End)
        /// It did not do what it must within its patience.
        case hung(String)
        /// It broke the protocol.
        case wrong(String)
        /// It can never be spoken with.
        case unfit(String)
    }

    private(set) var verdict: Verdict?
    let startedAt: Int64
    /// When it began its work, nil before.
    private(set) var readyAt: Int64?
    var isReady: Bool { readyAt != nil }

    private let patience: Int64
    private let startLimit: Int64
    private let log: Logger
    private let tree: any TreeAccess
    private let obey: (TreeCommand, JSONValue?) -> Bool
    private let onStatus: (Bool) -> Void
    private var child: ChildProcess
    private var outbox = Outbox()
    private var lines = LineBuffer(limit: ProcessSession.lineLimit)
    private var errorLines: ErrorLines
    private var lineAllowance: RateLimiter
    private var handlers: Set<String>?
    /// Commands whose replies are owed to it.
    private var owed = 0
    /// When it was not read as too many replies are owed: its answers may be among what was not read.
    private var heldUpAt = Int64.min / 2
    private var unreadSince: Int64?
    private var ping = (number: 0, sentAt: Int64.min / 2, isOpen: false, isDue: false)
    private var isStopping = false
    private var isSlowed = false
    /// Who fills a pipe is let wait before the next look at it.
    private var outputRestsUntil: Int64 = 0
    private var errorsRestUntil: Int64 = 0

    /// Limit process-line-bytes (Processes and shared objects): bytes of a line from a plugin process. Past it: the
    /// process is ended: `wrote a line of more than 65536 bytes`.
    static let lineLimit = 64 * 1024
    /// Limit process-lines (Processes and shared objects): lines a second from a plugin process. Past it: read more
    /// slowly, with a log message.
    private static let linesPerSecond = 1000
    /// Limit process-replies (Processes and shared objects): outstanding replies to a plugin process. Past it: nothing
    /// is read until some are delivered.
    private static let owedLimit = 64
    /// As much as a pipe holds, and how long to rest after it.
    private static let chunk = 64 * 1024
    private static let rest: Int64 = 20_000
    /// Limit process-feed-bytes (Processes and shared objects): unread bytes before events stay in the queue. Past it:
    /// newer moves replace older ones.
    ///
    /// Moves in the queue can still be replaced.
    private static let feedLimit = 16 * 1024
    /// Limit process-reply-bytes (Processes and shared objects): unread bytes on the way to a plugin process. Past it:
    /// nothing more is read from it.
    private static let replyLimit = 256 * 1024

    init(
        _ settings: ProcessSettings,
        _ context: PluginContext,
        now: Int64,
        obey: @escaping (TreeCommand, JSONValue?) -> Bool,
        onStatus: @escaping (Bool) -> Void
    ) throws(ChildProcess.Failure) {
        child = try ChildProcess(settings.command, environment: settings.variables(), directory: settings.directory)
        startedAt = now
        patience = settings.patience.microseconds
        startLimit = settings.startLimit.microseconds
        (log, tree) = (context.log, context.tree)
        errorLines = ErrorLines(context.log, now: now)
        lineAllowance = RateLimiter(perSecond: Self.linesPerSecond, burst: Self.linesPerSecond, now: now)
        self.obey = obey
        self.onStatus = onStatus
        send(.hello(plugin: context.name, host: context.hostEnvironment.host, settings: settings.settings), now)
    }

    deinit {
        let count = child.finish()
        guard count > 0 else { return }
        log.say(.warning, "\(count) processes that it started did not end within 0.25 s of SIGKILL; end them by hand")
    }

    // MARK: To the program

    /// How many bytes it has not read yet, beside those that its pipe holds.
    var onItsWay: Int { outbox.count }

    /// Whether it could take another event.
    var hasRoom: Bool { isReady && !isStopping && verdict == nil && onItsWay < Self.feedLimit }

    /// Whether it offers a handler.
    func offers(_ handler: String) -> Bool { handlers?.contains(handler) ?? true }

    /// The handlers that it offers, for messages.
    var offer: [String] { handlers.map { $0.sorted() } ?? [] }

    func send(_ message: HostMessage, _ now: Int64) {
        if case .handlerEvent = message { ping.isDue = true }
        if case .reply = message { owed -= 1 }
        outbox.append(message.line)
        write(now)
    }

    /// Tells it to stop; what it was sent before it still gets.
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
        case .isBroken: loseInput(now)
        }
        guard outbox.count == 0 else { return }
        unreadSince = nil
        if isStopping { child.closeInput() }
    }

    private func loseInput(_ now: Int64) {
        child.closeInput()
        if !isStopping { closedAt = closedAt ?? (now, "standard input") }
    }

    /// One of its pipes was closed, which is no way to go on; its end may follow and is the better message.
    private var closedAt: (time: Int64, what: String)?
    private static let closeGrace: Int64 = 200_000

    // MARK: Waiting

    /// What is to be watched; nothing that is held up.
    func addInterests(to list: inout [pollfd], _ now: Int64) {
        if child.ended >= 0 { list.append(pollfd(fd: child.ended, events: Int16(POLLIN), revents: 0)) }
        if child.errors >= 0, now >= errorsRestUntil {
            list.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0))
        }
        if child.output >= 0, mayRead, now >= outputRestsUntil {
            list.append(pollfd(fd: child.output, events: Int16(POLLIN), revents: 0))
        }
        if child.input >= 0 {
            // Without bytes on their way, only that the other end was closed is of interest.
            list.append(pollfd(fd: child.input, events: outbox.count > 0 ? Int16(POLLOUT) : 0, revents: 0))
        }
    }

    /// When it must be looked at even if nothing is ready.
    func deadline(_ now: Int64) -> Int64 {
        // Lines that were held up may go on, with nothing new to read.
        if lines.mayHoldLine, mayRead { return now }
        var deadline = Int64.max
        if child.ended < 0 { deadline = now + 100_000 }
        if isSlowed { deadline = min(deadline, now + Self.rest) }
        for rest in [outputRestsUntil, errorsRestUntil] where rest > now { deadline = min(deadline, rest) }
        if !isReady { deadline = min(deadline, max(startedAt, heldUpAt) + startLimit) }
        if let unreadSince { deadline = min(deadline, unreadSince + patience) }
        if ping.isOpen { deadline = min(deadline, max(ping.sentAt, heldUpAt) + patience) }
        if ping.isDue, !ping.isOpen { deadline = min(deadline, ping.sentAt + patience / 4) }
        if let closedAt { deadline = min(deadline, closedAt.time + Self.closeGrace) }
        return deadline
    }

    private var mayRead: Bool { !isSlowed && onItsWay < Self.replyLimit && owed < Self.owedLimit }

    // MARK: From the program

    /// Does what there is to do; `ready` are the descriptors that poll found ready.
    func serve(_ ready: Set<Int32>, _ now: Int64) {
        if ready.contains(child.errors) { readErrors(now) }
        // With nothing on its way, what is ready is the news that nobody reads any more.
        if ready.contains(child.input) { outbox.count > 0 ? write(now) : loseInput(now) }
        if child.output >= 0 {
            isSlowed = false
            takeLines(now)
            if verdict == nil, ready.contains(child.output), mayRead, !lines.mayHoldLine { readOutput(now) }
        }
        if verdict == nil, let end = child.end { finish(end, now) }
        look(now)
    }

    private func look(_ now: Int64) {
        guard verdict == nil else { return }
        if owed >= Self.owedLimit { heldUpAt = now }
        let seconds = Double(patience) / 1_000_000
        if let closedAt, now - closedAt.time >= Self.closeGrace {
            verdict = .wrong("closed its \(closedAt.what)")
        } else if !isReady, now - max(startedAt, heldUpAt) >= startLimit {
            verdict = .hung("did not say 'ready' within \(Double(startLimit) / 1_000_000) s")
        } else if let unreadSince, now - unreadSince >= patience {
            verdict = .hung("did not read its standard input for \(seconds) s")
        } else if ping.isOpen, now - max(ping.sentAt, heldUpAt) >= patience {
            verdict = .hung("did not answer a ping within \(seconds) s")
        } else if ping.isDue, !ping.isOpen, !isStopping, now - ping.sentAt >= patience / 4 {
            ping = (ping.number + 1, now, true, false)
            send(.ping(ping.number), now)
        }
    }

    private func finish(_ end: ChildProcess.End, _ now: Int64) {
        // Its last words say why it ended.
        readErrors(now)
        errorLines.finish(at: now)
        if child.output >= 0 { readOutput(now) }
        if verdict == nil { verdict = .ended(end) }
    }

    private func readErrors(_ now: Int64) {
        let isOver = Self.read(child.errors) {
            errorLines.add($0, at: now)
            if $0.count == Self.chunk { errorsRestUntil = now + Self.rest }
        }
        guard isOver else { return }
        errorLines.finish(at: now)
        child.closeErrors()
    }

    private func readOutput(_ now: Int64) {
        let isOver = Self.read(child.output) {
            lines.append($0)
            if $0.count == Self.chunk { outputRestsUntil = now + Self.rest }
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
                guard lineAllowance.hasOne(at: now) else {
                    isSlowed = true
                    log.complain(
                        "fast",
                        .warning,
                        "writes more than \(Self.linesPerSecond) lines a second; it is read more slowly"
                    )
                    return
                }
                guard let line = try lines.next() else { return }
                // The beginning of a line is none yet.
                _ = lineAllowance.take(at: now)
                take(line, now)
            }
        } catch {
            verdict = .wrong("wrote a line of more than \(Self.lineLimit) bytes")
        }
    }

    private func take(_ line: ArraySlice<UInt8>, _ now: Int64) {
        let message: PluginMessage
        do throws(PluginMessage.Mistake) {
            message = try PluginMessage(line)
        } catch {
            let start = OutputLines.sanitized(line, limit: 60)
            let why = "as \(error.message): '\(start)'; what people are to read goes to standard error"
            log.complain("rubbish", .warning, "wrote a line that is no message, \(why)")
            return
        }
        switch message {
        case .ready(let version, let names):
            guard version == HostMessage.version else {
                verdict = .unfit("speaks version \(version) of the protocol, and touchbridge \(HostMessage.version)")
                return
            }
            handlers = names.map { Set($0) }
            readyAt = readyAt ?? now
            onStatus(true)
        case .command(let command, let id):
            if id != nil { owed += 1 }
            if obey(command, id) { return }
            let why = tree.refusal
            log.complain("commands", tree.refusalLevel, "a command was refused: \(why)")
            if let id { send(.reply(.refused(CommandRejection(why)), id: id), now) }
        case .wrongCommand(let why, let id):
            if id != nil { owed += 1 }
            log.complain("wrong command", .warning, "sent a command that is none: \(why)")
            if let id { send(.reply(.refused(CommandRejection(why)), id: id), now) }
        case .log(let level, let text): errorLines.say(level, OutputLines.sanitized(text.utf8), at: now)
        case .pong(let number): if number == Double(ping.number) { ping.isOpen = false }
        case .status(let isConnected): onStatus(isConnected)
        }
    }

    /// Reads what is there, up to a limit; true when nothing more will come.
    private static func read(_ descriptor: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard descriptor >= 0 else { return false }
        return withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
        }
    }
}
