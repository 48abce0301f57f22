/// A key or button: the kernel's `KEY_` and `BTN_` constants.
public struct KeyCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    // Buttons of panels and pens.
    @inlinable public static var button0: KeyCode { KeyCode(rawValue: 0x100) }
    @inlinable public static var buttonLeft: KeyCode { KeyCode(rawValue: 0x110) }
    @inlinable public static var buttonRight: KeyCode { KeyCode(rawValue: 0x111) }
    @inlinable public static var buttonMiddle: KeyCode { KeyCode(rawValue: 0x112) }
    @inlinable public static var toolPen: KeyCode { KeyCode(rawValue: 0x140) }
    @inlinable public static var toolRubber: KeyCode { KeyCode(rawValue: 0x141) }
    @inlinable public static var toolBrush: KeyCode { KeyCode(rawValue: 0x142) }
    @inlinable public static var toolPencil: KeyCode { KeyCode(rawValue: 0x143) }
    @inlinable public static var toolAirbrush: KeyCode { KeyCode(rawValue: 0x144) }
    @inlinable public static var toolFinger: KeyCode { KeyCode(rawValue: 0x145) }
    @inlinable public static var toolMouse: KeyCode { KeyCode(rawValue: 0x146) }
    @inlinable public static var toolLens: KeyCode { KeyCode(rawValue: 0x147) }
    @inlinable public static var touch: KeyCode { KeyCode(rawValue: 0x14a) }
    @inlinable public static var stylus: KeyCode { KeyCode(rawValue: 0x14b) }

    /// Whether the key represents a tool of a pen device, such as a pen or an eraser. The key's value states whether
    /// the tool is in range.
    @inlinable public var isPenTool: Bool { (0x140...0x144).contains(rawValue) || rawValue == 0x147 }

    /// Adds this tool to `tools`, the bit mask of the pen tools in range, and returns the result. If `isNear` is false,
    /// removes this tool instead.
    @inlinable public func penTools(_ tools: UInt8, isNear: Bool) -> UInt8 {
        let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: rawValue & 7)
        return isNear ? tools | bit : tools & ~bit
    }
}
