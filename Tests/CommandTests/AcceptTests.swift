import Foundation
import Testing

/// Recordings of touchscreens that look like something else, before layouts that accept them or not.
struct AcceptTests {
    private let elo = Self.device("elo-2700.evemu")
    private let fingers = Self.device("fingers-and-pen.evemu")

    private static func device(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fixtures/devices/\(name)").path
    }

    private func replay(_ recording: String, _ input: String) throws -> Command.Outcome {
        let scratch = try Scratch()
        let layout = """
            screens: [{ name: kiosk, size: [1024, 768], input: \(input) }]
            plugins: { journal: { type: log } }
            root: { on: { touches: { journal.write: "x" } } }
            """
        try scratch.write("layout.yaml", Data(layout.utf8))
        return try Command.run("replay", recording, "--layout", scratch.path("layout.yaml"), "--dry-run")
    }

    @Test func `an Elo monitor that udev calls a mouse is a touchscreen where the layout accepts it`() throws {
        let accepted = try replay(elo, #"{ vendor: 0x04e7, product: 0x20, accept: true, flipY: true }"#)
        #expect(accepted.status == 0)
        #expect(accepted.complaints == "")
        #expect(accepted.output.contains("began at 0.000 s at (256.0, 192.0)"))
        // Its highest unit of y is the top edge of the screen, the lowest one unit above the bottom edge.
        #expect(accepted.output.contains("at (1023.8, 767.8)"))
        #expect(!accepted.output.contains("No touch"))
    }

    @Test func `without that it is ignored, and the message shows what accepts it`() throws {
        for input in ["{}", #"{ name: "Elo*" }"#, "{ vendor: 0x04e7, product: 0x20, accept: false }"] {
            let ignored = try replay(elo, input)
            #expect(ignored.output.contains("No touch."))
            let name = "EloTouchSystems,Inc Elo TouchSystems 2700 IntelliTouch(r) USB Touchmonitor Interface"
            let hint = #"if it is a touchscreen, say so at its screen: input: { name: "\#(name)", accept: true }"#
            #expect(ignored.complaints.contains("is left alone: it is a mouse; \(hint)\n"))
        }
    }

    @Test func `fingers on a node that also takes a pen touch without being accepted`() throws {
        let outcome = try replay(fingers, "{}")
        #expect(outcome.complaints == "")
        #expect(outcome.output.contains("began at 0.000 s at (512.0, 192.0)"))
    }
}
