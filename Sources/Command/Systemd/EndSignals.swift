internal import CSystemd
internal import Glibc
package import Platform
internal import Synchronization

/// Handles end signals, such as SIGINT and SIGTERM, for commands that must clean up before they exit. Other commands
/// are terminated by these signals.
///
/// The signals are blocked and never consumed. An end signal therefore remains pending, and every later check detects
/// it.
package enum EndSignals {
    private static let waiting = Atomic<Int32>(-1)
    /// Remaining time in microseconds for which writing to outputs can block after an end signal.
    private static let remainingTime = Atomic<Int64>(500_000)

    /// Descriptor that becomes readable after an end signal and stays readable, because it is never read. The value is
    /// -1 before `hold`.
    package static var descriptor: Int32 { waiting.load(ordering: .relaxed) }

    /// Makes the signals end the process immediately with status 0. Used before the command has anything to clean up.
    package static func endAtOnce(_ numbers: [Int32]) {
        for number in numbers { signal(number) { _ in _exit(0) } }
    }

    /// Blocks signals in the current thread and in all threads that are started later.
    package static func block(_ numbers: [Int32]) throws(SystemError) {
        var set = sigset_t(numbers)
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard result == 0 else { throw SystemError(what: "signals", number: result) }
    }

    /// Unblocks signals in the current thread and in all threads that are started later.
    package static func unblock(_ numbers: [Int32]) {
        var set = sigset_t(numbers)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Blocks the end signals, so that they only make `arePending` true; idempotent.
    package static func hold(_ numbers: [Int32]) throws(SystemError) {
        guard descriptor < 0 else { return }
        try block(numbers)
        var set = sigset_t(numbers)
        let file = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard file >= 0 else { throw SystemError(what: "signals", number: errno) }
        waiting.store(file, ordering: .relaxed)
    }

    /// Whether an end signal is pending; always false before `hold`.
    package static var arePending: Bool {
        guard descriptor >= 0 else { return false }
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) > 0
    }

    /// Waits until an output is writable. Returns false if an end signal is pending and the time budget
    /// (`remainingTime`) is used up.
    package static func wait(forRoomIn file: Int32) -> Bool {
        while !arePending {
            var interests = [
                pollfd(fd: file, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&interests, 2, -1) > 0, interests[0].revents != 0 { return true }
        }
        return waitRemainingTime(for: file)
    }

    /// Waits until an output is writable or the time budget is used up. All outputs share the budget; otherwise, the
    /// waiting times of many blocked writes would add up.
    private static func waitRemainingTime(for file: Int32) -> Bool {
        let start = MonotonicClock.now
        var interest = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        while true {
            let left = remainingTime.load(ordering: .relaxed) - (MonotonicClock.now - start)
            let result = poll(&interest, 1, Int32(clamping: max(0, left) / 1000))
            if result < 0, errno == EINTR { continue }
            remainingTime.subtract(MonotonicClock.now - start, ordering: .relaxed)
            return result > 0
        }
    }

    /// Starts a thread that ends the process when `limit` has passed after an end signal, even if another thread hangs.
    /// The thread first calls `report`; the exit status is 1.
    ///
    /// Requires `hold`. Intended for commands that call third-party code.
    package static func endAnyway(
        after limit: TimeSpan,
        _ report: @escaping @Sendable () -> Void
    ) throws(ServiceError) -> WorkerThread {
        try WorkerThread(name: "end") {
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&interest, 1, -1) <= 0 {}
            usleep(UInt32(clamping: limit.microseconds))
            report()
            _exit(1)
        }
    }

    /// Waits 20 ms, for callers that poll a state. Returns false if an end signal is pending.
    package static func waitAMoment() -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 20) <= 0
    }
}

extension sigset_t {
    fileprivate init(_ numbers: [Int32]) {
        self.init()
        sigemptyset(&self)
        for number in numbers { sigaddset(&self, number) }
    }
}
