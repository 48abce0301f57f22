internal import DeviceNodes
internal import Geometry
internal import InputEvents
internal import VirtualDevices

extension DeviceDescription {
    /// The kernel constant BUS_VIRTUAL.
    private static let virtualBus: UInt16 = 6
    /// Number of axis steps per point.
    private static let stepsPerPoint = 16.0
    /// Resolution that is assumed if the physical size of the screen is unknown: 96 points per inch.
    private static let pointsPerMillimetre = 96 / 25.4

    /// Returns the description of a touchscreen with the size of a screen in the layout (U2).
    static func virtualPanel(_ settings: UInputSettings, _ screen: Size) -> DeviceDescription {
        var device = DeviceDescription(name: "\(settings.name) touchscreen")
        device.identity = Identity(bus: virtualBus, version: 1)
        device.physical = "\(DeviceKind.ownPhysicalPrefix)\(settings.name)/panel"
        device.properties = [.direct]
        let x = axis(screen.width, settings.size.first)
        let y = axis(screen.height, settings.size.last)
        device.axes = [
            .x: x, .y: y, .contactX: x, .contactY: y,
            .slot: AxisRange(minimum: 0, maximum: Int32(settings.fingers) - 1),
            .trackingID: AxisRange(minimum: 0, maximum: 0xffff),
            .toolType: AxisRange(minimum: 0, maximum: ToolType.palm.rawValue),
        ]
        device.codes = [.absolute: Set(device.axes.keys.map(\.rawValue)), .key: [KeyCode.touch.rawValue]]
        return device
    }

    private static func axis(_ points: Double, _ millimetres: Double?) -> AxisRange {
        let maximum = max(1, min(Double(Int32.max / 2), (points * stepsPerPoint).rounded()) - 1)
        let length = millimetres ?? points / pointsPerMillimetre
        return AxisRange(minimum: 0, maximum: Int32(maximum), resolution: Int32(max(1, (maximum / length).rounded())))
    }

    /// Returns the description of an absolute pointer for a screen, or of a mouse with relative axes.
    static func virtualPointer(
        _ settings: UInputSettings,
        _ mode: PointerCall.Mode,
        _ screen: Size
    ) -> DeviceDescription {
        var device = DeviceDescription(name: "\(settings.name) \(mode.deviceName)")
        device.identity = Identity(bus: virtualBus, version: 1)
        device.physical = "\(DeviceKind.ownPhysicalPrefix)\(settings.name)/\(mode.deviceName)"
        var relative = Set(RelativeAxis.allCases)
        if mode == .absolute {
            device.axes = [.x: axis(screen.width, settings.size.first), .y: axis(screen.height, settings.size.last)]
            device.codes[.absolute] = Set(device.axes.keys.map(\.rawValue))
            relative.subtract([.x, .y])
        }
        device.codes[.relative] = Set(relative.map(\.rawValue))
        device.codes[.key] = Set(PointerCall.Button.allCases.map(\.key.rawValue))
        return device
    }

    /// Returns the description of a keyboard. The keyboard has all known keys, because a reloaded layout can bind other
    /// keys.
    static func virtualKeyboard(_ settings: UInputSettings) -> DeviceDescription {
        var device = DeviceDescription(name: "\(settings.name) keyboard")
        device.identity = Identity(bus: virtualBus, version: 1)
        device.physical = "\(DeviceKind.ownPhysicalPrefix)\(settings.name)/keys"
        device.codes = [.key: Set(KeyCode.keyboard)]
        return device
    }
}
