import Evdev
import InputEvents
import Testing
import VirtualDevices

/// A virtual panel for one test.
final class Panel {
    let device: VirtualDevice
    var path: String { device.path }

    init(_ description: DeviceDescription) throws {
        device = try VirtualDevice(description)
        #expect(device.waitUntilReady(), "udev has not seen \(device.path)")
    }

    convenience init(slots: Int32 = 5, name: String = "Panel for tests") throws {
        try self.init(.panel(slots: slots, name: name))
    }

    /// Writes one frame; the kernel adds its time.
    func play(_ events: [(Axis, Int32)], isComplete: Bool = true) throws {
        var frame = events.map { RawEvent($0, $1, at: 0) }
        if isComplete { frame.append(RawEvent(.report, at: 0)) }
        try device.write(frame)
    }

    func play(_ key: KeyCode, _ value: Int32) throws {
        try device.write([RawEvent(key, value, at: 0), RawEvent(.report, at: 0)])
    }

    func down(slot: Int32, id: Int32, _ x: Int32, _ y: Int32) throws {
        try play([(.slot, slot), (.trackingID, id), (.contactX, x), (.contactY, y)])
    }

    func move(slot: Int32, _ x: Int32, _ y: Int32) throws {
        try play([(.slot, slot), (.contactX, x), (.contactY, y)])
    }

    func up(slot: Int32) throws { try play([(.slot, slot), (.trackingID, SlotState.none)]) }

    /// Writes more than the node's queue can store, so a slow reader loses events (K15).
    func flood(slot: Int32 = 0) throws {
        for step in 0..<400 { try move(slot: slot, Int32(100 + step % 2 * 500 + step), Int32(100 + step)) }
    }
}

extension DeviceDescription {
    /// Returns a panel of 4096 × 2160 units with 10 units/mm.
    static func panel(slots: Int32 = 5, name: String = "Panel for tests") -> DeviceDescription {
        var description = DeviceDescription(name: name)
        description.identity = .init(bus: 3, vendor: 0x1234, product: 0x5678, version: 1)
        description.properties = [.direct]
        description.axes = [
            .x: AxisRange(minimum: 0, maximum: 4095, resolution: 10),
            .y: AxisRange(minimum: 0, maximum: 2159, resolution: 10),
            .slot: AxisRange(minimum: 0, maximum: slots - 1),
            .trackingID: AxisRange(minimum: 0, maximum: 65535),
            .contactX: AxisRange(minimum: 0, maximum: 4095, resolution: 10),
            .contactY: AxisRange(minimum: 0, maximum: 2159, resolution: 10),
        ]
        description.codes = [.absolute: Set(description.axes.keys.map(\.rawValue)), .key: [KeyCode.touch.rawValue]]
        return description
    }
}
