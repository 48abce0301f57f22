internal import DeviceNodes
internal import Geometry
internal import InputEvents
internal import VirtualDevices

extension DeviceDescription {
    /// The bus of devices that are no hardware.
    private static let virtualBus: UInt16 = 6
    /// Sixteen steps to a point: as fine as any panel.
    private static let stepsPerPoint = 16.0
    /// Of a screen that says nothing of its size, a point is taken to be a 96th of an inch.
    private static let pointsPerMillimetre = 96 / 25.4

    /// A touchscreen as large as a screen of the layout (U2).
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

    /// A keyboard with all keys that there are, as a reload may bind others.
    static func virtualKeyboard(_ settings: UInputSettings) -> DeviceDescription {
        var device = DeviceDescription(name: "\(settings.name) keyboard")
        device.identity = Identity(bus: virtualBus, version: 1)
        device.physical = "\(DeviceKind.ownPhysicalPrefix)\(settings.name)/keys"
        device.codes = [.key: Set(KeyCode.keyboard)]
        return device
    }
}
