internal import CPluginSystem
internal import Glibc

/// Wakes a thread that polls its descriptor, from any other.
final class Bell: Sendable {
    let descriptor: Int32

    init() {
        descriptor = plugin_wakeup_make()
        precondition(descriptor >= 0, "no descriptor is left for a plugin")
    }

    deinit { close(descriptor) }

    /// Wakes the thread, now or when it polls next.
    func ring() { plugin_wakeup_signal(descriptor) }

    /// Forgets that it rang; for the thread that polls.
    func calm() { plugin_wakeup_clear(descriptor) }
}
