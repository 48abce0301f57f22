import DeviceNodes
import Evdev
import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests virtual pointers as read by libinput.
@Suite(.serialized, .tags(.realKernel)) struct PointerDeviceTests {
    private static let layout = """
        screens: [{ name: kiosk, size: [400, 200], input: { name: "Panel*", grab: true } }]
        plugins: { pc: { type: uinput } }
        root:
          subviews:
            - { id: desk, frame: [0, 0, 200, 200], mouse: pc }
            - { id: pad, class: Trackpad, frame: [200, 0, 200, 200], mouse: pc }
        """

    /// Starts the service. Returns it and a libinput process that prints the events of a virtual device.
    private func serve(_ device: String) throws -> (service: ServiceProcess, judge: Child) {
        let service = try ServiceProcess(Self.layout, panels: 0)
        let node = try Regex("'Touchbridge \(device)' is (/dev/input/event\\d+)", as: (Substring, Substring).self)
        var said = ""
        var path: String?
        while path == nil || !said.contains("reading input from '") {
            said += try service.says("\n")
            path = said.firstMatch(of: node).map { String($0.output.1) }
        }
        let judge = try Child("/bin/sh", ["-c", "exec stdbuf -oL libinput debug-events --device \(path ?? "") >&2"])
        #expect(judge.complaints(until: "cap:p").contains("DEVICE_ADDED"))
        return (service, judge)
    }

    // Locations in panel units; 4096 × 2160 units are 400 × 200 points.
    private static let middleOfDesk: (Int32, Int32) = (1024, 2048)
    private static let middleOfPad: (Int32, Int32) = (3072, 2048)

    @Test func `a tap on a view clicks at its location`() throws {
        let panel = try Panel()
        let (service, judge) = try serve("pointer")
        try panel.down(slot: 0, id: 1, Self.middleOfDesk.0, Self.middleOfDesk.1)
        usleep(50_000)
        try panel.up(slot: 0)
        let said = judge.complaints(until: "released")
        #expect(said.contains("POINTER_MOTION_ABSOLUTE") && said.contains("BTN_LEFT") && said.contains("pressed"))
        #expect(service.end().status == 0)
    }

    @Test func `a long press on a view clicks the right button`() throws {
        let panel = try Panel()
        let (service, judge) = try serve("pointer")
        try panel.down(slot: 0, id: 1, Self.middleOfDesk.0, Self.middleOfDesk.1)
        usleep(800_000)
        try panel.up(slot: 0)
        let said = judge.complaints(until: "released")
        #expect(said.contains("BTN_RIGHT") && !said.contains("BTN_LEFT"))
        #expect(service.end().status == 0)
    }

    @Test func `a finger on a trackpad moves the pointer, and two fingers scroll`() throws {
        let panel = try Panel()
        let (service, judge) = try serve("mouse")
        let (x, y) = Self.middleOfPad
        try panel.down(slot: 0, id: 1, x, y)
        for step in 1...10 { try panel.move(slot: 0, x + Int32(step) * 40, y) }
        #expect(judge.complaints(until: "POINTER_MOTION").contains("POINTER_MOTION"))
        try panel.up(slot: 0)
        usleep(500_000)
        let top = y / 4
        try panel.down(slot: 0, id: 2, x, top)
        try panel.down(slot: 1, id: 3, x + 200, top)
        for step in 1...10 {
            try panel.move(slot: 0, x, top + Int32(step) * 250)
            try panel.move(slot: 1, x + 200, top + Int32(step) * 250)
            usleep(8000)
        }
        #expect(judge.complaints(until: "POINTER_SCROLL_WHEEL").contains("POINTER_SCROLL_WHEEL"))
        #expect(service.end().status == 0)
    }
}
