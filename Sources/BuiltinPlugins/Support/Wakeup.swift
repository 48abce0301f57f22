internal import Glibc
internal import PluginAPI

/// Wakes a thread that waits in `poll`, from any thread and without waiting itself.
final class Wakeup: Sendable {
    let descriptor: Int32

    init() throws(PluginError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC.rawValue | EFD_NONBLOCK.rawValue))
        guard descriptor >= 0 else { throw PluginError("no eventfd: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// Wakes the thread, or lets its next wait end at once.
    func signal() { eventfd_write(descriptor, 1) }

    /// Forgets that it was woken; the thread's own to call.
    func clear() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
