internal import Glibc
package import Platform
internal import PluginAPI
internal import Schema
internal import Synchronization
internal import Systemd

/// Writes messages to the journal or standard error. Uses a separate thread, so that a stalled reader does not delay
/// touches.
package final class ServiceLog: Sendable {
    private struct State {
        var entries = WaitingEntries()
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let level: Logger.Level
    private let thread = Mutex<WorkerThread?>(nil)

    /// Creates a log for messages of at least the given severity.
    package init(_ level: Logger.Level) throws {
        wakeup = try Wakeup()
        self.level = level
        let isJournal = Journal.isStandardError
        let writer = try WorkerThread(name: "log") { [unowned self] in work(isJournal) }
        thread.withLock { $0 = writer }
    }

    /// Logs a message about the service itself.
    package func say(_ level: Logger.Level, _ message: String) { take(Logger.Entry(level, plugin: "", message)) }

    package func take(_ entry: Logger.Entry) {
        guard entry.level <= level else { return }
        state.withLock { $0.entries.append(entry) }
        wakeup.signal()
    }

    /// Waits until all queued messages are written or the time limit expires, and then stops the log.
    package func finish(within limit: TimeSpan) {
        state.withLock { $0.isClosed = true }
        wakeup.signal()
        _ = thread.withLock { $0?.join(within: limit) }
    }

    // MARK: Log thread

    private func work(_ isJournal: Bool) {
        var isClosed = false
        while !isClosed {
            var wait = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wait, 1, -1)
            wakeup.clear()
            var entries: [Logger.Entry]
            (entries, isClosed) = state.withLock { ($0.entries.takeAll(), $0.isClosed) }
            for entry in entries { isJournal ? Self.sendToJournal(entry) : Self.print(entry) }
        }
    }

    private static func print(_ entry: Logger.Entry) {
        let text = text(of: entry).split(separator: "\n", omittingEmptySubsequences: false)
        // Starts every line with the program's name; otherwise, a line break in quoted text could imitate a message.
        Console.complain(text.joined(separator: "\ntouchbridge: "))
    }

    private static func text(of entry: Logger.Entry) -> String {
        TerminalText.page(entry.plugin.isEmpty ? entry.message : "plugin '\(entry.plugin)': \(entry.message)")
    }

    private static func sendToJournal(_ entry: Logger.Entry) {
        var fields = [
            "MESSAGE=\(text(of: entry))", "PRIORITY=\(entry.level.rawValue)", "SYSLOG_IDENTIFIER=touchbridge",
        ]
        if !entry.plugin.isEmpty { fields.append("TOUCHBRIDGE_PLUGIN=\(entry.plugin)") }
        Journal.send(fields + entry.fields.map { "\($0.name)=\($0.value)" })
    }
}

/// Bounded queue of messages for the log thread.
struct WaitingEntries {
    private var entries: [Logger.Entry] = []
    private var lost = 0

    /// Limit service-log (limits.md, Log): maximum number of lines that wait to be written to the service's log. If
    /// exceeded: further lines are dropped, and their number is logged.
    private static let limit = 1024

    mutating func append(_ entry: Logger.Entry) {
        if entries.count < Self.limit { entries.append(entry) } else { lost += 1 }
    }

    /// Removes and returns all queued messages. If messages were dropped, appends a message with their number.
    mutating func takeAll() -> [Logger.Entry] {
        defer { self = WaitingEntries() }
        guard lost > 0 else { return entries }
        let message = "\(lost) log messages were dropped because the log could not be written fast enough"
        return entries + [Logger.Entry(.warning, plugin: "", message)]
    }
}
