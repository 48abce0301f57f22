import DeviceNodes
import Evdev
import InputEvents
import TestTraits
import Testing
import VirtualDevices

/// Tests which virtual devices the kernel accepts or rejects.
@Suite(.serialized, .tags(.realKernel)) struct VirtualDeviceTests {
    @Test(.rule("U2", "U3")) func `a virtual panel has the requested properties and its syspath`() throws {
        var description = DeviceDescription.panel()
        description.physical = "somewhere/0"
        let panel = try Panel(description)
        let read = try DeviceReader(path: panel.path).description
        #expect(read == description)
        #expect(panel.device.systemPath.hasSuffix(panel.path.split(separator: "/").last ?? "?"))
    }

    @Test(.rule("L7")) func `an axis without a range is rejected with its number`() {
        var description = DeviceDescription.panel()
        description.axes[.contactX] = nil
        let error = #expect(throws: EvdevError.self) { try VirtualDevice(description) }
        #expect(error?.code == .badDescription)
        #expect(error?.description.contains("axis 53") == true)
    }

    @Test(.rule("V5", "L7")) func `an inverted range is rejected`() {
        var description = DeviceDescription.panel()
        description.axes[.x] = AxisRange(minimum: 10, maximum: -10)
        let error = #expect(throws: EvdevError.self) { try VirtualDevice(description) }
        #expect(error?.code == .badDescription)
    }

    @Test func `a device without a name is rejected`() {
        let error = #expect(throws: EvdevError.self) { try VirtualDevice(DeviceDescription(name: "")) }
        #expect(error?.code == .badDescription)
    }

    @Test(.rule("V1")) func `protocol A passes through unchanged`() throws {
        var description = DeviceDescription.panel()
        for axis in [Axis.slot, .trackingID] { description.axes[axis] = nil }
        description.codes[.absolute] = Set(description.axes.keys.map(\.rawValue))
        let panel = try Panel(description)
        let listener = try Listener(panel)
        try listener.skipDiscovery()
        let frame = [
            RawEvent(.contactX, 1, at: 0), RawEvent(.contactY, 2, at: 0), RawEvent(.contactReport, at: 0),
            RawEvent(.contactX, 3, at: 0), RawEvent(.contactY, 4, at: 0), RawEvent(.contactReport, at: 0),
            RawEvent(.report, at: 0),
        ]
        try panel.device.write(frame)
        #expect(try listener.changes() == frame.map(Change.init))
    }

    @Test func `keys are read`() throws {
        var description = DeviceDescription(name: "Keys for tests")
        description.codes = [.key: [114, 115, 164]]
        let panel = try Panel(description)
        let listener = try Listener(panel)
        #expect(try listener.changes() == [.dropped, .report])
        try panel.play(KeyCode(rawValue: 115), 1)
        try panel.play(KeyCode(rawValue: 115), 0)
        #expect(try listener.changes() == [Change(1, 115, 1), .report, Change(1, 115, 0), .report])
    }
}
