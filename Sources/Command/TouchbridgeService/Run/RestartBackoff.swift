internal import CommandSupport
internal import Glibc

/// Delays the start of a service that repeatedly crashes or hangs soon after its start. A restart loop therefore does
/// not overload the machine.
///
/// A file exists while the service runs. If the file already exists when the service starts, the previous run did not
/// end with an orderly shutdown.
struct RestartBackoff {
    /// A run and the number of failed runs before it, as stored in the file.
    struct Run: Equatable {
        /// Number of consecutive runs that lasted less than `steadyTime` and ended without an orderly shutdown.
        var failureCount = 0
        /// Start time of the run, in microseconds of CLOCK_MONOTONIC.
        var startedAt: Int64
    }

    let path: String

    /// A run of at least this duration, in microseconds, does not count as failed.
    static let steadyTime: Int64 = 60_000_000
    /// Number of consecutive failures without a delay, so that an isolated crash interrupts the service only briefly.
    private static let freeCount = 2
    private static let firstPause: Int64 = 500_000
    /// Maximum delay in microseconds; must be less than the unit's `TimeoutStartSec=`.
    static let longestPause: Int64 = 20_000_000

    /// Returns the delay in microseconds, and the run to store. The run's start time is the end of the delay.
    static func next(after last: Run?, at now: Int64) -> (pause: Int64, run: Run) {
        // `startedAt` is later than `now` if the service was stopped and started during the delay, for example by
        // `systemctl restart`; this start is not delayed.
        guard let last, last.startedAt >= 0, last.startedAt <= now, now - last.startedAt < steadyTime else {
            return (0, Run(startedAt: now))
        }
        let count = min(max(last.failureCount, 0), 100) + 1
        let doublings = count - freeCount - 1
        let pause = doublings < 0 ? 0 : min(firstPause << min(doublings, 20), longestPause)
        return (pause, Run(failureCount: count, startedAt: now + pause))
    }

    /// Stores the start of a run. Returns the delay before the start in microseconds, and the number of consecutive
    /// failed runs.
    func begin(at now: Int64) -> (pause: Int64, failureCount: Int) {
        let (pause, run) = Self.next(after: lastRun, at: now)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = open(path, flags, 0o600)
        // If the file cannot be written, the service starts anyway; later starts are then not delayed.
        guard file >= 0 else { return (pause, run.failureCount) }
        defer { close(file) }
        let text = "\(run.failureCount) \(run.startedAt)\n"
        _ = text.withCString { write(file, $0, strlen($0)) }
        return (pause, run.failureCount)
    }

    /// Deletes the file, because the run has ended with an orderly shutdown.
    func end() { unlink(path) }

    /// The run that the file describes. Nil if the file is unreadable or invalid, or does not exist. A missing file
    /// means a first start, or an orderly shutdown of the previous run.
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
