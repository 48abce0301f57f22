internal import CWebsockets
internal import Glibc

/// A descriptor by which a loop that watches it is told that a time has come.
final class Timer {
    let descriptor: Int32

    /// Nil when the process may open nothing more.
    init?() {
        descriptor = tb_timer_make()
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sets its time anew, so many microseconds from now, nil for none; that an earlier one has come is forgotten.
    func set(_ microseconds: Int64?) { tb_timer_set(descriptor, max(-1, microseconds ?? -1)) }
}
