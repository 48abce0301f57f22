import DeviceNodes
import Evdev
import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests the interactive `identify` with virtual panels on a real kernel.
@Suite(.serialized, .tags(.realKernel)) struct IdentifyTests {
    private func touch(_ panel: Panel, _ x: Int32, _ y: Int32, id: Int32) throws {
        try panel.down(slot: 0, id: id, x, y)
        try panel.up(slot: 0)
    }

    @Test(.rule("L6")) func `two panels are identified with their rotations`() throws {
        let (a, b) = (try Panel(name: "Panel A"), try Panel(name: "Panel B"))
        let answer = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { unlink(answer) }
        let child = try Child(RecorderProcess.command, ["identify", "left", "right"], output: answer)
        _ = child.complaints(until: "upper left corner of the screen 'left'")
        // Panel B is rotated by a quarter turn: the screen's top left corner is the panel's bottom left corner.
        try touch(b, 50, 2100, id: 1)
        _ = child.complaints(until: "upper right")
        try touch(b, 50, 50, id: 2)
        _ = child.complaints(until: "lower right")
        try touch(b, 4000, 50, id: 3)
        _ = child.complaints(until: "upper left corner of the screen 'right'")
        try touch(a, 50, 50, id: 1)
        _ = child.complaints(until: "upper right")
        // During identification, other readers receive no touches.
        #expect(throws: EvdevError.self) { try DeviceReader(path: a.path).grab() }
        try touch(a, 4000, 50, id: 2)
        _ = child.complaints(until: "lower right")
        try touch(a, 4000, 2100, id: 3)
        #expect(child.wait() == 0)
        #expect(
            try String(contentsOfFile: answer, encoding: .utf8) == """
                screens:
                  - { name: "left", input: { name: "Panel B", rotation: 90 } }  # Panel B
                  - { name: "right", input: { name: "Panel A" } }  # Panel A

                """
        )
    }

    @Test func `two indistinguishable panels are a failure`() throws {
        let (a, b) = (try Panel(name: "Twin"), try Panel(name: "Twin"))
        let child = try Child(RecorderProcess.command, ["identify", "left", "right", "--anywhere"])
        _ = child.complaints(until: "Touch any point of the screen 'left'.")
        try touch(a, 50, 50, id: 1)
        _ = child.complaints(until: "Touch any point of the screen 'right'.")
        try touch(b, 50, 50, id: 1)
        #expect(
            child.complaints().contains("no `input:` can distinguish these panels: 'left' ('Twin'), 'right' ('Twin')")
        )
        #expect(child.wait() == 1)
    }

    @Test func `too few panels are reported with those that are connected`() throws {
        let panel = try Panel(name: "Panel A")
        let child = try Child(RecorderProcess.command, ["identify", "left", "right"])
        #expect(child.complaints().contains("2 screens need a panel each, but only 1 panel is connected: 'Panel A'"))
        #expect(child.wait() == 1)
        withExtendedLifetime(panel) {}
    }
}
