/// An absolute axis: the kernel's `ABS_` constants that matter for touch.
public struct Axis: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let x = Axis(rawValue: 0x00)
    public static let y = Axis(rawValue: 0x01)
    public static let z = Axis(rawValue: 0x02)
    public static let pressure = Axis(rawValue: 0x18)
    public static let distance = Axis(rawValue: 0x19)
    /// Which slot the following contact axes are about (K5).
    public static let slot = Axis(rawValue: 0x2f)
    public static let touchMajor = Axis(rawValue: 0x30)
    public static let touchMinor = Axis(rawValue: 0x31)
    public static let widthMajor = Axis(rawValue: 0x32)
    public static let widthMinor = Axis(rawValue: 0x33)
    public static let orientation = Axis(rawValue: 0x34)
    public static let contactX = Axis(rawValue: 0x35)
    public static let contactY = Axis(rawValue: 0x36)
    public static let toolType = Axis(rawValue: 0x37)
    public static let blob = Axis(rawValue: 0x38)
    /// Which contact is in the slot; -1 for none.
    public static let trackingID = Axis(rawValue: 0x39)
    public static let contactPressure = Axis(rawValue: 0x3a)
    public static let contactDistance = Axis(rawValue: 0x3b)
    public static let toolX = Axis(rawValue: 0x3c)
    public static let toolY = Axis(rawValue: 0x3d)

    /// The axis below the slot's: a device with it numbers its axes through and has no slots (K11).
    public static let belowSlot = Axis(rawValue: 0x2e)
}

/// What an absolute axis announces about its values.
public struct AxisRange: Equatable, Sendable, BitwiseCopyable {
    /// The value when the device was described.
    public var value: Int32
    public var minimum: Int32
    public var maximum: Int32
    /// Changes below it are noise, and the kernel keeps them back (V7).
    public var fuzz: Int32
    public var flat: Int32
    /// Units per millimetre, 0 when the device doesn't say.
    public var resolution: Int32

    public init(
        value: Int32 = 0,
        minimum: Int32,
        maximum: Int32,
        fuzz: Int32 = 0,
        flat: Int32 = 0,
        resolution: Int32 = 0
    ) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }
}

/// What touches a panel that tells: the values of `Axis.toolType`.
public struct ToolType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let finger = ToolType(rawValue: 0)
    public static let pen = ToolType(rawValue: 1)
    public static let palm = ToolType(rawValue: 2)
}
