import DeviceNodes
import Evdev
import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests touches forwarded to a virtual panel, as its reader receives them.
@Suite(.serialized, .tags(.realKernel)) struct VirtualPanelTests {
    /// A layout whose view `page` forwards one finger and recognizes long presses itself. A button presses a key.
    private static let layout = """
        screens: [{ name: kiosk, size: [400, 200], input: { name: "Panel*", grab: true } }]
        plugins: { journal: { type: log }, panel: { type: uinput } }
        root:
          id: page
          on: { touches: [panel.forward, { journal.write: page }] }
          gestures:
            - { id: rest, type: longPress, minimumDuration: 50ms, on: { began: { journal.write: rest } } }
          subviews:
            - { id: back, class: Button, frame: [300, 0, 100, 100], on: { touchDown: { panel.key: ctrl+r } } }
        """

    /// The layout with a long-press duration that no test reaches.
    private static let patient = layout.replacing("minimumDuration: 50ms", with: "minimumDuration: 1h")

    /// Starts the service. Returns it and the nodes of its virtual touchscreen and keyboard.
    private func serve(_ layout: String = layout) throws -> (service: ServiceProcess, panel: String, keys: String) {
        let service = try ServiceProcess(layout, panels: 0)
        let node = #/'Touchbridge (touchscreen|keyboard)' is (/dev/input/event\d+)/#
        var nodes: [Substring: String] = [:]
        // The three log lines may arrive in any order.
        var said = ""
        while nodes.count < 2 || !said.contains("reading input from '") {
            said += try service.says("\n")
            for match in said.matches(of: node) { nodes[match.1] = String(match.2) }
        }
        return (service, try #require(nodes["touchscreen"]), try #require(nodes["keyboard"]))
    }

    /// Waits at most about 5 s until a reader has received `count` more frames. Returns all changes received meanwhile.
    private func frames(_ listener: Listener, _ count: Int) throws -> [Change] {
        var changes: [Change] = []
        for _ in 0..<500 where changes.count(where: { $0 == .report }) < count {
            changes += try listener.changes()
            usleep(10_000)
        }
        return changes
    }

    @Test(.rule("U2", "U5"))
    func `a touch on the real panel is forwarded to the virtual one and not read back`()
        throws
    {
        let panel = try Panel()
        let (service, path, _) = try serve()
        let listener = try Listener(path: path)
        try listener.skipDiscovery()
        let node = listener.reader.description
        #expect(node.properties == [.direct])
        #expect(node.axes[.contactX]?.maximum == 400 * 16 - 1 && node.axes[.contactX]?.resolution ?? 0 > 0)
        try panel.down(slot: 0, id: 9, 1024, 1080)
        try panel.up(slot: 0)
        let changes = try frames(listener, 2)
        #expect(
            changes == [
                Change(.trackingID, 0), Change(.contactX, 1600), Change(.contactY, 1600), Change(.x, 1600),
                Change(.y, 1600), Change(1, 0x14a, 1), .report, Change(.trackingID, -1), Change(1, 0x14a, 0), .report,
            ]
        )
        #expect(try service.calls(4).filter { $0.contains("page") }.count == 2)
        #expect(!service.end().said.contains("Touchbridge touchscreen' at"))
    }

    @Test func `touches that the view does not receive are not forwarded`() throws {
        let panel = try Panel()
        let (service, path, keys) = try serve()
        let (listener, keyboard) = (try Listener(path: path), try Listener(path: keys))
        try listener.skipDiscovery()
        try keyboard.skipDiscovery()
        try panel.down(slot: 0, id: 1, 1024, 1080)
        // The view forwards one finger at a time, and no touches on the button.
        try panel.down(slot: 1, id: 2, 1500, 1080)
        try panel.up(slot: 1)
        try panel.down(slot: 2, id: 3, 3500, 100)
        try panel.up(slot: 2)
        #expect(
            try frames(keyboard, 4).filter { $0 != .report } == [
                Change(1, 29, 1), Change(1, 19, 1), Change(1, 19, 0), Change(1, 29, 0),
            ]
        )
        try panel.up(slot: 0)
        _ = try service.calls(3)
        let identities = try frames(listener, 2).filter { $0.code == Axis.trackingID.rawValue }
        #expect(identities.first?.value == 0 && identities.last?.value == -1 && identities.count == 2)
        #expect(service.end().status == 0)
    }

    @Test func `a slow reader receives a long list of keys completely`() throws {
        let panel = try Panel()
        let word = (0..<60).map { $0 % 2 == 0 ? "a" : "shift+b" }
        let layout = Self.layout.replacing("panel.key: ctrl+r", with: "panel.keys: [\(word.joined(separator: ", "))]")
        let (service, _, keys) = try serve(layout)
        let keyboard = try Listener(path: keys)
        try keyboard.skipDiscovery()
        try panel.down(slot: 0, id: 1, 3500, 100)
        try panel.up(slot: 0)
        let strokes = [[30], [42, 48]].map { keys in
            keys.map { Change(1, $0, 1) } + keys.reversed().map { Change(1, $0, 0) }
        }
        let expected = (0..<60).flatMap { strokes[$0 % 2] }
        #expect(try frames(keyboard, expected.count).filter { $0 != .report } == expected)
        #expect(service.end().status == 0)
    }

    @Test(.rule("U4")) func `a touch that a gesture takes is cancelled on the virtual panel`() throws {
        let panel = try Panel()
        let (service, path, _) = try serve()
        let judge = try Child("/bin/sh", ["-c", "exec stdbuf -oL libinput debug-events --device \(path) >&2"])
        #expect(judge.complaints(until: "DEVICE_ADDED").contains("DEVICE_ADDED"))
        try panel.down(slot: 0, id: 1, 1024, 1080)
        let said = judge.complaints(until: "TOUCH_CANCEL")
        #expect(said.contains("TOUCH_DOWN") && said.contains("TOUCH_CANCEL") && !said.contains("TOUCH_UP"))
        try panel.up(slot: 0)
        // The cancelled contact was reported as a palm (MT_TOOL_PALM); the next contact in its slot must be reported as
        // a finger.
        try panel.down(slot: 0, id: 2, 1024, 1080)
        let next = judge.complaints(until: "TOUCH_CANCEL")
        #expect(next.contains("TOUCH_DOWN") && next.contains("TOUCH_CANCEL"))
        try panel.up(slot: 0)
        #expect(service.end().status == 0)
    }

    @Test(.rule("U3")) func `a screen of another size gets a virtual panel of that size, and the old one is removed`()
        throws
    {
        let panel = try Panel()
        let (service, _, _) = try serve()
        for width in [800, 400] {
            try service.write(Self.layout.replacing("[400, 200]", with: "[\(width), 200]"))
            service.signal(SIGHUP)
            try service.says("the virtual device 'Touchbridge touchscreen' is /dev/input/")
            let panels = (0..<32).compactMap { try? DeviceReader(path: "/dev/input/event\($0)").description }
                .filter { $0.name == "Touchbridge touchscreen" }
            #expect(panels.map { Int($0.axes[.contactX]?.maximum ?? 0) } == [width * 16 - 1])
        }
        try panel.down(slot: 0, id: 1, 1024, 1080)
        #expect(try service.calls { $0.contains("touchesBegan page accepted") }.count >= 1)
        #expect(service.end().status == 0)
    }

    @Test(.rule("U3", "L1")) func `unplugging the real panel cancels the touch and keeps the virtual panel`()
        throws
    {
        var panel: Panel? = try Panel()
        let (service, path, _) = try serve()
        let listener = try Listener(path: path)
        try listener.skipDiscovery()
        try panel?.down(slot: 0, id: 1, 1024, 1080)
        #expect(try frames(listener, 1).contains(Change(.trackingID, 0)))
        panel = nil
        let gone = try frames(listener, 2)
        #expect(gone.contains(Change(.toolType, 2)) && gone.contains(Change(.trackingID, -1)))
        panel = try Panel()
        try service.says("reading input from '")
        try panel?.down(slot: 0, id: 1, 1024, 1080)
        #expect(try frames(listener, 1).contains(Change(.trackingID, 1)))
        #expect(listener.outcome == .drained)
        #expect(service.end().status == 0)
    }

    @Test(.rule("U3", "L1")) func `a panel that returns with other axes has the same screen and virtual panel`() throws
    {
        var panel: Panel? = try Panel()
        let (service, path, _) = try serve(Self.patient)
        let listener = try Listener(path: path)
        try listener.skipDiscovery()
        try panel?.down(slot: 0, id: 1, 1024, 1080)
        #expect(try frames(listener, 1).contains(Change(.contactX, 1600)))
        panel = nil
        _ = try frames(listener, 2)
        // Simulates a firmware update: the axes have half as many units, and coordinates begin at 100.
        var description = DeviceDescription.panel()
        for axis in [Axis.x, .contactX] { description.axes[axis] = AxisRange(minimum: 100, maximum: 2147) }
        for axis in [Axis.y, .contactY] { description.axes[axis] = AxisRange(minimum: 100, maximum: 1179) }
        panel = try Panel(description)
        try service.says("reading input from '")
        try panel?.down(slot: 0, id: 1, 1124, 640)
        let changes = try frames(listener, 1)
        #expect(changes.contains(Change(.contactX, 3200)), "\(changes)")
        #expect(try service.calls(3).last?.hasPrefix("touchesBegan page") == true)
        #expect(listener.reader.description.axes[.contactX]?.maximum == 6399)
        #expect(service.end().status == 0)
    }

    @Test(.rule("K15")) func `a reader that never reads the virtual panel delays neither touches nor other readers`()
        throws
    {
        let panel = try Panel()
        let (service, path, _) = try serve(Self.patient)
        let (sleeper, listener) = (try Listener(path: path), try Listener(path: path))
        try sleeper.skipDiscovery()
        try listener.skipDiscovery()
        var changes: [Change] = []
        try panel.down(slot: 0, id: 1, 100, 1080)
        changes += try frames(listener, 1)
        // The kernel's queue for this panel's reader has space for 1024 events; each move has 3 events.
        for step in 1...500 as ClosedRange<Int32> {
            try panel.move(slot: 0, 100 + 4 * step, 1080)
            changes += try frames(listener, 1)
        }
        try panel.up(slot: 0)
        changes += try frames(listener, 1)
        #expect(changes.count { $0 == .report } == 502 && !changes.contains(.dropped))
        #expect(try service.calls(1004).count == 1004)
        // The kernel has dropped the events, so the reader receives the current state instead.
        try panel.down(slot: 0, id: 200, 2048, 1080)
        _ = try frames(listener, 1)
        let late = try sleeper.take()
        #expect(late.contains { $0.isMark(.dropped) })
        #expect(Slots(late).states[0]?.x == 3200)
        #expect(service.end().status == 0)
    }

    @Test(.rule("U4")) func `a reload cancels the touch on the virtual panel at once, with a resting finger`()
        throws
    {
        let panel = try Panel()
        let (service, path, _) = try serve()
        let listener = try Listener(path: path)
        try listener.skipDiscovery()
        try panel.down(slot: 0, id: 1, 1024, 1080)
        // Moves far enough to prevent the long press.
        try panel.move(slot: 0, 1524, 1580)
        #expect(try frames(listener, 2).contains(Change(.trackingID, 0)))
        try service.write(Self.layout.replacing("journal.write: page", with: "journal.write: other"))
        service.signal(SIGHUP)
        let gone = try frames(listener, 2)
        #expect(gone.contains(Change(.toolType, 2)) && gone.contains(Change(.trackingID, -1)))
        #expect(service.end().status == 0)
    }

    @Test func `SIGKILL leaves neither a virtual panel nor a grab behind`() throws {
        let panel = try Panel()
        let (service, path, _) = try serve()
        let other = try DeviceReader(path: panel.path)
        #expect(throws: EvdevError.self) { try other.grab() }
        try panel.down(slot: 0, id: 1, 1024, 1080)
        service.signal(SIGKILL)
        _ = service.end()
        #expect(access(path, F_OK) != 0)
        try other.grab()
        #expect(other.isGrabbed)
    }
}
