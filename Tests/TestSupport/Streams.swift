public import InputEvents

/// Creates the descriptions and events of synthetic devices.
public enum Streams {
    public static func panel(slots: Int32 = 10, name: String = "panel") -> DeviceDescription {
        var device = DeviceDescription(name: name)
        let axes: [Axis] = [.slot, .trackingID, .contactX, .contactY]
        device.codes[.absolute] = Set(axes.map(\.rawValue))
        device.codes[.key] = [KeyCode.touch.rawValue]
        device.properties = [.direct]
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: 999) }
        device.axes[.slot] = AxisRange(minimum: 0, maximum: slots - 1)
        device.axes[.trackingID] = AxisRange(minimum: 0, maximum: 65535)
        return device
    }

    /// Returns a mouse with absolute axes and a left button, indistinguishable from an old touchscreen.
    public static func mouse(name: String = "mouse") -> DeviceDescription {
        var device = DeviceDescription(name: name)
        device.codes[.absolute] = [Axis.x.rawValue, Axis.y.rawValue]
        device.codes[.key] = [KeyCode.buttonLeft.rawValue]
        for axis in [Axis.x, .y] { device.axes[axis] = AxisRange(minimum: 0, maximum: 999) }
        return device
    }

    /// Returns the pen node of a touchscreen. All nodes of one touchscreen have the same `physical`, except for the
    /// part after the last slash.
    public static func pen(name: String = "pen", physical: String = "usb-1/input1") -> DeviceDescription {
        var device = DeviceDescription(name: name)
        device.physical = physical
        device.codes[.absolute] = [Axis.x.rawValue, Axis.y.rawValue]
        device.codes[.key] = [KeyCode.toolPen.rawValue, KeyCode.toolRubber.rawValue, KeyCode.touch.rawValue]
        device.properties = [.direct]
        for axis in [Axis.x, .y] { device.axes[axis] = AxisRange(minimum: 0, maximum: 999) }
        return device
    }

    public static func keys(name: String = "keys") -> DeviceDescription {
        var device = DeviceDescription(name: name)
        device.codes[.key] = Set(1...0xff)
        return device
    }

    public static func accelerometer(resolution: Int32 = 1000, at rest: (Int32, Int32, Int32) = (0, 0, 1000))
        -> DeviceDescription
    {
        var device = DeviceDescription(name: "sensor")
        device.properties = [.accelerometer]
        device.codes[.absolute] = [Axis.x.rawValue, Axis.y.rawValue, Axis.z.rawValue]
        for (axis, value) in zip([Axis.x, .y, .z], [rest.0, rest.1, rest.2]) {
            device.axes[axis] = AxisRange(value: value, minimum: -4000, maximum: 4000, resolution: resolution)
        }
        return device
    }

    /// Returns a frame with one key event; `value` is 1 for down, 0 for up and 2 for repeat.
    public static func key(_ code: UInt16, _ value: Int32, at time: Int64) -> [RawEvent] {
        [RawEvent(KeyCode(rawValue: code), value, at: time), RawEvent(.report, at: time)]
    }

    public static func down(_ slot: Int32, _ id: Int32, _ x: Int32, _ y: Int32, at time: Int64) -> [RawEvent] {
        [
            RawEvent(.slot, slot, at: time), RawEvent(.trackingID, id, at: time), RawEvent(.contactX, x, at: time),
            RawEvent(.contactY, y, at: time), RawEvent(.report, at: time),
        ]
    }

    public static func move(_ slot: Int32, _ x: Int32, _ y: Int32, at time: Int64) -> [RawEvent] {
        [
            RawEvent(.slot, slot, at: time), RawEvent(.contactX, x, at: time), RawEvent(.contactY, y, at: time),
            RawEvent(.report, at: time),
        ]
    }

    public static func up(_ slot: Int32, at time: Int64) -> [RawEvent] {
        [RawEvent(.slot, slot, at: time), RawEvent(.trackingID, -1, at: time), RawEvent(.report, at: time)]
    }

    /// Returns one accelerometer frame; values are in thousandths of standard gravity (mg).
    public static func feel(_ x: Int32, _ y: Int32, _ z: Int32, at time: Int64) -> [RawEvent] {
        [RawEvent(.x, x, at: time), RawEvent(.y, y, at: time), RawEvent(.z, z, at: time), RawEvent(.report, at: time)]
    }

    /// Returns the events of `count` jolts at intervals of `pause`. The device is at rest 20 ms after each jolt.
    public static func jolts(_ count: Int, from start: Int64, every pause: Int64) -> [RawEvent] {
        var events: [RawEvent] = []
        for number in 0..<Int64(count) {
            let time = start + number * pause
            events += feel(2500, 0, 1000, at: time)
            events += feel(0, 0, 1000, at: time + 20_000)
        }
        return events
    }
}
