internal import Synchronization

/// Name of the machine and names of its devices; usable from any thread.
public final class HostEnvironment: Sendable {
    public let host: String
    private let devices = Mutex<[Int32: String]>([:])

    public init(host: String) { self.host = host }

    /// Returns the name of a device; empty if it is unknown.
    public func deviceName(_ number: Int32) -> String { devices.withLock { $0[number] ?? "" } }

    /// Sets a device's name; nil removes it.
    public func setDeviceName(_ name: String?, of number: Int32) { devices.withLock { $0[number] = name } }
}
