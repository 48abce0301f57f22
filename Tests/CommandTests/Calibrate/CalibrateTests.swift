import Contacts
import Foundation
import Geometry
import InputEvents
import JSON
import Testing

@testable import TouchbridgeCommands

/// Tests the command `calibrate` with touches from files.
struct CalibrateTests {
    private static let good = [(200, 110), (1725, 108), (1728, 975), (190, 972), (962, 541)]

    /// Runs the command on the taps of a touch script.
    private func calibrate(_ taps: [(Int, Int)], _ options: String...) throws -> Command.Outcome {
        let scratch = try Scratch()
        let lines = taps.map { "tap 1 \($0.0),\($0.1)\nwait 300ms\n" }.joined()
        try scratch.write("taps.touch", Data(lines.utf8))
        return try Command.run(["calibrate", "--replay", "taps.touch"] + options, in: scratch)
    }

    private static let matrix = "1.00292, 0.00227, -0.00314, -0.00059, 0.99941, -0.00055"
    private static let layout = """
        # 'Touchbridge test panel': 5 touches, error 0.8 mm on average, 1 mm at most
        # Remove rotation, flipX, flipY and swapAxes from this 'input:'; the matrix contains them.
        screens:
          - { name: "screen", input: { name: "Touchbridge test panel", calibration: [\(matrix)] } }

        """

    @Test func `touches give a layout that check accepts`() throws {
        let outcome = try calibrate(Self.good)
        #expect(outcome.output == Self.layout && outcome.complaints == "" && outcome.status == 0)
        let scratch = try Scratch()
        try scratch.write("panel.yaml", Data(outcome.output.utf8))
        #expect(try Command.run("check", "panel.yaml", in: scratch).status == 0)
    }

    @Test func `a far outlier is named and asked for again`() throws {
        var taps = Self.good
        taps[2] = (1300, 775)
        let outcome = try calibrate(taps + [Self.good[2]])
        #expect(outcome.output == Self.layout && outcome.status == 0)
        let problem = "The touch of the lower right target does not fit the others; touch this target again."
        #expect(outcome.complaints == "touchbridge: \(problem)\n")
        let ended = try calibrate(taps)
        #expect(ended.status == 1 && ended.output == "")
        #expect(
            ended.complaints.contains("taps.touch: the recording ends before all targets were touched; next: 3 of 5")
        )
    }

    @Test func `two equal points are refused`() throws {
        let outcome = try calibrate([Self.good[0]] + Self.good)
        #expect(outcome.output == Self.layout && outcome.status == 0)
        let problem = "The touch is at the same position as the touch of the upper left target; "
        #expect(outcome.complaints == "touchbridge: \(problem)touch the upper right target.\n")
    }

    @Test func `mirrored points give a mirrored matrix and a warning`() throws {
        let outcome = try calibrate([(1728, 108), (192, 108), (192, 972), (1728, 972)], "--points", "4")
        #expect(outcome.output.contains("calibration: [-1, 0, 1.00002, 0, 1, -0.00003]") && outcome.status == 0)
        #expect(outcome.complaints.hasPrefix("touchbridge: warning: the matrix mirrors the panel; "))
    }

    @Test func `targets in the wrong order, and touches on a line, are refused`() throws {
        let swapped = try calibrate([(1728, 108), (192, 108), (1728, 972), (192, 972)], "--points", "4")
        #expect(swapped.status == 1 && swapped.complaints.contains("Several touches do not fit the others"))
        let line = try calibrate([(192, 108), (600, 108), (900, 108), (1728, 108)], "--points", "4")
        #expect(line.status == 1 && line.complaints.contains("All touches are on one line"))
    }

    @Test func `the result is also printed as a udev rule and as JSON`() throws {
        let udev = try calibrate(Self.good, "--udev").output
        let matrix = Self.matrix.replacing(",", with: "")
        let rule = """
            ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Touchbridge test panel", \
            ENV{LIBINPUT_CALIBRATION_MATRIX}="\(matrix)"
            """
        #expect(udev.hasSuffix("\n\(rule)\n"))
        let json = try JSONValue(parsing: Array(try calibrate(Self.good, "--json").output.utf8))
        #expect(json["udev"]?.text == rule && json["unit"]?.text == "mm" && json["mirrored"]?.boolean == false)
        #expect(json["touches"]?.list?.count == 5 && json["largestError"]?.number == 0.99)
        #expect(json["input"]?["calibration"]?.list?.count == 6)
    }

    @Test func `a panel without a resolution gives the error in points`() throws {
        let scratch = try Scratch()
        var text = """
            # EVEMU 1.3
            N: Old panel
            I: 0003 0eef 0001 0100
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 04 00 00 00 00 00 00
            B: 03 03 00 00 00 00 00 00 00
            A: 00 0 4095 0 0 0
            A: 01 0 4095 0 0 0

            """
        var time = 0
        for (x, y) in [(410, 410), (3686, 410), (3686, 3686), (410, 3706)] {
            for (type, code, value) in [(3, 0, x), (3, 1, y), (1, 0x14a, 1), (0, 0, 0), (1, 0x14a, 0), (0, 0, 0)] {
                time += 1
                let fraction = String(repeating: "0", count: 6 - String(time * 10_000).count) + String(time * 10_000)
                text += "E: 1.\(fraction) \(hex(type, 4)) \(hex(code, 4)) \(value)\n"
            }
        }
        try scratch.write("old.evemu", Data(text.utf8))
        let outcome = try Command.run(
            "calibrate",
            "--replay",
            "old.evemu",
            "--points",
            "4",
            "--size",
            "4096x4096",
            "--compositors",
            in: scratch
        )
        #expect(outcome.output.hasPrefix("# 'Old panel': 4 touches, error 5 points on average, 5 points at most\n"))
        #expect(outcome.output.contains("# sway, in its config: input \"3823:1:Old_panel\" calibration_matrix "))
    }

    private func hex(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }

    @Test func `a finger that never lifts is reported at the next touch`() throws {
        let scratch = try Scratch()
        let taps = Self.good.map { "tap 2 \($0.0),\($0.1)\nwait 300ms\n" }.joined()
        try scratch.write("stuck.touch", Data("down 1 900,900\nwait 300ms\n\(taps)".utf8))
        let outcome = try Command.run("calibrate", "--replay", "stuck.touch", in: scratch)
        let lines = outcome.complaints.split(separator: "\n")
        #expect(lines.count == 6 && outcome.status == 1)
        #expect(lines.dropLast().allSatisfy { $0 == "touchbridge: Several fingers touched; touch with one finger." })
    }

    @Test func `a touch with two fingers is refused once`() throws {
        let scratch = try Scratch()
        let taps = Self.good.map { "tap 1 \($0.0),\($0.1)\nwait 300ms\n" }.joined()
        let pair = "down 1 200,110\ndown 2 500,110\nwait 50ms\nup 2\nwait 50ms\nup 1\nwait 300ms\n"
        try scratch.write("pair.touch", Data("\(pair)\(taps)".utf8))
        let outcome = try Command.run("calibrate", "--replay", "pair.touch", in: scratch)
        #expect(outcome.output == Self.layout && outcome.status == 0)
        #expect(outcome.complaints == "touchbridge: Several fingers touched; touch with one finger.\n")
    }

    @Test func `a recording with two touchscreens is an error`() throws {
        let scratch = try Scratch()
        let device = """
              - node: /dev/input/event1
                evdev:
                  name: Panel
                  id: [3, 1, 2, 3]
                  codes:
                    1: [330]
                    3: [53, 54, 57]
                  absinfo:
                    53: [0, 4095, 0, 0, 10]
                    54: [0, 4095, 0, 0, 10]
                    57: [0, 65535, 0, 0, 0]
                  properties: [1]
                udev:
                  properties:
                events:

            """
        let head = "# libinput record\nversion: 1\nndevices: 2\ndevices:\n"
        try scratch.write("two.yml", Data((head + device + device).utf8))
        let outcome = try Command.run("calibrate", "--replay", "two.yml", in: scratch)
        #expect(outcome.complaints.contains("two.yml: the recording contains 2 touchscreens; record only one"))
        #expect(outcome.status == 1)
    }

    @Test func `a recording without a touchscreen is an error`() throws {
        let path = recording("synps2-synaptics-touchpad-hp8470p-two-finger-scroll-vertical")
        let outcome = try Command.run("calibrate", "--replay", path)
        #expect(outcome.status == 1 && outcome.complaints.contains("no device of the recording is a touchscreen"))
    }

    @Test(arguments: [
        ["--points", "3"], ["--points", "10"], ["--points", "x"], ["--points", "4", "--corners"], ["a", "b"],
        ["a", "--replay", "b"], ["--udev", "--json"], ["--udev", "--compositors"], ["--json", "--compositors"],
        ["--replay", "b", "--for", "3"],
    ])
    func `wrong arguments are usage errors`(_ arguments: [String]) throws {
        #expect(try Command.run(["calibrate"] + arguments).status == 2)
    }

    @Test func `a terminal is necessary to show targets`() throws {
        let outcome = try Command.run("calibrate")
        #expect(outcome.status == 1 && outcome.complaints.contains("use --page or --corners"))
    }

    @Test func `a target is drawn in the cell of its location`() throws {
        let screen = try #require(TargetScreen(columns: 80, rows: 25))
        let target = screen.aligned(CalibrationTarget.list(4, inset: .init(width: 0.1, height: 0.1))[1])
        #expect(target.location.x == 72.5 / 80 && target.location.y == 2.5 / 25)
        let picture = screen.picture(of: target, ["1 of 4: Touch."])
        #expect(picture.hasSuffix("\u{1b}[3;73H\u{1b}[7m+\u{1b}[0m") && picture.contains("\u{1b}[8;34H1 of 4: Touch."))
        #expect(TargetScreen(columns: 59, rows: 25) == nil && TargetScreen(columns: 80, rows: 9) == nil)
    }

    @Test func `a long text is wrapped, and covers no target on the smallest screen`() throws {
        let screen = try #require(TargetScreen(columns: 60, rows: 10))
        var session = CalibrationSession(
            CalibrationTarget.list(4, inset: .init(width: 0.1, height: 0.1)),
            .init(panel: nil, screen: .init(width: 1, height: 1))
        )
        for (x, y) in [(0.9, 0.1), (0.1, 0.1), (0.9, 0.9)] { _ = session.take(.at(Point(x: x, y: y))) }
        let refusal = session.take(.at(Point(x: 0.1, y: 0.9)))
        let problem = try #require(refusal)
        #expect(problem.count > 60)
        let picture = screen.picture(of: session.targets[0], [session.question, problem])
        let rows = picture.matches(of: #/\u{1b}\[(\d+);(\d+)H([^\u{1b}]+)/#)
        // Rows are counted from 1: the upper targets are in row 2, and the middle targets in row 6.
        #expect(rows.map { $0.1 } == ["3", "4", "5"] && rows.allSatisfy { $0.3.count <= 60 })
        #expect(rows.dropFirst().map { $0.3 }.joined(separator: " ") == problem)
    }
}

/// Tests the printed settings for compositors.
struct CompositorLinesTests {
    @Test func `names are written as each program expects them`() throws {
        var panel = DeviceDescription(name: " A [x] \"<é> ")
        panel.identity = .init(bus: 3, vendor: 0x04f3, product: 0x2494)
        panel.udev = ["ID_PATH": "pci-0:1"]
        let other = panel.name
        var twin = DeviceDescription(name: other)
        twin.udev = ["ID_PATH": "pci-0:2"]
        let sign = try #require(PanelSign(of: panel, among: [twin]))
        let lines = CompositorLines(panel: panel, sign: sign, matrix: Calibration("0 -1 1 1 0 0"))
        #expect(
            lines.comments.dropFirst(2) == [
                """
                # udev (weston, cage and all programs with libinput): ACTION!="remove", SUBSYSTEM=="input", \
                KERNEL=="event*", ATTRS{name}==" A ?x? ?<é> ", ENV{ID_PATH}=="pci-0:1", \
                ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0", ENV{WL_OUTPUT}="CONNECTOR"
                """,
                "# sway, in its config: input \"1267:9364:A_[x]_?<__>\" map_to_output CONNECTOR",
                "# sway, in its config: input \"1267:9364:A_[x]_?<__>\" calibration_matrix 0 -1 1 1 0 0",
                "# labwc, in rc.xml: <touch deviceName=\" A [x] &quot;&lt;é> \" mapToOutput=\"CONNECTOR\"/>",
                """
                # labwc, in rc.xml: <libinput><device category=" A [x] &quot;&lt;é> ">\
                <calibrationMatrix>0 -1 1 1 0 0</calibrationMatrix></device></libinput>
                """,
            ]
        )
    }

    @Test func `a panel that needs no matrix gets none`() {
        let lines = CompositorLines(panel: DeviceDescription(name: "A"), sign: nil, matrix: nil).comments
        #expect(lines.count == 5 && !lines.contains { $0.lowercased().contains("matrix") })
    }
}
