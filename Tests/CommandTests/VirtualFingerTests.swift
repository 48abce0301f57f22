import Foundation
import Testing

/// Tests `tap --live`, which taps on a screen of the running service.
struct VirtualFingerTests {
    private static let layout = """
        screens:
          - name: door
            size: [800, 480]
            input: { name: "A panel that is not connected" }
            root:
              subviews:
                - { id: ring, class: Button, frame: [40, 140, 300, 200], on: { touchUpInside: { journal.write: ding } } }
                - { id: cover, frame: [300, 140, 300, 200] }
                - id: hold
                  frame: [40, 0, 100, 100]
                  gestures: [{ id: held, type: longPress, on: { began: { journal.write: held } } }]
                - { id: outside, frame: [100, 500, 100, 100] }
          - name: hall
            size: [400, 300]
            position: [800, 0]
            input: { rotation: 90, name: "Another panel" }
            root:
              subviews:
                - { id: far, class: Button, frame: [100, 100, 100, 100], on: { touchUpInside: { journal.write: dong } } }
        plugins: { journal: { type: log } }
        control: { allow: [tap, set] }
        """

    @Test
    func `a tap reaches a view, a position or another screen`() throws {
        let service = try ControlledService(Self.layout)
        #expect(try service.ask("tap", "--live", "ring").output == "ring\n")
        #expect(try service.ask("tap", "--live", "320", "240").output == "cover\n")
        #expect(try service.ask("tap", "--live", "150", "150", "--screen", "hall").output == "far\n")
        #expect(try service.ask("tap", "--live", "far", "--times", "2").output == "far\n")
        #expect(try service.ask("tap", "--live", "hold", "--for", "700ms").output == "hold\n")
        // The virtual panel of `tap --live` has no device, so it is not listed and has no metrics.
        #expect(try service.ask("status").output.contains("panels: none"))
        service.stop()
        let log = try service.log
        #expect(log.components(separatedBy: "plugin 'journal': ding\n").count == 2)
        #expect(log.components(separatedBy: "plugin 'journal': dong\n").count == 4)
        #expect(log.contains("plugin 'journal': held\n"))
    }

    @Test
    func `with holdDuration, a tap reports the view if the finger is down long enough`() throws {
        let accommodations = "accommodations: { holdDuration: 100ms }\n    root:"
        let service = try ControlledService(Self.layout.replacing("root:", with: accommodations, maxReplacements: 1))
        #expect(try service.ask("tap", "--live", "ring", "--for", "300ms").output == "ring\n")
        let short = try service.ask("tap", "--live", "ring")
        #expect(short.status == 1 && short.complaints.contains("no view received the touch"), "\(short)")
        service.stop()
        #expect(try service.log.components(separatedBy: "plugin 'journal': ding\n").count == 2)
    }

    @Test(arguments: [
        (["ringg"], "there is no view 'ringg'; did you mean 'ring'?"), (["900", "10"], "outside the screen"),
        (["1", "1", "--screen", "attic"], "there is no screen 'attic'"), (["outside"], "is outside all screens"),
        (["ring", "--for", "6s"], "the taps of a request can take at most 5 s"),
        (["ring", "--times", "60"], "the taps of a request can take at most 5 s"),
    ])
    func `an impossible tap gets a reason`(_ words: [String], _ reason: String) throws {
        let service = try ControlledService(Self.layout)
        let outcome = try service.ask(["tap", "--live"] + words)
        #expect(outcome.status == 1 && outcome.complaints.contains(reason), "\(outcome)")
        #expect(try service.ask("tap", "--live", "ring").status == 0)
        service.stop()
    }

    @Test(arguments: [
        (["tap", "--live"], "write 'tap --live ID' or 'tap --live X Y'"),
        (["tap", "--live", "ring", "--screen", "door"], "--screen is the screen of a position"),
        (["tap", "1", "1", "--socket", "x"], "--socket has no effect without --live; add --live"),
        (["tap", "--live", "1", "1", "--for", "never"], "invalid --for 'never'"),
    ])
    func `wrong arguments are usage errors`(_ words: [String], _ reason: String) throws {
        let outcome = try Command.run(words)
        #expect(outcome.status == 2 && outcome.complaints.contains(reason), "\(outcome)")
    }

    @Test(arguments: [
        (#"{"do":"tap"}"#, "'tap' needs the id of a view"), (#"{"do":"tap","x":1}"#, "'tap' needs the id of a view"),
        (#"{"do":"tap","x":"1","y":1}"#, "'x' must be a number from -1000000 to 1000000"),
        (#"{"do":"tap","view":"ring","times":0.5}"#, "'times' must be a whole number above 0"),
        (#"{"do":"tap","view":"ring","times":1e300}"#, "'times' must be a number from"),
        (#"{"do":"tap","view":"ring","seconds":-1}"#, "'seconds' must be a number above 0"),
        (#"{"do":"tap","view":"ring","seconds":1e300}"#, "'seconds' must be a number from"),
        (#"{"do":"tap","x":1e300,"y":1}"#, "'x' must be a number from"),
        (#"{"do":"tap","x":-1000000,"y":1000000}"#, "outside the screen"),
    ])
    func `an invalid request gets a reason`(_ request: String, _ reason: String) throws {
        let service = try ControlledService(Self.layout)
        let client = try service.connect()
        let reply = ControlledService.reply(to: request + "\n", from: client)
        #expect(reply.contains(#""ok":false"#) && reply.contains(reason), "\(reply)")
        close(client)
        service.stop()
    }

    @Test
    func `a tap needs the permission of the layout`() throws {
        let service = try ControlledService(Self.layout.replacingOccurrences(of: "[tap, set]", with: "[set]"))
        let outcome = try service.ask("tap", "--live", "ring")
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("'tap' is not allowed; write 'control: { allow: [tap] }'"))
        service.stop()
    }

    @Test
    func `a tap continues to work after a reload`() throws {
        let service = try ControlledService(Self.layout)
        #expect(try service.ask("tap", "--live", "ring").output == "ring\n")
        let moved = Self.layout.replacingOccurrences(of: "[40, 140, 300, 200]", with: "[0, 200, 200, 200]")
        try service.scratch.write("door.yaml", Data(moved.utf8))
        #expect(try service.ask("reload").status == 0)
        #expect(try service.ask("tap", "--live", "ring").output == "ring\n")
        service.stop()
    }

    /// With `--for 500ms`, the long press becomes due exactly at the lift. Its recognition depends on which of the two
    /// is processed first.
    @Test
    func `a replay of the dump makes the same decisions as the service`() throws {
        let service = try ControlledService(Self.layout, options: ["--trace", "trace.jsonl"])
        for words in [["ring"], ["hold", "--for", "500ms"], ["far", "--times", "3"], ["hold", "--for", "501ms"]] {
            #expect(try service.ask(["tap", "--live"] + words).status == 0)
        }
        let dump = try service.ask("dump").output.dropLast()
        #expect(dump.hasPrefix("/"))
        service.stop()
        let lines = try String(contentsOfFile: service.scratch.path("trace.jsonl"), encoding: .utf8)
        let replay = try service.ask("replay", String(dump), "--layout", "door.yaml", "--trace", "-")
        #expect(replay.complaints == "")
        #expect(replay.output.contains(#""view":"far""#) && replay.output.contains(#""handler":"write","view":"hold""#))
        // The replay's trace ends with the removal of the devices.
        #expect(replay.output.hasPrefix(lines) && !lines.isEmpty)
    }
}
