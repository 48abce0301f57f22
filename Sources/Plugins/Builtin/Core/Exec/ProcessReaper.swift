internal import CExec
internal import Glibc
internal import Platform
internal import PluginAPI
internal import Synchronization

/// Kills the process groups of programs that must end immediately, and reaps the processes.
enum ProcessReaper {
    /// Killed processes that are not yet reaped. A process in an uninterruptible system call ends only after that call.
    private static let unreaped = Mutex<[Int32]>([])
    /// Maximum time to wait for all processes, in microseconds. Usually 1000 µs are sufficient.
    private static let timeout: Int64 = 250_000

    /// Kills the process groups with these leaders and reaps the leaders. The next call tries again to reap leaders
    /// that did not end in time.
    static func end(_ processes: [Int32]) {
        for process in processes { tb_exec_signal(process, SIGKILL) }
        var left = unreaped.withLock { $0.take() } + processes
        let deadline = MonotonicClock.now + timeout
        while true {
            left.removeAll { tb_exec_reap($0) != -EAGAIN }
            if left.isEmpty || MonotonicClock.now >= deadline { break }
            usleep(500)
        }
        unreaped.withLock { $0 += left }
    }
}

extension Array {
    /// Removes and returns all elements.
    fileprivate mutating func take() -> Array {
        defer { removeAll() }
        return self
    }
}
