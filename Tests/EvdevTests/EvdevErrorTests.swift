import DeviceNodes
import Evdev
import Testing

/// Tests the errors of `DeviceReader`, and the detection of sibling nodes, without real input devices.
@Suite struct EvdevErrorTests {
    @Test func `L7 a missing node is reported with a remedy`() {
        let error = #expect(throws: EvdevError.self) { try DeviceReader(path: "/dev/input/event-none") }
        #expect(error?.code == .gone)
        #expect(error?.device == "/dev/input/event-none")
        #expect(error?.description.contains("touchbridge devices") == true)
    }

    @Test(arguments: ["/dev/null", "/etc/passwd", "/"]) func `L7 a file that is no device is rejected`(path: String) {
        let error = #expect(throws: EvdevError.self) { try DeviceReader(path: path) }
        #expect(error?.code == .notAnInputDevice)
        #expect(error?.description.hasPrefix("\(path): the path is not an input device") == true)
    }

    @Test func `V4 siblings share a physical device and are distinct nodes`() {
        var panel = DeviceNode(path: "/dev/input/event1", systemName: "event1", systemPath: "/sys/1", name: "P")
        var mouse = DeviceNode(path: "/dev/input/event2", systemName: "event2", systemPath: "/sys/2", name: "P Mouse")
        #expect(!panel.isSibling(of: mouse))
        panel.physicalDevice = "/sys/usb/3"
        mouse.physicalDevice = "/sys/usb/3"
        #expect(panel.isSibling(of: mouse))
        #expect(!panel.isSibling(of: panel))
        mouse.physicalDevice = "/sys/usb/4"
        #expect(!panel.isSibling(of: mouse))
    }
}
