/// An absolute axis: the kernel's `ABS_` constants for touch devices.
public struct Axis: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable public static var x: Axis { Axis(rawValue: 0x00) }
    @inlinable public static var y: Axis { Axis(rawValue: 0x01) }
    @inlinable public static var z: Axis { Axis(rawValue: 0x02) }
    @inlinable public static var pressure: Axis { Axis(rawValue: 0x18) }
    @inlinable public static var distance: Axis { Axis(rawValue: 0x19) }
    /// Selects the slot of the following contact-axis values (K5).
    @inlinable public static var slot: Axis { Axis(rawValue: 0x2f) }
    @inlinable public static var touchMajor: Axis { Axis(rawValue: 0x30) }
    @inlinable public static var touchMinor: Axis { Axis(rawValue: 0x31) }
    @inlinable public static var widthMajor: Axis { Axis(rawValue: 0x32) }
    @inlinable public static var widthMinor: Axis { Axis(rawValue: 0x33) }
    @inlinable public static var orientation: Axis { Axis(rawValue: 0x34) }
    @inlinable public static var contactX: Axis { Axis(rawValue: 0x35) }
    @inlinable public static var contactY: Axis { Axis(rawValue: 0x36) }
    @inlinable public static var toolType: Axis { Axis(rawValue: 0x37) }
    @inlinable public static var blob: Axis { Axis(rawValue: 0x38) }
    /// Id of the contact in the slot; -1 if the slot has no contact.
    @inlinable public static var trackingID: Axis { Axis(rawValue: 0x39) }
    @inlinable public static var contactPressure: Axis { Axis(rawValue: 0x3a) }
    @inlinable public static var contactDistance: Axis { Axis(rawValue: 0x3b) }
    @inlinable public static var toolX: Axis { Axis(rawValue: 0x3c) }
    @inlinable public static var toolY: Axis { Axis(rawValue: 0x3d) }

    /// The axis with the code ABS_MT_SLOT - 1. It identifies libevdev's "fake MT device": the driver numbers axes
    /// consecutively, and some numbers equal ABS_MT_* codes (K11).
    @inlinable public static var belowSlot: Axis { Axis(rawValue: 0x2e) }

    /// Whether the contacts of a panel with slots use the axis. For such a panel, the device reader masks all other
    /// absolute axes.
    public var isOfSlots: Bool {
        switch self {
        case .slot, .trackingID, .contactX, .contactY, .contactPressure, .contactDistance, .touchMajor, .touchMinor,
            .orientation, .toolType:
            true
        default: false
        }
    }
}

/// Range and properties of an absolute axis.
public struct AxisRange: Equatable, Sendable, BitwiseCopyable {
    /// Value when the device was opened.
    public var value: Int32
    public var minimum: Int32
    public var maximum: Int32
    /// Noise threshold: the kernel filters smaller changes (V7).
    public var fuzz: Int32
    public var flat: Int32
    /// Units per millimetre, or per g for an accelerometer; 0 if unknown.
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

/// Value of `Axis.toolType`: the tool that touches the panel.
public struct ToolType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: Int32
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

    @inlinable public static var finger: ToolType { ToolType(rawValue: 0) }
    @inlinable public static var pen: ToolType { ToolType(rawValue: 1) }
    @inlinable public static var palm: ToolType { ToolType(rawValue: 2) }
}
