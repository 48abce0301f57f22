internal import Glibc

/// An open file, closed when its owner is done with it.
package struct OwnedFile: ~Copyable {
    package let descriptor: Int32

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    // The descriptor is free again even when closing fails, so a second try could close somebody else's.
    deinit { _ = close(descriptor) }
}

/// Calls until the call was not interrupted by a signal; what it gives is a value, or an error's number below zero.
@discardableResult
package func retryingInterruption(
    on device: String,
    while action: @autoclosure () -> String,
    _ call: () -> Int32
) throws(EvdevError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        // Only a mistake of ours can give these, and going on would do harm to some other file.
        precondition(result != -EBADF && result != -EFAULT, "\(device): bad descriptor or address while \(action())")
        if result != -EINTR { throw EvdevError(errorNumber: -result, device: device, while: action()) }
    }
}
