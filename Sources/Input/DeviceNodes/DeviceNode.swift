internal import InputEvents

/// A node of the input system as udev knows it, before anybody has opened it.
public struct DeviceNode: Hashable, Sendable {
    /// Where it is opened: `/dev/input/event3`.
    public var path: String
    /// Its name in the system: `event3`.
    public var systemName: String
    /// Its place in the system, another one each time that a device is plugged in.
    public var systemPath: String
    /// The name that the device gives itself.
    public var name: String
    /// What udev's rules say about it: `ID_INPUT_TOUCHSCREEN`, `ID_PATH`, `LIBINPUT_CALIBRATION_MATRIX`, …
    public var properties: [String: String]
    /// The place of the device as its driver names it.
    public var physical: String?
    /// What the nodes of one physical device have in common, if it is known (V4).
    public var physicalDevice: String?

    /// Makes a node by hand; those that exist come from a `DeviceMonitor`.
    public init(
        path: String,
        systemName: String,
        systemPath: String,
        name: String,
        properties: [String: String] = [:],
        physical: String? = nil,
        physicalDevice: String? = nil
    ) {
        self.path = path
        self.systemName = systemName
        self.systemPath = systemPath
        self.name = name
        self.properties = properties
        self.physical = physical
        self.physicalDevice = physicalDevice
    }

    /// Whether both nodes belong to one physical device, as a panel's and its "… Mouse" do (V4).
    public func isSibling(of other: DeviceNode) -> Bool {
        systemPath != other.systemPath && physicalDevice != nil && physicalDevice == other.physicalDevice
    }

    /// Whether it is a virtual device of ours, which is never read back (U5).
    public var isOurs: Bool { DeviceKind.isOurs(physical: physical) }
}

/// A device that came or went.
public enum DeviceChange: Hashable, Sendable {
    /// It is there, and udev is done with it.
    case added(DeviceNode)
    /// It was there, and what is known of it is what was told then.
    case removed(DeviceNode)
}
