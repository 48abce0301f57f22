/// Description of a device: its name, its event codes and the ranges of its axes.
public struct DeviceDescription: Equatable, Sendable {
    /// The kernel's `input_id`.
    public struct Identity: Hashable, Sendable {
        public var bus: UInt16
        public var vendor: UInt16
        public var product: UInt16
        public var version: UInt16

        public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    public var name: String
    public var identity = Identity()
    /// Serial number or another unique id (`uniq`), if the device has one.
    public var unique: String?
    /// Physical location that the driver reports (`phys`); nodes of one physical device have the same `phys` up to the
    /// last slash.
    public var physical: String?
    public var properties: Set<DeviceProperty> = []
    /// Codes that the device can report, by event type.
    public var codes: [EventType: Set<UInt16>] = [:]
    public var axes: [Axis: AxisRange] = [:]
    /// Properties from udev: `ID_INPUT_TOUCHSCREEN`, `ID_PATH`, …; empty for a recording that contains no udev
    /// properties.
    public var udev: [String: String] = [:]

    public init(name: String) { self.name = name }

    public func has(_ axis: Axis) -> Bool { codes[.absolute]?.contains(axis.rawValue) == true }
    public func has(_ key: KeyCode) -> Bool { codes[.key]?.contains(key.rawValue) == true }
}

/// A property of a device: the kernel's `INPUT_PROP_` constants.
public struct DeviceProperty: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let pointer = DeviceProperty(rawValue: 0)
    /// The touch surface is the display itself.
    public static let direct = DeviceProperty(rawValue: 1)
    public static let buttonPad = DeviceProperty(rawValue: 2)
    public static let semiMultitouch = DeviceProperty(rawValue: 3)
    public static let topButtonPad = DeviceProperty(rawValue: 4)
    public static let pointingStick = DeviceProperty(rawValue: 5)
    public static let accelerometer = DeviceProperty(rawValue: 6)
}
