internal import CPlatform
internal import Glibc

/// A descriptor by which any thread wakes one that waits in poll.
public final class Wakeup: Sendable {
    /// Ready once it was signalled, until it is cleared: for poll only, nobody else reads or writes it.
    public let descriptor: Int32

    /// Fails when the process may open nothing more.
    public init() throws(ServiceError) { descriptor = try Self.makeDescriptor() }

    package static func makeDescriptor() throws(ServiceError) -> Int32 {
        let descriptor = tb_wakeup_make()
        guard descriptor >= 0 else { throw .system("no descriptor is left to wake a thread by", -descriptor) }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Wakes whoever waits, now or the next time.
    public func signal() { tb_wakeup_signal(descriptor) }

    /// Lets the next one wait again.
    public func clear() { tb_wakeup_clear(descriptor) }
}
