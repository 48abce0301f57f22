internal import CWebsockets
internal import Glibc

/// A timerfd, to be watched by a loop.
final class Timer {
    let descriptor: Int32

    /// Returns nil if no descriptor is available.
    init?() {
        descriptor = tb_timer_make()
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Restarts the timer in microseconds and clears an expiry; nil stops it.
    func set(_ microseconds: Int64?) { tb_timer_set(descriptor, max(-1, microseconds ?? -1)) }
}
