/// Kind of an input device: a panel, its pen, keys, an accelerometer, or one that is ignored for a reason.
public enum DeviceKind: Hashable, Sendable {
    /// A panel that fingers touch.
    case touchscreen
    /// A pen that writes on a screen: read only for whether it is in range of the panel beside it (V10).
    case pen
    /// Keys and buttons outside a panel, for presses and remote control.
    case keys
    /// A sensor that feels shakes.
    case accelerometer
    /// It is left alone.
    case ignored(Reason)

    /// Why a device is left alone.
    public enum Reason: Hashable, Sendable, CustomStringConvertible {
        /// It is a virtual panel of ours, and reading it back would go round in circles (U5).
        case ours
        case touchpad
        case tablet
        case mouse
        case joystick
        /// An axis that is needed is missing, or its numbers make no sense (V5).
        case unusable(String)
        /// It has nothing that we read.
        case nothingToRead

        public var description: String {
            switch self {
            case .ours: "it is a virtual panel of touchbridge itself"
            case .touchpad: "it is a touchpad"
            case .tablet: "it is a tablet for a pen"
            case .mouse: "it is a mouse"
            case .joystick: "it is a joystick or gamepad"
            case .unusable(let problem): "it says that it is a touchscreen, but \(problem)"
            case .nothingToRead: "it has neither touch nor keys"
            }
        }
    }

    /// What the physical place of our own virtual devices begins with.
    public static let ownPlace = "touchbridge/"

    /// Whether a device at this physical place is one of our own (U5).
    public static func isOurs(physical: String?) -> Bool { physical?.hasPrefix(ownPlace) == true }

    /// The kind of a device: udev decides, and where nobody asked udev, its own rule of thumb; only fingers beside a pen
    /// on one node are found by us (V13).
    public init(of device: DeviceDescription) {
        if Self.isOurs(physical: device.physical) {
            self = .ignored(.ours)
            return
        }
        let kind = device.udev["ID_INPUT"] == nil ? Self.guess(device) : Self.byUdev(device)
        self = kind == .touchscreen ? Self.asTouchscreen(device) : kind
    }

    /// The kind of a device for a layout that accepts it as a touchscreen: a pen, and one that is ignored for what it
    /// looks like, is a touchscreen if it reports a position (V13).
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
        func says(_ name: String) -> Bool { device.udev["ID_INPUT_\(name)"].map { $0 != "0" && $0 != "" } ?? false }
        // The node for fingers of a screen that also takes a pen is called a tablet as well.
        if says("TOUCHSCREEN") { return .touchscreen }
        if says("ACCELEROMETER") { return .accelerometer }
        if says("TOUCHPAD") { return .ignored(.touchpad) }
        if says("TABLET") || says("TABLET_PAD") { return tablet(device) }
        if says("JOYSTICK") { return .ignored(.joystick) }
        if says("MOUSE") || says("POINTINGSTICK") { return .ignored(.mouse) }
        return says("KEY") || says("KEYBOARD") || says("SWITCH") ? .keys : .ignored(.nothingToRead)
    }

    /// The kind of what udev calls a tablet; a pen whose physical device is unknown has no panel beside it.
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
    /// The numbers of its axes are counted through, so those of contacts mean something else (K11).
    public var isNumberedThrough: Bool { has(.belowSlot) }

    /// Whether a layout can accept it as a touchscreen, which it is not by itself (V13).
    public var isAcceptable: Bool {
        DeviceKind(of: self) != .touchscreen && DeviceKind(of: self, isAccepted: true) == .touchscreen
    }

    var hasContacts: Bool { has(.contactX) && has(.contactY) && !isNumberedThrough }
    var hasPosition: Bool { has(.x) && has(.y) || hasContacts }
    /// Whether it tells fingers apart and shows something below them: a pen on the same node makes it no tablet.
    fileprivate var isDirectPanel: Bool { hasContacts && properties.contains(.direct) }

    fileprivate var hasJoystickButtons: Bool { codes[.key]?.contains { (0x120..<0x140).contains($0) } == true }

    /// Keys as opposed to the buttons of pointers and pens.
    fileprivate var hasKeys: Bool { codes[.key]?.contains { $0 < 0x100 || $0 >= 0x160 } == true }
}
