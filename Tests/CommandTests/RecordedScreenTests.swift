import Foundation
import Testing

/// Tests `replay`, `explain` and `make-test` with layouts whose screens select panels by `path:`.
struct RecordedScreenTests {
    private static let layout = """
        screens:
          - name: left
            size: [1000, 500]
            input: { path: "pci-0000:00:14.0-usb-0:1:1.0" }
            root: { id: menu, on: { touchesBegan: { journal.write: "left {{screenX:0}}" } } }
          - name: right
            size: [1000, 500]
            input: { path: "pci-0000:00:14.0-usb-0:2:1.0" }
            root: { id: map, on: { touchesBegan: { journal.write: "right {{screenX:0}}" } } }
        plugins: { journal: { type: log } }
        """

    private let tap = recording("wacom-isdv4-e6-finger-single-tap-center")

    private func scratch(path: String? = nil) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("lobby.yaml", Data(Self.layout.utf8))
        let text = try String(contentsOfFile: tap, encoding: .utf8)
        let comment = path.map { "# Touchbridge udev: ID_PATH=\($0)\n" } ?? ""
        try scratch.write("tap.evemu", Data((comment + text).utf8))
        return scratch
    }

    /// Commands with a recording and a layout as input.
    private static let commands = [["replay"], ["explain"], ["make-test", "-o", "test"]]

    private func run(_ command: [String], _ options: String..., in scratch: Scratch) throws -> Command.Outcome {
        try Command.run(command + ["tap.evemu", "--layout", "lobby.yaml"] + options, in: scratch)
    }

    private let second = "pci-0000:00:14.0-usb-0:2:1.0"

    @Test
    func `a recording with its ID_PATH is replayed on the screen that selects its panel by path`() throws {
        let scratch = try scratch(path: second)
        let replay = try run(["replay"], in: scratch)
        #expect(replay.status == 0 && replay.complaints == "", "\(replay.complaints)")
        #expect(replay.output.contains("journal.write of map on touchesBegan: 1"), "\(replay.output)")
        let explain = try run(["explain"], in: scratch)
        #expect(explain.status == 0)
        #expect(explain.output.contains("A live run would call journal.write for event 'touchesBegan' of `map`"))
    }

    @Test(arguments: commands)
    func `a recording without a matching screen has status 1 and a message with the options`(
        command: [String]
    ) throws {
        let scratch = try scratch()
        let outcome = try run(command, in: scratch)
        #expect(outcome.status == 1)
        let message =
            "\(Command.binary(for: command).lastPathComponent): tap.evemu: the panel 'Wacom ISDv4 E6 Finger' "
            + "(vendor 0x56a, product 0xe6) matches no screen's "
            + "`input:`; the screen `left` requires `path: pci-0000:00:14.0-usb-0:1:1.0`, "
            + "the screen `right` requires `path: \(second)`; "
            + "choose a screen with --screen NAME, or use --any-screen\n"
        #expect(outcome.complaints == message)
        #expect(!scratch.names.contains("test"))
        #expect(command == ["explain"] ? outcome.output.hasPrefix("no touch: the panel") : outcome.output == "")
    }

    @Test(arguments: [("--screen=right", "map"), ("--screen=left", "menu"), ("--any-screen", "menu")])
    func `a panel that matches no screen is mapped to the chosen one`(option: String, view: String) throws {
        let scratch = try scratch()
        let replay = try run(["replay"], option, in: scratch)
        #expect(replay.status == 0 && replay.complaints == "", "\(replay.complaints)")
        #expect(replay.output.contains("journal.write of \(view) on touchesBegan: 1"), "\(replay.output)")
        let explain = try run(["explain"], option, in: scratch)
        #expect(explain.status == 0)
        let call = "A live run would call journal.write for event 'touchesBegan' of `\(view)`"
        #expect(explain.output.contains(call), "\(explain.output)")
    }

    @Test
    func `--any-screen keeps the matching screen, and --screen overrides it`() throws {
        let scratch = try scratch(path: second)
        #expect(try run(["replay"], "--any-screen", in: scratch).output.contains("of map on"))
        #expect(try run(["replay"], "--screen", "left", in: scratch).output.contains("of menu on"))
    }

    @Test
    func `a generated test replays on the chosen screen`() throws {
        for (option, screen) in [("--screen=right", "right"), ("--any-screen", "left")] {
            let scratch = try scratch()
            let made = try run(["make-test", "-o", "test"], option, in: scratch)
            #expect(made.status == 0, "\(made.complaints)")
            let status = try Program.run(
                "/bin/sh",
                [scratch.path("test/check"), "--accept"],
                output: scratch.path("out"),
                environment: ["TOUCHBRIDGE": Command.binary.path]
            )
            #expect(status == 0)
            let expected = try String(contentsOf: scratch.url("test/expected.jsonl"), encoding: .utf8)
            #expect(expected.contains("\"arguments\":\"\(screen) "), "\(expected)")
            let test = try String(contentsOf: scratch.url("test/ReplayTest.swift"), encoding: .utf8)
            #expect(test.contains(", screen: \"\(screen)\"))"), "\(test)")
        }
    }

    @Test
    func `a recording without a matching screen starts no handlers`() throws {
        let scratch = try scratch()
        let program = "journal: { type: log }, p: { type: process, command: [sh, -c, \"touch started\"] }"
        let text = Self.layout.replacing("journal: { type: log }", with: program)
        try scratch.write("lobby.yaml", Data(text.utf8))
        #expect(try run(["replay"], "--run-handlers", in: scratch).status == 1)
        #expect(!scratch.names.contains("started"))
    }

    @Test(arguments: commands)
    func `conflicting or unknown screens are usage errors with status 2`(command: [String]) throws {
        let scratch = try scratch()
        let both = try run(command, "--screen", "left", "--any-screen", in: scratch)
        #expect(both.status == 2)
        #expect(both.complaints.contains("--screen and --any-screen cannot both be set; remove one"))
        let wrong = try run(command, "--screen", "rigth", in: scratch)
        #expect(wrong.status == 2)
        #expect(wrong.complaints.contains("the layout has no screen 'rigth'; did you mean 'right'?"))
        #expect(!scratch.names.contains("test"))
    }

    @Test(arguments: [["--screen", "left"], ["--any-screen"]])
    func `choosing a screen requires a layout`(option: [String]) throws {
        let outcome = try Command.run(["replay", tap] + option)
        #expect(outcome.status == 2)
        let message = "\(option[0]) chooses a screen of a layout; specify the layout with --layout FILE"
        #expect(outcome.complaints.contains(message))
    }
}
