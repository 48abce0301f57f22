import DeviceNodes
import Evdev
import Glibc
import InputEvents
import TestTraits
import Testing
import VirtualDevices

/// Blocks the thread for the given time.
func pause(milliseconds: Int) throws { usleep(UInt32(milliseconds * 1000)) }

/// Tests devices that are added, removed or grabbed by another process.
@Suite(.serialized, .tags(.realKernel)) struct LifeTests {
    /// Reads device changes until one matches; returns nil after about 5 s.
    private func next(_ monitor: DeviceMonitor, where fits: (DeviceChange) -> Bool) throws -> DeviceChange? {
        for _ in 0..<500 {
            while let change = monitor.next() { if fits(change) { return change } }
            try pause(milliseconds: 10)
        }
        return nil
    }

    private func added(_ path: String) -> (DeviceChange) -> Bool {
        { if case .added(let node) = $0 { node.path == path } else { false } }
    }

    @Test(.rule("L1")) func `an unplugged device is reported as removed`() throws {
        var panel: Panel? = try Panel()
        let listener = try Listener(panel!)
        try panel!.down(slot: 0, id: 1, 10, 10)
        _ = try listener.take()
        panel = nil
        #expect(try listener.take().isEmpty)
        #expect(listener.outcome == .removed)
    }

    @Test(.rule("L1")) func `a device unplugged after a flood is reported as removed`() throws {
        var panel: Panel? = try Panel()
        let listener = try Listener(panel!)
        try panel!.flood()
        panel = nil
        _ = try listener.take()
        #expect(listener.outcome == .removed)
    }

    @Test(.rule("L1", "V13")) func `unplugging and replugging are reported in order`() throws {
        let monitor = try DeviceMonitor()
        while monitor.next() != nil {}
        var panel: Panel? = try Panel(name: "Comes and goes")
        let path = panel!.path
        guard case .added(let node)? = try next(monitor, where: added(path)) else {
            Issue.record("\(path) was not reported as added")
            return
        }
        #expect(node.name == "Comes and goes")
        #expect(node.properties["ID_INPUT_TOUCHSCREEN"] == "1")
        let reader = try DeviceReader(node)
        #expect(DeviceKind(of: reader.description) == .touchscreen)
        panel = nil
        #expect(try next(monitor) { $0 == .removed(node) } != nil)
        panel = try Panel(name: "Comes and goes")
        guard case .added(let again)? = try next(monitor, where: added(panel!.path)) else {
            Issue.record("the second device was not reported as added")
            return
        }
        #expect(again.systemPath != node.systemPath)
        try panel!.down(slot: 0, id: 1, 10, 10)
        #expect(Slots(try Listener(path: again.path).take()).began == [1])
    }

    @Test(.rule("V7")) func `devices that appear while the monitor starts are reported once each`() throws {
        var panels: [VirtualDevice] = []
        var descriptions = (0..<8).map { DeviceDescription.panel(name: "Number \($0)") }
        for description in descriptions.prefix(4) { panels.append(try VirtualDevice(description)) }
        let monitor = try DeviceMonitor()
        descriptions.removeFirst(4)
        for description in descriptions { panels.append(try VirtualDevice(description)) }
        var reported: [String] = []
        func listen() throws {
            while let change = monitor.next() {
                switch change {
                case .added(let node): reported.append(node.path)
                // udev may first report a device with the properties of a previous device; then it reports the device
                // as removed and added again.
                case .removed(let node): reported.removeAll { $0 == node.path }
                }
            }
            try pause(milliseconds: 10)
        }
        for panel in panels { #expect(panel.waitUntilReady()) }
        for _ in 0..<300 where reported.count < 8 { try listen() }
        for _ in 0..<10 { try listen() }
        #expect(reported.sorted() == panels.map(\.path).sorted())
    }

    @Test(.rule("L1")) func `after lost notices the monitor still reports added and removed devices`() throws {
        let stays = try Panel(name: "Stays")
        var goes: Panel? = try Panel(name: "Goes")
        let gone = try #require(goes).path
        let monitor = try DeviceMonitor()
        var present: Set<String> = []
        func listen() {
            while let change = monitor.next() {
                switch change {
                case .added(let node): present.insert(node.path)
                case .removed(let node): present.remove(node.path)
                }
            }
        }
        listen()
        #expect(present.isSuperset(of: [stays.path, gone]))
        // The receive buffer fits only a few messages, so later messages overflow it.
        var size: Int32 = 16384
        #expect(setsockopt(monitor.fileDescriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) == 0)
        // The arrival of 'Flash' is still announced, but its removal is lost in the overflow.
        var flash: Panel? = try Panel(name: "Flash")
        let flashPath = try #require(flash).path
        for _ in 0..<200 where !Self.hasOverrun(monitor.fileDescriptor) {
            let file = try #require(fopen("/sys/class/input/\(String(stays.path.dropFirst(11)))/uevent", "w"))
            fputs("change", file)
            fclose(file)
            // Waits until udev has processed its queue; otherwise, creating the next device would block.
            repeat { try pause(milliseconds: 10) } while access("/run/udev/queue", F_OK) == 0
        }
        #expect(Self.hasOverrun(monitor.fileDescriptor), "everything did fit")
        (goes, flash) = (nil, nil)
        // The kernel reuses node numbers: the first new node may have a removed node's number.
        let comes = try Panel(name: "Comes")
        listen()
        #expect(present.contains(stays.path))
        #expect(present.contains(comes.path))
        for path in [gone, flashPath] where path != comes.path { #expect(!present.contains(path)) }
        // The monitor receives later changes again.
        let next = try Panel(name: "Next")
        for _ in 0..<300 where !present.contains(next.path) {
            listen()
            try pause(milliseconds: 10)
        }
        #expect(present.contains(next.path))
    }

    /// Whether the kernel dropped messages for a netlink socket, according to the drops column of /proc/net/netlink.
    private static func hasOverrun(_ file: Int32) -> Bool {
        var status = stat()
        guard fstat(file, &status) == 0, let table = fopen("/proc/net/netlink", "r") else { return false }
        defer { fclose(table) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, table) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split { $0 == " " || $0 == "\n" }
            if words.count >= 10, words[9] == "\(status.st_ino)" { return words[8] != "0" }
        }
        return false
    }

    @Test(.rule("V7", "L1")) func `a new device is not confused with an earlier one with the same node number`() throws
    {
        var keys = DeviceDescription(name: "Keys for tests")
        keys.codes = [.key: [114, 115, 164]]
        for _ in 0..<10 {
            do { _ = try Panel() }
            let device = try VirtualDevice(keys)
            let monitor = try DeviceMonitor()
            var node: DeviceNode?
            func listen() {
                while let change = monitor.next() {
                    if case .added(let found) = change, found.path == device.path { node = found }
                }
            }
            listen()
            #expect(device.waitUntilReady())
            listen()
            #expect(node?.properties["ID_INPUT_TOUCHSCREEN"] == nil)
            #expect(node?.properties["ID_INPUT_KEY"] == "1")
        }
    }

    @Test(.rule("L6", "K10")) func `two panels with the same name are distinct devices`() throws {
        let (left, right) = (try Panel(name: "Twin"), try Panel(name: "Twin"))
        #expect(left.path != right.path)
        let (first, second) = (try Listener(left), try Listener(right))
        try first.skipDiscovery()
        try second.skipDiscovery()
        try left.down(slot: 0, id: 1, 10, 10)
        #expect(Slots(try first.take()).began == [1])
        #expect(try second.take().isEmpty)
    }

    @Test(.rule("V4")) func `nodes of one physical device are siblings`() throws {
        var descriptions = [DeviceDescription.panel(name: "P"), .panel(name: "P Mouse"), .panel(name: "Other")]
        for (index, port) in ["usb-1/input0", "usb-1/input1", "usb-2/input0"].enumerated() {
            descriptions[index].physical = port
        }
        let panels = try descriptions.map { try Panel($0) }
        let monitor = try DeviceMonitor()
        var nodes: [String: DeviceNode] = [:]
        while let change = monitor.next() { if case .added(let node) = change { nodes[node.path] = node } }
        let found = try panels.map { try #require(nodes[$0.path]) }
        #expect(found[0].isSibling(of: found[1]))
        #expect(!found[0].isSibling(of: found[2]))
        #expect(!found[0].isSibling(of: found[0]))
    }

    @Test(.rule("U5")) func `our own virtual panel is recognized before it is opened`() throws {
        var description = DeviceDescription.panel()
        description.physical = VirtualDevice.ownPhysicalPrefix + "lobby"
        let panel = try Panel(description)
        let monitor = try DeviceMonitor()
        let change = try #require(try next(monitor, where: added(panel.path)))
        guard case .added(let node) = change else { return }
        #expect(node.isOurs)
        #expect(DeviceKind(of: try DeviceReader(node).description) == .ignored(.ours))
    }

    @Test(.rule("L7")) func `opening a device that has disappeared names it`() throws {
        var panel: Panel? = try Panel()
        let path = panel!.path
        panel = nil
        try pause(milliseconds: 50)
        let error = #expect(throws: EvdevError.self) { try DeviceReader(path: path) }
        #expect(error?.code == .gone)
        #expect(error?.description.hasPrefix("\(path): the device does not exist") == true)
    }

    @Test(.rule("L7"), arguments: ["/dev/null", "/etc/passwd", "/tmp"])
    func `a file that is no input device is rejected`(path: String) {
        let error = #expect(throws: EvdevError.self) { try DeviceReader(path: path) }
        #expect(error?.code == .notAnInputDevice)
    }
}
