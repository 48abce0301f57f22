/// A key or button: the kernel's `KEY_` and `BTN_` constants that have a meaning here.
public struct KeyCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    // Buttons of panels and pens.
    public static let button0 = KeyCode(rawValue: 0x100)
    public static let buttonLeft = KeyCode(rawValue: 0x110)
    public static let toolPen = KeyCode(rawValue: 0x140)
    public static let toolRubber = KeyCode(rawValue: 0x141)
    public static let toolBrush = KeyCode(rawValue: 0x142)
    public static let toolPencil = KeyCode(rawValue: 0x143)
    public static let toolAirbrush = KeyCode(rawValue: 0x144)
    public static let toolFinger = KeyCode(rawValue: 0x145)
    public static let toolMouse = KeyCode(rawValue: 0x146)
    public static let toolLens = KeyCode(rawValue: 0x147)
    public static let touch = KeyCode(rawValue: 0x14a)
    public static let stylus = KeyCode(rawValue: 0x14b)

    /// Whether it says that a pen is near.
    public var isPenTool: Bool { (0x140...0x144).contains(rawValue) || rawValue == 0x147 }
}
