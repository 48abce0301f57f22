internal import Platform
internal import PluginAPI

/// Copies a program's standard error to the log without control characters. The length and the rate of lines are
/// limited.
struct ErrorLines {
    /// Limit stderr-lines (limits.md, Processes and shared objects): maximum number of lines per second that a plugin
    /// process writes to standard error, with bursts of up to 100 lines. If exceeded: further lines are dropped, and
    /// their number is logged.
    private static let linesPerSecond = 10
    private static let burst = 100
    private let log: Logger
    private var limiter: RateLimiter
    private var lines = OutputLines()
    /// Number of lines so far that passed the rate limit and were stripped of control characters.
    var sanitizedCount: Int { lines.sanitizedCount }

    init(_ log: Logger, now: Int64) {
        self.log = log
        limiter = RateLimiter(perSecond: Self.linesPerSecond, burst: Self.burst, now: now)
    }

    mutating func add(_ piece: UnsafeRawBufferPointer, at now: Int64) {
        lines.add(piece, isAllowed: { Self.allows(&limiter, log, now) }, { log.say(.notice, $0) })
    }

    /// Logs the incomplete last line.
    mutating func finish(at now: Int64) {
        lines.finish(isAllowed: { Self.allows(&limiter, log, now) }, { log.say(.notice, $0) })
    }

    /// Logs a message that the program has sent. The text is created only if the rate limit allows the message.
    mutating func say(_ level: Logger.Level, _ text: @autoclosure () -> String, at now: Int64) {
        if Self.allows(&limiter, log, now) { log.say(level, text()) }
    }

    private static func allows(_ limiter: inout RateLimiter, _ log: Logger, _ now: Int64) -> Bool {
        if limiter.take(at: now) { return true }
        log.complain(
            "chatter",
            .warning,
            "the program writes more than \(linesPerSecond) log lines per second, or more than \(burst) at once; "
                + "further lines are dropped"
        )
        return false
    }
}
