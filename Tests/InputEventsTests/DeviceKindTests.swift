import InputEvents
import Testing

/// Tests the device kinds derived from a device's description and udev properties (V3, V5, V13, K11, U5).
@Suite struct DeviceKindTests {
    private func device(
        axes: [Axis] = [],
        keys: [KeyCode] = [],
        properties: Set<DeviceProperty> = [],
        udev: [String] = []
    ) -> DeviceDescription {
        var device = DeviceDescription(name: "Device")
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: 1000) }
        device.codes[.absolute] = Set(axes.map(\.rawValue))
        device.codes[.key] = Set(keys.map(\.rawValue))
        device.properties = properties
        if !udev.isEmpty { device.udev["ID_INPUT"] = "1" }
        for name in udev { device.udev["ID_INPUT_\(name)"] = "1" }
        return device
    }

    private let contacts: [Axis] = [.slot, .trackingID, .contactX, .contactY]

    @Test func `V13 udev decides which device is a touchscreen`() {
        let axes = contacts + [.x, .y]
        #expect(DeviceKind(of: device(axes: axes, keys: [.touch], udev: ["TOUCHSCREEN"])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: axes, keys: [.touch], udev: ["TOUCHPAD"])) == .ignored(.touchpad))
        #expect(DeviceKind(of: device(axes: axes, properties: [.direct], udev: ["MOUSE"])) == .ignored(.mouse))
        #expect(DeviceKind(of: device(axes: axes, udev: ["TABLET", "TOUCHSCREEN"])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: axes, keys: [.touch], udev: ["TABLET"])) == .ignored(.tablet))
        #expect(DeviceKind(of: device(axes: axes, udev: ["JOYSTICK"])) == .ignored(.joystick))
        #expect(DeviceKind(of: device(axes: [.x, .y, .z], udev: ["ACCELEROMETER"])) == .accelerometer)
        #expect(DeviceKind(of: device(keys: [KeyCode(rawValue: 164)], udev: ["KEY"])) == .keys)
        #expect(DeviceKind(of: device(udev: ["OTHER"])) == .ignored(.nothingToRead))
    }

    @Test func `V13 without udev the axes and buttons decide as its rules do`() {
        #expect(DeviceKind(of: device(axes: contacts, keys: [.touch])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: contacts, properties: [.direct])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: [.x, .y], keys: [.touch])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: contacts, keys: [.touch, .toolFinger])) == .ignored(.touchpad))
        let screen = device(axes: contacts, keys: [.touch, .toolFinger], properties: [.direct])
        #expect(DeviceKind(of: screen) == .touchscreen)
        #expect(DeviceKind(of: device(axes: [.x, .y], keys: [.touch, .toolPen])) == .ignored(.tablet))
        #expect(DeviceKind(of: device(axes: [.x, .y], keys: [.buttonLeft])) == .ignored(.mouse))
        #expect(DeviceKind(of: device(axes: [.x, .y, .z], properties: [.accelerometer])) == .accelerometer)
        #expect(DeviceKind(of: device(axes: [.x, .y], keys: [KeyCode(rawValue: 0x130)])) == .ignored(.joystick))
        #expect(DeviceKind(of: device(keys: [KeyCode(rawValue: 30)])) == .keys)
        #expect(DeviceKind(of: device()) == .ignored(.nothingToRead))
    }

    @Test func `V3 multitouch positions without single-touch ones are sufficient, and vice versa`() {
        #expect(DeviceKind(of: device(axes: contacts, udev: ["TOUCHSCREEN"])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: [.x, .y], udev: ["TOUCHSCREEN"])) == .touchscreen)
    }

    @Test func `V5 a panel with invalid ranges is rejected with the reason`() {
        var flat = device(axes: contacts, udev: ["TOUCHSCREEN"])
        flat.axes[.contactY] = AxisRange(minimum: 5, maximum: 5)
        #expect(DeviceKind(of: flat) == .ignored(.unusable("the range of its Y axis is empty: 5 to 5")))
        var uneven = device(axes: contacts, udev: ["TOUCHSCREEN"])
        uneven.axes[.contactX]?.resolution = 10
        #expect(DeviceKind(of: uneven) == .ignored(.unusable("only its X axis has a resolution")))
        uneven.axes[.contactY]?.resolution = 10
        #expect(DeviceKind(of: uneven) == .touchscreen)
    }

    @Test func `K11 multitouch axes of a device with an axis below the slots do not count`() {
        let axes = contacts + [.belowSlot]
        guard case .ignored(.unusable) = DeviceKind(of: device(axes: axes, udev: ["TOUCHSCREEN"])) else {
            Issue.record("the device is accepted as a touchscreen")
            return
        }
        #expect(DeviceKind(of: device(axes: axes + [.x, .y], udev: ["TOUCHSCREEN"])) == .touchscreen)
        #expect(DeviceKind(of: device(axes: axes, properties: [.direct])) == .ignored(.nothingToRead))
    }

    @Test func `V13 fingers beside a pen on one node are a touchscreen, a pen alone is a tablet`() {
        let fingers = device(axes: contacts, keys: [.touch, .toolPen, .stylus], properties: [.direct])
        #expect(DeviceKind(of: fingers) == .touchscreen)
        let said = device(axes: contacts, keys: [.touch, .toolPen], properties: [.direct], udev: ["TABLET"])
        #expect(DeviceKind(of: said) == .touchscreen)
        let pen = device(axes: [.x, .y], keys: [.touch, .toolPen], properties: [.direct])
        #expect(DeviceKind(of: pen) == .ignored(.tablet))
        let flat = device(axes: contacts, keys: [.touch, .toolPen], udev: ["TABLET"])
        #expect(DeviceKind(of: flat) == .ignored(.tablet))
        let numbered = device(axes: contacts + [.belowSlot, .x, .y], keys: [.toolPen], properties: [.direct])
        #expect(DeviceKind(of: numbered) == .ignored(.tablet))
    }

    @Test func `V10 a pen on a screen is read if its physical device is known`() {
        var pen = device(axes: [.x, .y], keys: [.touch, .toolPen], properties: [.direct])
        pen.physical = "usb-0000:00:14.0-3/input1"
        #expect(DeviceKind(of: pen) == .pen)
        #expect(DeviceKind(of: pen, isAccepted: true) == .touchscreen)
        pen.udev = ["ID_INPUT": "1", "ID_INPUT_TABLET": "1"]
        #expect(DeviceKind(of: pen) == .pen)
        var tablet = pen
        tablet.properties = []
        #expect(DeviceKind(of: tablet) == .ignored(.tablet))
        var buttons = pen
        buttons.codes[.key] = [KeyCode.touch.rawValue]
        #expect(DeviceKind(of: buttons) == .ignored(.tablet))
        pen.physical = nil
        #expect(DeviceKind(of: pen) == .ignored(.tablet))
    }

    @Test func `V13 a layout can accept another kind of device with a position`() {
        let elo = device(axes: [.x, .y], keys: [.buttonLeft], udev: ["MOUSE"])
        #expect(DeviceKind(of: elo) == .ignored(.mouse))
        #expect(elo.isAcceptable)
        #expect(DeviceKind(of: elo, isAccepted: true) == .touchscreen)
        #expect(DeviceKind(of: elo, isAccepted: false) == .ignored(.mouse))
        for name in ["TABLET", "TOUCHPAD", "JOYSTICK", "OTHER"] {
            #expect(DeviceKind(of: device(axes: [.x, .y], udev: [name]), isAccepted: true) == .touchscreen)
        }
        let mouse = device(keys: [.buttonLeft], udev: ["MOUSE"])
        #expect(DeviceKind(of: mouse, isAccepted: true) == .ignored(.mouse))
        var flat = elo
        flat.axes[.y] = AxisRange(minimum: 5, maximum: 5)
        let empty = "the range of its Y axis is empty: 5 to 5"
        #expect(DeviceKind(of: flat, isAccepted: true) == .ignored(.unusable(empty)))
        var ours = elo
        ours.physical = DeviceKind.ownPhysicalPrefix + "lobby"
        #expect(DeviceKind(of: ours, isAccepted: true) == .ignored(.ours))
        let keys = device(axes: [.x, .y], keys: [KeyCode(rawValue: 30)], udev: ["KEY"])
        #expect(DeviceKind(of: keys, isAccepted: true) == .keys)
        let sensor = device(axes: [.x, .y, .z], properties: [.accelerometer])
        #expect(DeviceKind(of: sensor, isAccepted: true) == .accelerometer)
        for kind in [mouse, flat, ours, keys, sensor, device(axes: contacts, keys: [.touch])] {
            #expect(!kind.isAcceptable)
        }
    }

    @Test func `U5 our own virtual panel is ignored`() {
        var ours = device(axes: contacts, udev: ["TOUCHSCREEN"])
        ours.physical = DeviceKind.ownPhysicalPrefix + "lobby"
        #expect(DeviceKind(of: ours) == .ignored(.ours))
    }
}
