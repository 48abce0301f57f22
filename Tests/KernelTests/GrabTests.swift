import CKernelTestSupport
import DeviceNodes
import Evdev
import Glibc
import InputEvents
import TestTraits
import Testing
import VirtualDevices

/// Tests exclusive access to a device (EVIOCGRAB).
@Suite(.serialized, .tags(.realKernel)) struct GrabTests {
    @Test(.rule("L3")) func `a grabbed device delivers no events to other readers until it is released`() throws {
        let panel = try Panel()
        let (first, second) = (try Listener(panel), try Listener(panel))
        try first.skipDiscovery()
        try second.skipDiscovery()
        try first.reader.grab()
        #expect(first.reader.isGrabbed)
        try panel.down(slot: 0, id: 1, 10, 10)
        #expect(Slots(try first.take()).began == [1])
        #expect(try second.take().isEmpty)
        try panel.up(slot: 0)
        try first.reader.ungrab()
        try panel.down(slot: 0, id: 2, 10, 10)
        #expect(Slots(try second.take()).began == [2])
    }

    @Test(.rule("L3")) func `the error for a device grabbed by another process names that process`() throws {
        let panel = try Panel()
        let holder = start_grabber(panel.path)
        try #require(holder > 0)
        let listener = try Listener(panel)
        let error = #expect(throws: EvdevError.self) { try listener.reader.grab() }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("(process \(holder))") == true)
        #expect(!listener.reader.isGrabbed)
        #expect(NodeHolder.holders(of: panel.path).map(\.process).contains(holder))
        end_process(holder)
        try listener.reader.grab()
        #expect(listener.reader.isGrabbed)
    }

    @Test(.rule("L3", "L1")) func `releasing a removed device is no error`() throws {
        var panel: Panel? = try Panel()
        let reader = try DeviceReader(path: panel!.path)
        try reader.grab()
        panel = nil
        try reader.ungrab()
        #expect(!reader.isGrabbed)
        let error = #expect(throws: EvdevError.self) { try reader.grab() }
        #expect(error?.code == .gone)
    }

    @Test(.rule("L7")) func `a missing read permission is reported with a remedy`() throws {
        let panel = try Panel()
        chmod(panel.path, 0o600)
        let user = getuid()
        // Changes the file system user of this thread only, so other tests are not affected.
        set_file_rights(65534)
        defer { set_file_rights(user) }
        let error = #expect(throws: EvdevError.self) { try DeviceReader(path: panel.path) }
        #expect(error?.code == .permissionDenied)
        #expect(error?.message.contains("usermod -aG input") == true)
        let second = #expect(throws: EvdevError.self) { try VirtualDevice(.panel()) }
        #expect(second?.code == .permissionDenied)
        #expect(second?.device == "/dev/uinput")
    }
}
