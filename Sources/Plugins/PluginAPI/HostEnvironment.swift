package import Platform
internal import Synchronization

/// Host name and device names, readable on any thread, and the clock of the input thread.
public final class HostEnvironment: Sendable {
    public let host: String
    /// Clock that measures the duration of calls on the input thread.
    package let inputClock = InputClock()
    private let devices = Mutex<[Int32: String]>([:])
    /// Names of live devices in /sys/class/input, such as `input27`, which the kernel never reuses.
    private let inputNames = Mutex<[Int32: String]>([:])

    public init(host: String) { self.host = host }

    /// Returns the name of a device; empty if the device is unknown.
    public func deviceName(_ number: Int32) -> String { devices.withLock { $0[number] ?? "" } }

    /// The names of the connected devices and of the most recently removed devices, by device number.
    package var deviceNames: [Int32: String] { devices.withLock(\.self) }

    /// Sets the name of a device; nil removes the device.
    public func setDeviceName(_ name: String?, of number: Int32) {
        devices.withLock { $0[number] = name }
        if name == nil { inputNames.withLock { $0[number] = nil } }
    }

    /// Returns the name of a live device in /sys/class/input; nil if the device is virtual or comes from a recording.
    package func inputName(_ number: Int32) -> String? { inputNames.withLock { $0[number] } }

    package func setInputName(_ name: String, of number: Int32) { inputNames.withLock { $0[number] = name } }
}
