internal import Platform
internal import PluginAPI

/// What a program writes for people: goes to the log in lines of bounded length and number, without control characters.
struct ErrorLines {
    private let log: Logger
    private var allowance: RateLimiter
    private var lines = OutputLines()
    /// Lines of standard error that were sanitized so far.
    var sanitizedCount: Int { lines.sanitizedCount }

    init(_ log: Logger, now: Int64) {
        self.log = log
        // Limit stderr-lines (Processes and shared objects): lines a second on stderr, after the first hundred. Past
        // it: dropped; the number is logged.
        allowance = RateLimiter(perSecond: 10, burst: 100, now: now)
    }

    mutating func add(_ piece: UnsafeRawBufferPointer, at now: Int64) {
        lines.add(piece, isAllowed: { Self.allows(&allowance, log, now) }, { log.say(.notice, $0) })
    }

    /// Says what stands behind the last line's end, too.
    mutating func finish(at now: Int64) {
        lines.finish(isAllowed: { Self.allows(&allowance, log, now) }, { log.say(.notice, $0) })
    }

    /// Says something that the program wants to be said; the text is made only if there is room for it.
    mutating func say(_ level: Logger.Level, _ text: @autoclosure () -> String, at now: Int64) {
        if Self.allows(&allowance, log, now) { log.say(level, text()) }
    }

    private static func allows(_ allowance: inout RateLimiter, _ log: Logger, _ now: Int64) -> Bool {
        if allowance.take(at: now) { return true }
        log.complain("chatter", .warning, "says more than the log shows; lines of it are left out")
        return false
    }
}
