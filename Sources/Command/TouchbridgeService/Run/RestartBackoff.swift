internal import CommandSupport
internal import Glibc

/// Delays the start of a service that crashes or hangs soon after each start: a restart loop leaves the machine usable.
///
/// The file is there while the service runs: a start that finds it follows a run that did not end in order.
struct RestartBackoff {
    /// A run and the failed starts before it, as the file holds them.
    struct Run: Equatable {
        /// Runs in a row that ended out of order within `steadyTime`.
        var failureCount = 0
        /// Start of the run in microseconds of CLOCK_MONOTONIC.
        var startedAt: Int64
    }

    let path: String

    /// Minimum duration in microseconds of a run that does not count as a failed start.
    static let steadyTime: Int64 = 60_000_000
    /// The first failures cost no time: one crash is to be over before a person notices.
    private static let freeCount = 2
    private static let firstPause: Int64 = 500_000
    /// Below `TimeoutStartSec=` of the unit.
    static let longestPause: Int64 = 20_000_000

    /// Returns the microseconds to wait, and the run as it is recorded when they are over.
    static func next(after last: Run?, at now: Int64) -> (pause: Int64, run: Run) {
        // A start during the pause was asked for by a person: it does not wait.
        guard let last, last.startedAt >= 0, last.startedAt <= now, now - last.startedAt < steadyTime else {
            return (0, Run(startedAt: now))
        }
        let count = min(max(last.failureCount, 0), 100) + 1
        let doublings = count - freeCount - 1
        let pause = doublings < 0 ? 0 : min(firstPause << min(doublings, 20), longestPause)
        return (pause, Run(failureCount: count, startedAt: now + pause))
    }

    /// Records a start; returns the microseconds to wait before it and the failed starts in a row.
    func begin(at now: Int64) -> (pause: Int64, failureCount: Int) {
        let (pause, run) = Self.next(after: lastRun, at: now)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = open(path, flags, 0o600)
        // Without the file a later start does not wait; the service is worth more.
        guard file >= 0 else { return (pause, run.failureCount) }
        defer { close(file) }
        let text = "\(run.failureCount) \(run.startedAt)\n"
        _ = text.withCString { write(file, $0, strlen($0)) }
        return (pause, run.failureCount)
    }

    /// The run ended in order.
    func end() { unlink(path) }

    /// The last run; nil when it ended in order, and when the file holds anything else.
    var lastRun: Run? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let bytes = FileBytes.read(file, atMost: 64) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first?.split(separator: " ") ?? []
        guard parts.count == 2, let count = Int(parts[0]), let start = Int64(parts[1]) else { return nil }
        return Run(failureCount: count, startedAt: start)
    }
}
