internal import Glibc
internal import PluginAPI
internal import Schema
internal import Synchronization

/// Writes messages to standard error on a thread of its own, so that a reader that stalls keeps no touch waiting.
final class ServiceLog: Sendable {
    private struct State {
        var lines: [String] = []
        var lost = 0
        var isClosed = false
    }

    /// So many messages may wait; what comes then is counted.
    private static let limit = 1024

    private let state = Mutex(State())
    private let bell: Wakeup
    private let isForJournal: Bool
    private let thread = Mutex<PluginThread?>(nil)

    init() throws {
        bell = try Wakeup()
        // systemd says so, and then takes a priority before the message.
        isForJournal = getenv("JOURNAL_STREAM") != nil
        let writer = try PluginThread(name: "log") { [unowned self] in write() }
        thread.withLock { $0 = writer }
    }

    func say(_ level: PluginLog.Level, _ message: String) {
        let line = isForJournal ? "<\(level.rawValue)>\(message)\n" : "touchbridge: \(message)\n"
        state.withLock { state in
            if state.lines.count < Self.limit { state.lines.append(line) } else { state.lost += 1 }
        }
        bell.signal()
    }

    func take(_ entry: PluginLog.Entry) { say(entry.level, "plugin '\(entry.plugin)': \(entry.message)") }

    /// Writes what is left, for so long at most.
    func finish(within limit: TimeSpan) {
        state.withLock { $0.isClosed = true }
        bell.signal()
        _ = thread.withLock { $0?.join(within: limit) }
    }

    private func write() {
        var isClosed = false
        while !isClosed {
            var wait = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wait, 1, -1)
            bell.clear()
            let (lines, lost): ([String], Int)
            (lines, lost, isClosed) = state.withLock { state in
                defer { (state.lines, state.lost) = ([], 0) }
                return (state.lines, state.lost, state.isClosed)
            }
            var bytes = Array(lines.joined().utf8)
            if lost > 0 {
                bytes += Array("touchbridge: \(lost) messages came faster than they could be written\n".utf8)
            }
            // Nobody can be told when this fails.
            try? Console.writeAll(bytes, to: STDERR_FILENO, named: "standard error")
        }
    }
}
