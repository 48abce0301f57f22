internal import CPluginSystem
internal import Glibc

/// A descriptor by which any thread wakes one that waits in poll.
public final class Wakeup: Sendable {
    /// Ready once it was signalled, until it is cleared: for poll only, nobody else reads or writes it.
    public let descriptor: Int32

    /// Fails when the process may open nothing more.
    public init() throws(PluginError) { descriptor = try Self.makeDescriptor() }

    static func makeDescriptor() throws(PluginError) -> Int32 {
        let descriptor = plugin_wakeup_make()
        guard descriptor >= 0 else { throw .system("no descriptor is left to wake a thread by", -descriptor) }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Wakes whoever waits, now or the next time.
    public func signal() { plugin_wakeup_signal(descriptor) }

    /// Lets the next one wait again.
    public func clear() { plugin_wakeup_clear(descriptor) }
}

extension PluginError {
    /// What the system did not give, and why.
    static func system(_ message: String, _ error: Int32) -> PluginError {
        let remedy = error == EMFILE ? "; 'ulimit -n' or LimitNOFILE= of the service may allow more" : ""
        return PluginError("\(message): \(String(cString: strerror(error)))\(remedy)")
    }
}
