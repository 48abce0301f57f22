internal import Glibc

/// An owned file descriptor, closed on deinitialization.
package struct OwnedFile: ~Copyable {
    package let descriptor: Int32

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    // `close` is never retried, because even a failed `close` releases the descriptor, and another thread may have
    // reused the descriptor's number.
    deinit { _ = close(descriptor) }
}

/// Repeats a system call while it fails with EINTR. The closure returns a value, or a negative `errno`.
@discardableResult
package func retryingInterruption(
    on device: String,
    while action: @autoclosure () -> String,
    _ call: () -> Int32
) throws(EvdevError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        // Only a bug causes EBADF or EFAULT, and continuing might damage another file.
        precondition(result != -EBADF && result != -EFAULT, "\(device): bad descriptor or address while \(action())")
        if result != -EINTR { throw EvdevError(errorNumber: -result, device: device, while: action()) }
    }
}
