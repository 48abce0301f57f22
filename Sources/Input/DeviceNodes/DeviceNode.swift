internal import InputEvents

/// Describes an input device node and its udev data, regardless of whether the node is open.
public struct DeviceNode: Hashable, Sendable {
    /// Path of the node, for example `/dev/input/event3`.
    public var path: String
    /// Name in sysfs, for example `event3`.
    public var systemName: String
    /// Path in sysfs; changes each time the device is plugged in.
    public var systemPath: String
    /// Name that the device reports.
    public var name: String
    /// Properties that udev's rules set, such as `ID_INPUT_TOUCHSCREEN` and `LIBINPUT_CALIBRATION_MATRIX`.
    public var properties: [String: String]
    /// Physical location that the driver reports (`phys`).
    public var physical: String?
    /// Identifier that the nodes of one physical device share; nil if unknown (V4).
    public var physicalDevice: String?

    /// Creates a node from the given values. Use a `DeviceMonitor` to obtain the nodes of existing devices.
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

    /// Whether both nodes are of one physical device, such as a panel's node and its "… Mouse" node (V4).
    public func isSibling(of other: DeviceNode) -> Bool {
        systemPath != other.systemPath && physicalDevice != nil && physicalDevice == other.physicalDevice
    }

    /// Name of the node's input device in /sys/class/input, such as `input27`. The kernel never reuses this name.
    package var inputName: String? {
        let names = systemPath.split(separator: "/")
        return names.count > 1 ? String(names[names.count - 2]) : nil
    }

    /// Whether the node is one of Touchbridge's own virtual devices, which are never read (U5).
    public var isOurs: Bool { DeviceKind.isOurs(physical: physical) }
}

/// The addition or removal of a device.
public enum DeviceChange: Hashable, Sendable {
    /// The device exists, and udev has initialized it.
    case added(DeviceNode)
    /// The device was removed; the value is the node that was reported as added.
    case removed(DeviceNode)
}
