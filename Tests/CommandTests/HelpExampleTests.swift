import Foundation
import Glibc
import TestSupport
import Testing
import TimeLimits

/// Runs the examples in the help of each command, except those that require a panel.
struct HelpExampleTests {
    private static let layout = """
        screens: [{ name: lobby, size: [1080, 1920] }]
        plugins: { shell: { type: exec }, journal: { type: log } }
        control: { allow: [set, send, tap] }
        root:
          id: page
          on: { touchesEnded: { journal.write: "{{screenX}}" } }
          subviews:
            - { id: bell, class: Button, frame: [340, 1700, 400, 200], on: { touchUpInside: { shell.run: [echo, ring] } } }
            - { id: call, class: Button, frame: [0, 0, 300, 300], on: { touchUpInside: { journal.write: call } } }
            - { id: volume, class: Slider, frame: [400, 0, 300, 60] }
            - { id: menu, frame: [0, 400, 400, 300], hidden: true }

        """

    /// Commands that run first, because they write files for other examples or events for the flight recorder.
    private static let first = ["tap", "drag", "pinch", "dump"]

    /// Examples that run until Ctrl-C. Each has a text in the output of the running example, and additional options.
    private static let endless = [
        "touchbridge check lobby.yaml && touchbridge run lobby.yaml": ("running lobby.yaml; ", ""),
        "touchbridge play lobby.yaml": ("http://127.0.0.1:", "--port 0"),
        "touchbridge replay swipe.touch --layout lobby.yaml --inspect": ("press Ctrl-C", "--port 0"),
        "touchbridge events --follow": (#""kind":"handler""#, ""),
        #"touchbridge events --follow | jq -c 'select(.kind == "handler")'"#: (#""kind":"handler""#, ""),
    ]

    /// Examples with a nonzero exit status.
    private static let failing: [String: Int32] = [
        "sh tests/no-ring/check              # shows the trace, and reports that it is not accepted": 1
    ]

    private struct Example: Hashable {
        let program: String
        let command: String
        let line: String
    }

    /// Returns the examples of all commands, in a suitable order for execution.
    private func examples() throws -> [Example] {
        var examples: [Example] = []
        for program in [Command.binary, Command.developerBinary] {
            let name = program.lastPathComponent
            let commands = try Command.run(["--help"], of: program).output.matches(of: #/\n  ([a-z][a-z-]*) /#)
            #expect(commands.count >= 4)
            for command in commands.map({ String($0.1) }) {
                let lines = HelpExamples.list(in: try Command.run([command, "--help"], of: program).output)
                let isShown = lines.contains { $0.contains("\(name) \(command)") }
                #expect(isShown, "the help of '\(name) \(command)' has no example; add one below 'For instance:'")
                examples += lines.map { Example(program: name, command: command, line: $0) }
            }
        }
        let isFirst = { (example: Example) in Self.first.contains(example.command) }
        return examples.filter(isFirst) + examples.filter { !isFirst($0) }
    }

    /// Writes the input files of the examples.
    private func writeFiles(in scratch: Scratch) throws {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fixtures")
        for (source, name) in [
            ("recordings/atmel-maxtouch-touchscreen-1-finger-fast-taps/source.evemu", "tap.evemu"),
            ("getevent/atmel-labels.getevent", "tap.getevent"), ("webdriver/two-fingers.json", "actions.json"),
        ] {
            try FileManager.default.copyItem(at: fixtures.appending(path: source), to: scratch.url(name))
        }
        let targets = [(200, 110), (1725, 108), (1728, 975), (190, 972), (962, 541)]
        let taps = targets.map { "tap 1 \($0.0),\($0.1)\nwait 300ms\n" }.joined()
        let steps = """
            # touchbridge torture 1: by hand
            {"seed":"17","round":0,"broken":"contact","detail":"by hand"}
            {"step":"plug","device":0}
            {"step":"settle"}
            """
        for (name, text) in [
            ("lobby.yaml", Self.layout), ("etc/touchbridge/layout.yaml", Self.layout), ("targets.touch", taps),
            ("tests/bell.touch", "tap 1 540,1800\nexpect shell.run called once\n"), ("torture-17.steps", steps),
        ] { try scratch.write(name, Data(text.utf8)) }
    }

    @Test
    func `each command has an example in its help, and the examples work`() throws {
        let service = try ControlledService(Self.layout)
        let scratch = service.scratch
        let folder = try HelpExamples.Folder(
            scratch.folder.path,
            programs: Command.binary.deletingLastPathComponent().path
        )
        try writeFiles(in: scratch)
        let examples = try examples()
        var lines = Set(examples.map(\.line))
        for line in Array(Self.endless.keys) + Self.failing.keys + HelpExamples.groupsWithPanel.joined() {
            #expect(lines.remove(line) != nil, "no help contains the example '\(line)'")
        }
        let withPanel = Set(HelpExamples.groupsWithPanel.joined())
        for example in examples where !withPanel.contains(example.line) {
            // The example names a dump that does not exist here.
            if example.command == "make-test" { try copyDump(of: service, for: example.line) }
            try run(example.line, in: folder, service)
        }
        service.stop()
    }

    /// Runs an example and checks its exit status. Once an endless example is running, sends it SIGINT.
    private func run(_ line: String, in folder: HelpExamples.Folder, _ service: ControlledService) throws {
        let output = service.scratch.path("output")
        let (sign, options) = Self.endless[line] ?? (nil, "")
        var environment = service.environment
        // A service started by an example must not notify the test's service manager.
        environment["NOTIFY_SOCKET"] = nil
        let command = try RunningCommand(
            ["/bin/bash", "-c", "{ \(folder.script(for: "\(line) \(options)"))\n} 2>&1"],
            // Creates a process group, so the test can signal all processes of the example.
            of: "/usr/bin/setsid",
            output: .file(output),
            environment: environment
        )
        defer { kill(-command.processID, SIGKILL) }
        let end = ContinuousClock.now + TimeLimits.wait
        while !command.hasEnded {
            let text = try String(contentsOfFile: output, encoding: .utf8)
            if let sign, text.contains(sign) { break }
            // `--follow` prints only events that occur after it has connected.
            if line.contains("--follow") { #expect(try service.ask("tap", "--live", "bell").status == 0) }
            try #require(ContinuousClock.now < end, "'\(line)' does not end: \(text)")
            usleep(10_000)
        }
        let isInterrupted = sign != nil && !command.hasEnded
        if isInterrupted { kill(-command.processID, SIGINT) }
        let status = try #require(command.wait(), "'\(line)' does not end")
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(isInterrupted == (sign != nil), "'\(line)' ends before Ctrl-C: \(text)")
        // SIGINT kills `events --follow`; all other commands catch the signal.
        let isKilled = isInterrupted && line.contains("--follow")
        let expected: [Int32] = isKilled ? [-SIGINT, 128 + SIGINT] : [Self.failing[line] ?? 0]
        #expect(expected.contains(status), "'\(line)' has the exit status \(status): \(text)")
        #expect(!text.contains(": error: ") && !text.contains("Try 'touchbridge"), "\(line): \(text)")
    }

    /// Copies a dump of the service to the example's input file.
    private func copyDump(of service: ControlledService, for line: String) throws {
        guard let name = line.firstMatch(of: #/lobby-\S+\.yml/#)?.output else { return }
        let dumps = service.scratch.url("state")
        let names = try FileManager.default.subpathsOfDirectory(atPath: dumps.path).filter { $0.hasSuffix(".yml") }
        let dump = try #require(names.first, "the service has written no dump")
        try FileManager.default.copyItem(at: dumps.appending(path: dump), to: service.scratch.url(String(name)))
    }
}
