internal import CSystemd
internal import Glibc
package import Platform
internal import Synchronization

/// The signals that end the program, for commands that have something to bring to an end; others die of them.
///
/// They are never taken out of the queue in which they wait: whoever asks is told the same, however late.
package enum EndSignals {
    private static let waiting = Atomic<Int32>(-1)
    /// Microseconds that outputs may still be waited for when the end has been asked for.
    private static let patience = Atomic<Int64>(500_000)

    /// What becomes readable when one has come, and stays so; nobody reads it. -1 before `hold`.
    package static var descriptor: Int32 { waiting.load(ordering: .relaxed) }

    /// As long as nothing has begun they end the process at once, and that is fine.
    package static func endAtOnce(_ numbers: [Int32]) {
        for number in numbers { signal(number) { _ in _exit(0) } }
    }

    /// Has a signal wait for who will take it; threads that are started later leave it alone.
    package static func block(_ numbers: [Int32]) throws(SystemError) {
        var set = sigset_t(numbers)
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard result == 0 else { throw SystemError(what: "signals", number: result) }
    }

    /// From now on they end nothing by themselves; said once more, nothing changes.
    package static func hold(_ numbers: [Int32]) throws(SystemError) {
        guard descriptor < 0 else { return }
        try block(numbers)
        var set = sigset_t(numbers)
        let file = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard file >= 0 else { throw SystemError(what: "signals", number: errno) }
        waiting.store(file, ordering: .relaxed)
    }

    /// Whether one waits; false before `hold`.
    package static var haveCome: Bool {
        guard descriptor >= 0 else { return false }
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) > 0
    }

    /// Waits until an output can be written to; false when the end is asked for, and whoever reads has had time enough.
    package static func wait(forRoomIn file: Int32) -> Bool {
        while !haveCome {
            var interests = [
                pollfd(fd: file, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&interests, 2, -1) > 0, interests[0].revents != 0 { return true }
        }
        return hurry(for: file)
    }

    /// The time is for all outputs together, or many writes that wait would take many times as long.
    private static func hurry(for file: Int32) -> Bool {
        let start = MonotonicClock.now
        var interest = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        while true {
            let left = patience.load(ordering: .relaxed) - (MonotonicClock.now - start)
            let result = poll(&interest, 1, Int32(clamping: max(0, left) / 1000))
            if result < 0, errno == EINTR { continue }
            patience.subtract(MonotonicClock.now - start, ordering: .relaxed)
            return result > 0
        }
    }

    /// Ends the process with status 1 so long after one has come, whatever it hangs in; `tell` is called before.
    ///
    /// It needs `hold`, and is for who calls what others wrote.
    package static func endAnyway(
        after limit: TimeSpan,
        _ tell: @escaping @Sendable () -> Void
    ) throws(ServiceError) -> WorkerThread {
        try WorkerThread(name: "end") {
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&interest, 1, -1) <= 0 {}
            usleep(UInt32(clamping: limit.microseconds))
            tell()
            _exit(1)
        }
    }

    /// Waits a moment for something that tells nobody when it comes; false when the end is asked for.
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
