internal import Synchronization

/// Names of the machine and its devices; usable from any thread.
public final class HostEnvironment: Sendable {
    public let host: String
    private let devices = Mutex<[Int32: String]>([:])

    public init(host: String) { self.host = host }

    /// Returns the name of a device; empty if the device is unknown.
    public func deviceName(_ number: Int32) -> String { devices.withLock { $0[number] ?? "" } }

    /// Sets the name of a device; nil removes the device.
    public func setDeviceName(_ name: String?, of number: Int32) { devices.withLock { $0[number] = name } }
}
