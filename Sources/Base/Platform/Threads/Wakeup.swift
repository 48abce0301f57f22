internal import CPlatform
internal import Glibc

/// An eventfd that any thread can signal to wake another thread from `poll`.
public final class Wakeup: Sendable {
    /// File descriptor that is readable from `signal()` until `clear()`. Pass the descriptor only to `poll`; do not
    /// read from it or write to it.
    public let descriptor: Int32

    /// Creates the eventfd; throws if no file descriptor is available.
    public init() throws(ServiceError) { descriptor = try Self.makeDescriptor() }

    package static func makeDescriptor() throws(ServiceError) -> Int32 {
        let descriptor = tb_wakeup_make()
        guard descriptor >= 0 else { throw .system("cannot create an eventfd for a thread", -descriptor) }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Makes the current or next `poll` return.
    public func signal() { tb_wakeup_signal(descriptor) }

    /// Makes `descriptor` unreadable until the next `signal()`.
    public func clear() { tb_wakeup_clear(descriptor) }
}
