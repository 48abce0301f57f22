import DeviceNodes
import Evdev
import Foundation
import Glibc
import InputEvents
import JSON
import TestSupport
import TestTraits
import Testing

/// Tests the interactive `calibrate` with virtual panels on a real kernel.
@Suite(.serialized, .tags(.realKernel)) struct CalibrateTests {
    /// An affine map from screen coordinates to those of an incorrectly calibrated panel.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Converts fractions of the screen to fractions of the panel.
        let place: @Sendable (Double, Double) -> (Double, Double)

        static let all = [
            Fault("scaled and shifted") { (0.1 + 0.75 * $0, 0.05 + 0.9 * $1) },
            Fault("rotated by 90 degrees, scaled and shifted") { (0.04 + 0.9 * (1 - $1), 0.02 + 0.95 * $0) },
            Fault("mirrored") { (1 - $0, 0.03 + 0.9 * $1) },
            Fault("mounted askew") { (0.05 + 0.9 * $0 + 0.03 * $1, 0.05 - 0.02 * $0 + 0.9 * $1) },
        ]

        init(_ name: String, _ place: @escaping @Sendable (Double, Double) -> (Double, Double)) {
            (testDescription, self.place) = (name, place)
        }
    }

    private static let (width, height) = (1920.0, 1080.0)
    /// Fingertip centres in the panel's corners, 4 mm from its edges.
    private static let corners: [(x: Double, y: Double)] = {
        let (left, top) = (4 / 409.6, 4 / 216.0)
        return [(left, top), (1 - left, top), (1 - left, 1 - top), (left, 1 - top)]
    }()
    private let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func touch(_ panel: Panel, _ x: Double, _ y: Double, _ fault: Fault = Fault("none") { ($0, $1) }) throws {
        let (u, v) = fault.place(x, y)
        try panel.down(slot: 0, id: 1, Int32((u * 4096 - 0.5).rounded()), Int32((v * 2160 - 0.5).rounded()))
        usleep(20_000)
        try panel.up(slot: 0)
    }

    /// Starts `calibrate --corners`, which shows no targets on the terminal.
    private func calibrate(_ options: String...) throws -> Child {
        try Child(RecorderProcess.command, ["calibrate", "--corners"] + options, output: scratch)
    }

    @Test(arguments: Fault.all)
    func `the printed layout moves the touches of a wrong panel to the right points`(_ fault: Fault) throws {
        defer { unlink(scratch) }
        let (panel, terminal) = (try Panel(), try Terminal())
        let child = try Child(
            RecorderProcess.command,
            ["calibrate", "--points", "9"],
            output: scratch,
            complaints: terminal.descriptor
        )
        for number in 1...9 {
            // Touches the target at its location on the terminal.
            _ = terminal.output(until: "\(number) of 9: ")
            let picture = terminal.output(until: "\u{1b}[7m+\u{1b}[0m")
            let cell = try #require(picture.firstMatch(of: /\u{1b}\[(\d+);(\d+)H\u{1b}\[7m\+/))
            let (row, column) = (Double(cell.1) ?? 0, Double(cell.2) ?? 0)
            let x = (column - 0.5) / Double(Terminal.columns)
            try touch(panel, x, (row - 0.5) / Double(Terminal.rows), fault)
        }
        #expect(child.wait() == 0)
        let text = try String(contentsOfFile: scratch, encoding: .utf8)
        let service = try ServiceProcess(
            text.replacing(#"name: "screen", "#, with: #"name: "screen", size: [1920, 1080], "#) + """
                plugins: { journal: { type: log } }
                root: { id: page, on: { touchesBegan: { journal.write: "{{screenX:2}} {{screenY:2}}" } } }
                """
        )
        let points = [(960.0, 540.0), (30, 40), (1890, 1050), (1700, 100)]
        for (index, point) in points.enumerated() {
            try touch(panel, point.0 / Self.width, point.1 / Self.height, fault)
            let call = try #require(try service.calls(index + 1).last).split(separator: " ")
            let (x, y) = (try #require(Double(call[1])), try #require(Double(call[2])))
            #expect(abs(x - point.0) < 1 && abs(y - point.1) < 1, "\(call) instead of \(point)")
        }
        #expect(service.end().status == 0)
    }

    @Test func `a page shows the targets instead of the terminal`() throws {
        try LoopbackInterface.enable()
        defer { unlink(scratch) }
        let panel = try Panel()
        let options = ["calibrate", "--page", "--port", "0", "--points", "4"]
        let child = try Child(RecorderProcess.command, options, output: scratch)
        let start = child.complaints(until: "in a browser that covers the screen", "1 of 4: ")
        let address = try #require(start.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)(\/[0-9a-f]+\/)/))
        let html = try Program.run("/usr/bin/curl", ["--silent", "--fail", String(address.0)])
        #expect(html.contains("id=\"target\"") && html.contains("panel.js"), "\(html)")
        let page = try WebSocketPage("\(address.2)live", port: try #require(Int(address.1)))
        #expect(page.isUpgraded)
        for (index, target) in [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]].enumerated() {
            let state = try page.message()
            #expect(state["text"]?.text?.hasPrefix("\(index + 1) of 4: ") == true, "\(state)")
            #expect(state["problem"] == .null && state["target"]?.list?.compactMap(\.number) == target, "\(state)")
            try touch(panel, target[0], target[1])
        }
        #expect(child.wait() == 0)
        #expect(try page.message()["isLast"]?.boolean == true)
        let text = try String(contentsOfFile: scratch, encoding: .utf8)
        #expect(text.contains("4 touches, error 0 mm on average, 0 mm at most"), "\(text)")
    }

    @Test func `the udev rule of a panel among others names the panel, and the others do not answer for it`() throws {
        defer { unlink(scratch) }
        let (panel, other) = (try Panel(name: "Panel A"), try Panel(name: "Panel B"))
        let unnamed = try calibrate()
        let problem = unnamed.complaints()
        #expect(problem.contains("several touchscreens are connected; specify one of these: "))
        #expect(problem.contains("'Panel A'") && problem.contains("'Panel B'") && unnamed.wait() == 1)
        let child = try calibrate("Panel A", "--udev")
        _ = child.complaints(until: "1 of 4: ")
        try touch(other, 0.5, 0.5)
        try touch(panel, Self.corners[0].x, Self.corners[0].y)
        // A second run cannot grab the panel, and its error names the process that holds the grab.
        let second = try calibrate("Panel A")
        #expect(second.complaints().contains("the node is open in touchbridge (process \(child.processID))"))
        #expect(second.wait() == 1)
        for number in 2...4 {
            _ = child.complaints(until: "\(number) of 4: ")
            let corner = Self.corners[number - 1]
            try touch(panel, corner.x, corner.y)
        }
        #expect(child.wait() == 0)
        let rule = try String(contentsOfFile: scratch, encoding: .utf8)
        #expect(rule.contains(#"ATTRS{name}=="Panel A", ENV{LIBINPUT_CALIBRATION_MATRIX}="1 "#))
    }

    @Test(.rule("K13")) func `touches that are read late are not reported between the questions`() throws {
        defer { unlink(scratch) }
        let panel = try Panel()
        let child = try calibrate()
        _ = child.complaints(until: "1 of 4: ")
        kill(child.processID, SIGSTOP)
        try touch(panel, Self.corners[0].x, Self.corners[0].y)
        usleep(300_000)
        kill(child.processID, SIGCONT)
        #expect(!child.complaints(until: "2 of 4: ").contains("late"))
    }

    @Test func `a panel that no rule can distinguish is refused before the first touch`() throws {
        let (panel, twin) = (try Panel(name: "Twin"), try Panel(name: "Twin"))
        let child = try calibrate(panel.path)
        let problem = child.complaints()
        #expect(problem.contains("no `input:` can distinguish 'Twin' from another panel") && child.wait() == 1)
        #expect(!problem.contains("1 of 4"))
        withExtendedLifetime(twin) {}
    }

    @Test func `a panel that is unplugged ends the calibration with the reason`() throws {
        defer { unlink(scratch) }
        var panel: Panel? = try Panel()
        let terminal = try Terminal()
        let child = try Child(RecorderProcess.command, ["calibrate"], output: scratch, complaints: terminal.descriptor)
        _ = terminal.output(until: "1 of 5: ")
        try touch(panel!, 0.1, 0.1)
        _ = terminal.output(until: "2 of 5: ")
        panel = nil
        // The message must follow the sequence that clears the screen; otherwise, it would be erased.
        _ = terminal.output(until: "\u{1b}[?25h")
        let words = "the panel was disconnected, and not all targets were touched"
        #expect(terminal.output(until: words).contains(words) && child.wait() == 1)
        #expect(try String(contentsOfFile: scratch, encoding: .utf8) == "")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal restores the terminal and prints no matrix`(_ signal: Int32) throws {
        defer { unlink(scratch) }
        let (panel, terminal) = (try Panel(), try Terminal())
        let child = try Child(RecorderProcess.command, ["calibrate"], output: scratch, complaints: terminal.descriptor)
        _ = terminal.output(until: "1 of 5: ")
        kill(child.processID, signal)
        #expect(terminal.output(until: "not all targets were touched").contains("\u{1b}[?25h") && child.wait() == 1)
        #expect(try String(contentsOfFile: scratch, encoding: .utf8) == "")
        // Succeeds only if the panel is no longer grabbed.
        try DeviceReader(path: panel.path).grab()
    }

    @Test(.rule("L3")) func `a finger that is down at the start is no touch, and other readers receive its lift`()
        throws
    {
        defer { unlink(scratch) }
        let panel = try Panel()
        try panel.down(slot: 0, id: 9, 2000, 1000)
        let listener = try Listener(panel)
        var slots = Slots(try listener.take())
        let child = try calibrate()
        _ = child.complaints(until: "1 of 4: ")
        try panel.up(slot: 0)
        slots.take(try listener.take())
        #expect(slots.ended == [9])
        usleep(200_000)
        #expect(throws: EvdevError.self) { try listener.reader.grab() }
        // Touches all four corners, because the touch that was down at the start does not count.
        for corner in Self.corners { try touch(panel, corner.x, corner.y) }
        #expect(child.wait() == 0)
        #expect(try String(contentsOfFile: scratch, encoding: .utf8).contains("calibration: [1, 0, "))
    }
}
