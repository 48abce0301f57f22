/// Kind of an input device: a panel, a panel's pen, keys, an accelerometer, or a device that is ignored.
public enum DeviceKind: Hashable, Sendable {
    /// A panel that reports finger contacts.
    case touchscreen
    /// A pen that is used directly on a screen. Touchbridge uses only its proximity to the touch panel of the same
    /// physical device (V10).
    case pen
    /// A device with keys or buttons, such as a keyboard, a remote control or a headset.
    case keys
    /// An accelerometer, for detecting shakes.
    case accelerometer
    /// A device that is not used.
    case ignored(Reason)

    /// Reason why a device is ignored.
    public enum Reason: Hashable, Sendable, CustomStringConvertible {
        /// A virtual device that Touchbridge created; reading its events would cause a feedback loop (U5).
        case ours
        case touchpad
        case tablet
        case mouse
        case joystick
        /// A required axis is missing or invalid (V5).
        case unusable(String)
        /// The device supports no event codes that Touchbridge uses.
        case nothingToRead

        public var description: String {
            switch self {
            case .ours: "it is a virtual device created by touchbridge"
            case .touchpad: "it is a touchpad"
            case .tablet: "it is a pen tablet"
            case .mouse: "it is a mouse"
            case .joystick: "it is a joystick or gamepad"
            case .unusable(let problem): "it cannot be used as a touchscreen, because \(problem)"
            case .nothingToRead: "it reports neither touches nor keys"
            }
        }
    }

    /// Prefix of the physical location of Touchbridge's own virtual devices.
    public static let ownPhysicalPrefix = "touchbridge/"

    /// Whether `physical` is the location of a virtual device that Touchbridge created (U5).
    public static func isOurs(physical: String?) -> Bool { physical?.hasPrefix(ownPhysicalPrefix) == true }

    /// Classifies a device by its udev properties. Without udev properties, uses heuristics similar to udev's. A panel
    /// that udev classifies as a tablet, because its node also reports a pen, counts as a touchscreen (V13).
    public init(of device: DeviceDescription) {
        if Self.isOurs(physical: device.physical) {
            self = .ignored(.ours)
            return
        }
        let kind = device.udev["ID_INPUT"] == nil ? Self.guess(device) : Self.byUdev(device)
        self = kind == .touchscreen ? Self.asTouchscreen(device) : kind
    }

    /// Classifies a device. A device that a layout accepts (`isAccepted`) counts as a touchscreen if its position axes
    /// are valid. Exceptions are key devices, accelerometers and Touchbridge's own virtual devices (V13).
    public init(of device: DeviceDescription, isAccepted: Bool) {
        self.init(of: device)
        guard isAccepted, device.hasPosition else { return }
        switch self {
        case .touchscreen, .keys, .accelerometer, .ignored(.ours): break
        case .pen, .ignored: self = Self.asTouchscreen(device)
        }
    }

    private static func asTouchscreen(_ device: DeviceDescription) -> DeviceKind {
        do throws(PanelRejection) {
            _ = try PanelProtocol.positionAxes(of: device)
            return .touchscreen
        } catch {
            return .ignored(.unusable(error.description))
        }
    }

    private static func byUdev(_ device: DeviceDescription) -> DeviceKind {
        func hasProperty(_ name: String) -> Bool {
            device.udev["ID_INPUT_\(name)"].map { $0 != "0" && $0 != "" } ?? false
        }
        // Checks TOUCHSCREEN before TABLET, because udev also sets TABLET on the finger node of a panel that supports a
        // pen.
        if hasProperty("TOUCHSCREEN") { return .touchscreen }
        if hasProperty("ACCELEROMETER") { return .accelerometer }
        if hasProperty("TOUCHPAD") { return .ignored(.touchpad) }
        if hasProperty("TABLET") || hasProperty("TABLET_PAD") { return tablet(device) }
        if hasProperty("JOYSTICK") { return .ignored(.joystick) }
        if hasProperty("MOUSE") || hasProperty("POINTINGSTICK") { return .ignored(.mouse) }
        return hasProperty("KEY") || hasProperty("KEYBOARD") || hasProperty("SWITCH") ? .keys : .ignored(.nothingToRead)
    }

    /// Returns the kind of a device that udev or `guess` classifies as a tablet. A pen is ignored if its physical
    /// device is unknown, because its panel is then unknown too.
    private static func tablet(_ device: DeviceDescription) -> DeviceKind {
        if device.isDirectPanel { return .touchscreen }
        let isOnScreen = device.properties.contains(.direct) && device.has(.toolPen)
        return isOnScreen && device.physicalDevice != nil ? .pen : .ignored(.tablet)
    }

    private static func guess(_ device: DeviceDescription) -> DeviceKind {
        if device.properties.contains(.accelerometer) { return .accelerometer }
        let isDirect = device.properties.contains(.direct)
        if device.hasPosition {
            if device.has(.stylus) || device.has(.toolPen) { return tablet(device) }
            if device.has(.toolFinger), !isDirect { return .ignored(.touchpad) }
            if device.has(.buttonLeft), !isDirect, !device.hasContacts { return .ignored(.mouse) }
            if device.has(.touch) || isDirect { return .touchscreen }
            if device.hasJoystickButtons { return .ignored(.joystick) }
        }
        if device.codes[.relative]?.isEmpty == false, device.has(.buttonLeft) { return .ignored(.mouse) }
        return device.hasKeys ? .keys : .ignored(.nothingToRead)
    }
}

extension DeviceDescription {
    /// Whether the device's ABS_MT_* codes are only consecutive axis numbers and do not describe contacts (libevdev's
    /// "fake MT device", K11).
    public var isNumberedThrough: Bool { has(.belowSlot) }

    /// Whether the device becomes a touchscreen only if a layout accepts it (V13).
    public var isAcceptable: Bool {
        DeviceKind(of: self) != .touchscreen && DeviceKind(of: self, isAccepted: true) == .touchscreen
    }

    var hasContacts: Bool { has(.contactX) && has(.contactY) && !isNumberedThrough }
    var hasPosition: Bool { has(.x) && has(.y) || hasContacts }
    /// Whether the device is a touchscreen that reports contacts; a pen on the same node does not make the device a
    /// tablet.
    fileprivate var isDirectPanel: Bool { hasContacts && properties.contains(.direct) }

    fileprivate var hasJoystickButtons: Bool { codes[.key]?.contains { (0x120..<0x140).contains($0) } == true }

    /// Whether the device has keys other than the buttons of pointers, joysticks and pens.
    fileprivate var hasKeys: Bool { codes[.key]?.contains { $0 < 0x100 || $0 >= 0x160 } == true }
}
