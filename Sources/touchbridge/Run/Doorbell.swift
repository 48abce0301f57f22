internal import Glibc

/// Wakes a loop up from any thread.
final class Doorbell: Sendable {
    let fileDescriptor: Int32

    init() throws(SystemError) {
        fileDescriptor = eventfd(0, Int32(EFD_CLOEXEC.rawValue | EFD_NONBLOCK.rawValue))
        if fileDescriptor < 0 { throw SystemError(what: "requests", number: errno) }
    }

    deinit { close(fileDescriptor) }

    func ring() { eventfd_write(fileDescriptor, 1) }

    /// Called by the loop, before it looks what there is.
    func answer() {
        var count: UInt64 = 0
        eventfd_read(fileDescriptor, &count)
    }
}
