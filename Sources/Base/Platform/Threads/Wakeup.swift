internal import CPlatform
internal import Glibc

/// An eventfd; any thread signals it to wake the one blocked in `poll`.
public final class Wakeup: Sendable {
    /// Readable from `signal()` until `clear()`. For `poll` only: do not read or write it.
    public let descriptor: Int32

    /// Throws when no file descriptor is available.
    public init() throws(ServiceError) { descriptor = try Self.makeDescriptor() }

    package static func makeDescriptor() throws(ServiceError) -> Int32 {
        let descriptor = tb_wakeup_make()
        guard descriptor >= 0 else { throw .system("cannot create an eventfd for a thread", -descriptor) }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Makes the current or the next `poll` return.
    public func signal() { tb_wakeup_signal(descriptor) }

    /// Makes `descriptor` unreadable until the next `signal()`.
    public func clear() { tb_wakeup_clear(descriptor) }
}
