public import ResponderKit
internal import TouchScripts

extension DeviceDescription {
    /// A panel with 32 slots and 16 units per point of the screen.
    public static func testPanel(screen: Size) -> DeviceDescription { scriptPanel(screen: screen) }
}
