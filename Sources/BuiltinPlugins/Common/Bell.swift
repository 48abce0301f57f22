internal import Glibc

/// Wakes a thread that polls its descriptor, from any other.
final class Bell: Sendable {
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(bitPattern: UInt32(EFD_CLOEXEC.rawValue | EFD_NONBLOCK.rawValue)))
        precondition(descriptor >= 0, "no descriptor is left for a plugin")
    }

    deinit { close(descriptor) }

    /// Wakes the thread, now or when it polls next.
    func ring() { eventfd_write(descriptor, 1) }

    /// Forgets that it rang; for the thread that polls.
    func calm() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
