public import ResponderKit

extension DeviceDescription {
    static let testPanelName = "Touchbridge test panel"

    /// Returns the description of a panel with 32 slots and 16 units per point of the screen.
    public static func testPanel(screen: Size) -> DeviceDescription {
        var panel = DeviceDescription(name: testPanelName)
        // Use the bus type of virtual devices, and ids that no product has.
        panel.identity = Identity(bus: 6, vendor: 0, product: 0, version: 1)
        panel.properties = [.direct]
        let axes: [Axis] = [.slot, .contactX, .contactY, .toolType, .trackingID]
        panel.codes = [.key: [KeyCode.touch.rawValue], .absolute: Set(axes.map(\.rawValue))]
        // 96 points per inch correspond to about 60 units per millimetre.
        panel.axes = [
            .slot: AxisRange(minimum: 0, maximum: 31),
            .contactX: AxisRange(minimum: 0, maximum: highest(screen.width), resolution: 60),
            .contactY: AxisRange(minimum: 0, maximum: highest(screen.height), resolution: 60),
            .toolType: AxisRange(minimum: 0, maximum: 2),
            .trackingID: AxisRange(minimum: 0, maximum: 65535),
        ]
        return panel
    }

    private static func highest(_ side: Double) -> Int32 {
        side.isFinite ? Int32(min(max((side * 16).rounded(), 2), Double(Int32.max))) - 1 : 1
    }
}
