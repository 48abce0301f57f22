import Foundation
import Testing

/// Tests recordings of touchscreens that report another device type, with and without `accept:`.
struct AcceptTests {
    private let elo = Self.device("elo-2700.evemu")
    private let fingers = Self.device("fingers-and-pen.evemu")

    private static func device(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fixtures/devices/\(name)").path
    }

    private func replay(_ recording: String, _ input: String, _ options: String...) throws -> Command.Outcome {
        let scratch = try Scratch()
        try write(input, to: scratch)
        return try Command.run(
            ["replay", recording, "--layout", scratch.path("layout.yaml"), "--dry-run"] + options,
            in: scratch
        )
    }

    private func write(_ input: String, to scratch: Scratch) throws {
        let layout = """
            screens: [{ name: kiosk, size: [1024, 768], input: \(input) }]
            plugins: { journal: { type: log } }
            root: { on: { touches: { journal.write: "x" } } }
            """
        try scratch.write("layout.yaml", Data(layout.utf8))
    }

    @Test func `an Elo monitor that udev classifies as a mouse is a touchscreen if the layout accepts it`() throws {
        let accepted = try replay(elo, #"{ vendor: 0x04e7, product: 0x20, accept: true, flipY: true }"#)
        #expect(accepted.status == 0)
        #expect(accepted.complaints == "")
        #expect(accepted.output.contains("began at 0.000 s at (256.0, 192.0)"))
        // The maximum y unit is the top edge of the screen; the minimum is one unit above the bottom edge.
        #expect(accepted.output.contains("at (1023.8, 767.8)"))
        #expect(!accepted.output.contains("No touch"))
    }

    @Test func `without accept its recording gives status 1 and a message that shows accept`() throws {
        for input in ["{}", #"{ name: "Elo*" }"#, "{ vendor: 0x04e7, product: 0x20, accept: false }"] {
            let ignored = try replay(elo, input)
            #expect(ignored.status == 1)
            #expect(ignored.output == "")
            let name = "EloTouchSystems,Inc Elo TouchSystems 2700 IntelliTouch(r) USB Touchmonitor Interface"
            let hint = #"to use it as a touchscreen, add to its screen: input: { name: "\#(name)", accept: true }"#
            let message = "'\(name)' (vendor 0x4e7, product 0x20) is ignored: it is a mouse; \(hint); "
            let way = "choose a screen with --screen NAME, or use --any-screen\n"
            #expect(ignored.complaints == "touchbridge: \(elo): \(message)\(way)")
        }
    }

    @Test(arguments: ["--screen=kiosk", "--any-screen"])
    func `choosing a screen accepts it without accept in the layout`(option: String) throws {
        let chosen = try replay(elo, "{}", option)
        #expect(chosen.status == 0)
        #expect(chosen.complaints == "")
        #expect(chosen.output.contains("began at 0.000 s at (256.0, 575.8)"), "\(chosen.output)")
    }

    @Test func `a Swift test made from it names the device`() throws {
        let scratch = try Scratch()
        try write(#"{ name: "Elo*", accept: true }"#, to: scratch)
        let made = try Command.run(["make-test", elo, "--layout", "layout.yaml", "-o", "test"], in: scratch)
        #expect(made.status == 0, "\(made.complaints)")
        let test = try String(contentsOf: scratch.url("test/ReplayTest.swift"), encoding: .utf8)
        #expect(test.contains(#"recording: here + "/recording.evemu", device: 0))"#), "\(test)")
    }

    @Test func `fingers on a node that also reports a pen are accepted by default`() throws {
        let outcome = try replay(fingers, "{}")
        #expect(outcome.complaints == "")
        #expect(outcome.output.contains("began at 0.000 s at (512.0, 192.0)"))
    }
}
