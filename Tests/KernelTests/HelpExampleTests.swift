import DeviceNodes
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Runs the help examples of commands that require a panel.
@Suite(.serialized, .tags(.realKernel)) struct HelpExampleTests {
    private let folder: HelpExamples.Folder

    private static let layout = """
        screens: [{ name: lobby, size: [1080, 1920] }]
        plugins: { journal: { type: log } }
        root: { id: page, on: { touchesBegan: { journal.write: page } } }

        """

    init() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        folder = try HelpExamples.Folder(
            path,
            programs: URL(filePath: RecorderProcess.command).deletingLastPathComponent().path
        )
        try Data(Self.layout.utf8).write(to: URL(filePath: "\(path)/lobby.yaml"))
    }

    /// Starts an example in its own process group.
    private func start(_ example: String, complaints: Int32? = nil, environment: [String: String] = [:]) throws -> Child
    {
        try Child(
            "/usr/bin/setsid",
            ["/bin/bash", "-c", folder.script(for: example)],
            output: "\(folder.path)/output",
            complaints: complaints,
            environment: environment
        )
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }

    /// Touches a panel at fractions of its width and height.
    private func touch(_ panel: Panel, _ x: Double, _ y: Double) throws {
        try panel.down(slot: 0, id: 1, Int32((x * 4096 - 0.5).rounded()), Int32((y * 2160 - 0.5).rounded()))
        usleep(20_000)
        try panel.up(slot: 0)
    }

    @Test(arguments: HelpExamples.groupsWithPanel)
    func `the examples in help that need a panel work`(_ examples: [String]) throws {
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        switch examples[0].split(separator: " ").first(where: { $0 != "sudo" && $0 != "touchbridge" }) {
        case "devices": try devices(examples)
        case "identify": try identify(examples[0])
        case "calibrate": try calibrate(examples[0])
        case "record": try record(examples)
        case "reset": try reset(examples[0])
        default: Issue.record("no test runs '\(examples[0])'")
        }
    }

    private func devices(_ examples: [String]) throws {
        let panel = try Panel(name: "Panel A")
        for example in examples {
            let child = try start(example)
            let complaints = child.complaints()
            #expect(child.wait() == 0, "\(example): \(complaints)")
            #expect(try text("output").contains("Panel A"), "\(example)")
        }
        withExtendedLifetime(panel) {}
    }

    private func identify(_ example: String) throws {
        let panels = [try Panel(name: "Panel A"), try Panel(name: "Panel B")]
        let child = try start(example)
        for (panel, screen) in zip(panels, ["left", "right"]) {
            for (corner, x, y) in [
                ("upper left", 0.02, 0.02), ("upper right", 0.98, 0.02), ("lower right", 0.98, 0.98),
            ] {
                _ = child.complaints(until: "\(corner) corner of the screen '\(screen)'")
                try touch(panel, x, y)
            }
        }
        #expect(child.wait() == 0)
        #expect(try text("output").contains(#"- { name: "right", input: { name: "Panel B" } }"#))
    }

    private func calibrate(_ example: String) throws {
        let (panel, terminal) = (try Panel(), try Terminal())
        let child = try start(example, complaints: terminal.descriptor)
        for number in 1...5 {
            _ = terminal.output(until: "\(number) of 5: ")
            let picture = terminal.output(until: "\u{1b}[7m+\u{1b}[0m")
            let cell = try #require(picture.firstMatch(of: /\u{1b}\[(\d+);(\d+)H\u{1b}\[7m\+/))
            let (row, column) = (Double(cell.1) ?? 0, Double(cell.2) ?? 0)
            try touch(panel, (column - 0.5) / Double(Terminal.columns), (row - 0.5) / Double(Terminal.rows))
        }
        #expect(child.wait() == 0)
        #expect(try text("etc/udev/rules.d/99-calibration.rules").contains("LIBINPUT_CALIBRATION_MATRIX"))
    }

    /// Records a touch, adds an `expect` line to the recorded script, and runs the script.
    private func record(_ examples: [String]) throws {
        let panel = try Panel(name: "A Touch panel")
        let recorder = try start(examples[0])
        _ = recorder.complaints(until: "recording 'A Touch panel'")
        // The command reads the panel's initial state during its first wait.
        usleep(100_000)
        try touch(panel, 0.5, 0.5)
        usleep(100_000)
        kill(-recorder.processID, SIGINT)
        #expect(recorder.wait() == 0)
        try Data((text("swipe.touch") + "expect touch on page\n").utf8).write(
            to: URL(filePath: "\(folder.path)/swipe.touch")
        )
        let test = try start(examples[1])
        let complaints = test.complaints()
        #expect(test.wait() == 0, "\(complaints)")
        #expect(try text("output").contains("passed, 1 expectation"))
    }

    private func reset(_ example: String) throws {
        let panel = try HIDPanel()
        defer { withExtendedLifetime(panel) {} }
        let node = try HIDPanel.announcedNode()
        let runtime = "\(folder.path)/runtime"
        let isPrivate = [FileAttributeKey.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            atPath: runtime,
            withIntermediateDirectories: false,
            attributes: isPrivate
        )
        let child = try start(
            example.replacing("/dev/input/event3", with: node.path),
            environment: ["RUNTIME_DIRECTORY": runtime]
        )
        let complaints = child.complaints()
        #expect(child.wait() == 0, "\(complaints)")
        #expect(try HIDPanel.announcedNode().inputName != node.inputName)
    }
}
