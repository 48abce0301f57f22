internal import CExec
internal import Glibc
internal import Platform
internal import PluginAPI
internal import Synchronization

/// Programs that there is no more time for: they are ended with their groups, and do not stay behind as zombies.
enum Leftovers {
    /// Those that were ended and have not gone as yet, as the kernel lets nobody go from the midst of some calls.
    private static let staying = Mutex<[Int32]>([])
    /// How long is waited for all of them, in microseconds; mostly they need less than one thousand.
    private static let patience: Int64 = 250_000

    /// Ends processes that lead a group each and were not reaped; those that stay are looked after the next time.
    static func end(_ processes: [Int32]) {
        for process in processes { tb_exec_signal(process, SIGKILL) }
        var left = staying.withLock { $0.take() } + processes
        let deadline = MonotonicClock.now + patience
        while true {
            left.removeAll { tb_exec_reap($0) != -EAGAIN }
            if left.isEmpty || MonotonicClock.now >= deadline { break }
            usleep(500)
        }
        staying.withLock { $0 += left }
    }
}

extension Array {
    /// What it holds, which is not in it any more.
    fileprivate mutating func take() -> Array {
        defer { removeAll() }
        return self
    }
}
