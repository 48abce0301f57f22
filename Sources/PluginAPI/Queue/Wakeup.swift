internal import CPluginSystem
internal import Glibc

/// A descriptor by which any thread wakes one that waits in poll.
public final class Wakeup: Sendable {
    /// Ready once it was signalled, until it is cleared: for poll only, nobody else reads or writes it.
    public let descriptor: Int32

    public init() {
        descriptor = plugin_wakeup_make()
        precondition(descriptor >= 0, "no descriptor is left to wake a thread by")
    }

    deinit { close(descriptor) }

    /// Wakes whoever waits, now or the next time.
    public func signal() { plugin_wakeup_signal(descriptor) }

    /// Lets the next one wait again.
    public func clear() { plugin_wakeup_clear(descriptor) }
}
