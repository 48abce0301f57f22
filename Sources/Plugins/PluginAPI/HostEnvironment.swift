internal import Synchronization

/// What every thread may ask about the machine and its devices.
public final class HostEnvironment: Sendable {
    /// The machine's name.
    public let host: String
    private let devices = Mutex<[Int32: String]>([:])

    public init(host: String) { self.host = host }

    /// The name of a device, empty when it is not known.
    public func deviceName(_ number: Int32) -> String { devices.withLock { $0[number] ?? "" } }

    /// Takes down a device's name; nil when it is gone for good.
    public func setDeviceName(_ name: String?, of number: Int32) { devices.withLock { $0[number] = name } }
}
