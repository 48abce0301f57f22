internal import CSystemd
internal import Glibc
package import Platform
internal import Synchronization

/// End signals of commands with a cleanup phase; other commands die of them.
///
/// The signals stay pending, so every later check sees them.
package enum EndSignals {
    private static let waiting = Atomic<Int32>(-1)
    /// Time budget in microseconds for blocked outputs after an end signal.
    private static let remainingTime = Atomic<Int64>(500_000)

    /// Descriptor that becomes, and stays, readable after an end signal; never read. -1 before `hold`.
    package static var descriptor: Int32 { waiting.load(ordering: .relaxed) }

    /// Makes the signals end the process at once with status 0; for the time before there is anything to clean up.
    package static func endAtOnce(_ numbers: [Int32]) {
        for number in numbers { signal(number) { _ in _exit(0) } }
    }

    /// Blocks signals in this thread and in all threads started later.
    package static func block(_ numbers: [Int32]) throws(SystemError) {
        var set = sigset_t(numbers)
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard result == 0 else { throw SystemError(what: "signals", number: result) }
    }

    /// Blocks the end signals, which then only make `arePending` true; idempotent.
    package static func hold(_ numbers: [Int32]) throws(SystemError) {
        guard descriptor < 0 else { return }
        try block(numbers)
        var set = sigset_t(numbers)
        let file = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard file >= 0 else { throw SystemError(what: "signals", number: errno) }
        waiting.store(file, ordering: .relaxed)
    }

    /// Whether an end signal is pending; false before `hold`.
    package static var arePending: Bool {
        guard descriptor >= 0 else { return false }
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) > 0
    }

    /// Waits until an output is writable; returns false if an end signal is pending and the time budget is used up.
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

    /// The time budget is shared by all outputs: many blocked writes would add up otherwise.
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

    /// Ends the process with status 1 a fixed time after an end signal, even if a thread hangs; calls `report` before.
    ///
    /// Requires `hold`. For commands that call third-party code.
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

    /// Sleeps briefly, to poll a state without notifications; returns false if an end signal is pending.
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
