internal import CWebsockets
internal import Glibc

/// A timerfd that an event loop can watch.
final class Timer {
    let descriptor: Int32

    /// Creates a timer; returns nil if no file descriptor is available.
    init?() {
        descriptor = tb_timer_make()
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Restarts the timer with a duration in microseconds and clears a pending expiration; nil stops the timer.
    func set(_ microseconds: Int64?) { tb_timer_set(descriptor, max(-1, microseconds ?? -1)) }
}
