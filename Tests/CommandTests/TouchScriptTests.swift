import Foundation
import Testing

/// Tests commands that read touch scripts.
struct TouchScriptTests {
    private static let layout = """
        screens: [{ name: door, size: [800, 480], input: { name: "Another panel", rotation: 90, flipX: true } }]
        plugins: { shell: { type: exec } }
        root:
          subviews:
            - id: ring
              class: Button
              frame: [40, 140, 300, 200]
              on: { touchUpInside: { shell.run: [echo, "ring {{screenX:1}}"] } }
        """

    private func scratch(_ script: String, _ name: String = "bell.touch") throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("door.yaml", Data(Self.layout.utf8))
        try scratch.write(name, Data(script.utf8))
        return scratch
    }

    // MARK: Recordings

    @Test func `all outputs count times from the first event of the recording`() throws {
        let scratch = try scratch("wait 1250ms\ntap 1 100,200\n")
        func output(_ words: String...) throws -> String {
            try Command.run([words[0], "bell.touch", "--layout", "door.yaml"] + words.dropFirst(), in: scratch).output
        }
        #expect(try output("replay").hasPrefix("touch 1: began at 1.250 s "))
        #expect(try output("replay", "--json").contains(#""seconds":1.25,"#))
        #expect(try output("replay", "--svg", "-").contains("touch 1, from 1.250 s"))
        #expect(try output("replay", "--plot", "-").contains(">1.26 s<"))
        #expect(try output("explain", "--short").hasPrefix("touch 1, at 1.250 s: "))
        #expect(try output("explain", "--short", "--json").contains(#""seconds":1.25,"#))
    }

    @Test func `replay plays a script at the points of the layout's screen`() throws {
        let scratch = try scratch("tap 1 100.5,200\n")
        let outcome = try Command.run("replay", "bell.touch", "--layout", "door.yaml", in: scratch)
        #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome.complaints)")
        #expect(outcome.output.contains("began at 0.000 s at (100.5, 200.0)"))
        #expect(outcome.output.contains("shell.run of ring on touchUpInside: 1"))
        let plain = try Command.run("replay", "bell.touch", "--size", "200x300", in: scratch)
        #expect(plain.output.contains("at (100.5, 200.0)"))
    }

    @Test func `a timer that is due at the end of a script or at an expectation fires`() throws {
        let scratch = try scratch("tap 1 400,470\nwait 30s\nexpect no call\ndown 1 400,470\nup 1\nwait 30s\n")
        let idle = Self.layout.replacing("input:", with: "idle: { after: 30s, do: { shell.run: [idle] } }, input:")
        try scratch.write("door.yaml", Data(idle.utf8))
        let outcome = try Command.run("replay", "bell.touch", "--layout", "door.yaml", in: scratch)
        #expect(outcome.output.contains("shell.run of screen door on idle: 2"), "\(outcome.output)")
    }

    @Test func `explain and the pictures take a script`() throws {
        let scratch = try scratch("tap 1 100,200\n")
        let explained = try Command.run("explain", "bell.touch", "--layout", "door.yaml", in: scratch)
        #expect(explained.status == 0)
        #expect(explained.output.hasPrefix("touch 1, at 0.000 s: the Button `ring` received the touch; "))
        let options = ["--layout", "door.yaml", "--svg", "-"]
        let drawn = try Command.run(["replay", "bell.touch"] + options, in: scratch)
        #expect(drawn.status == 0 && drawn.output.hasPrefix("<svg"))
    }

    @Test(arguments: [["replay"], ["explain"], ["make-test"], ["test"]])
    func `a position outside the screen is an error with the line and the fix`(_ command: [String]) throws {
        let scratch = try scratch("tap 1 1,1\ntap 1 800,200\nexpect no call\n")
        let outcome = try Command.run(command + ["bell.touch", "--layout", "door.yaml"], in: scratch)
        #expect(outcome.status == 1)
        let message = """
            bell.touch:2:1: finger 1 is outside the screen at 800,200; use a position inside the screen, \
            from 0,0 to below 800,480
            """
        #expect((outcome.complaints + outcome.output).contains(message), "\(outcome)")
    }

    @Test func `a script names its screen, and the option takes precedence`() throws {
        let scratch = try Scratch()
        try scratch.write(
            "two.yaml",
            Data(
                """
                screens:
                  - { name: left, size: [100, 50], root: { id: menu, on: { touchesBegan: { journal.write: l } } } }
                  - name: right
                    size: [100, 50]
                    input: { rotation: 180 }
                    root: { id: map, on: { touchesBegan: { journal.write: r } } }
                plugins: { journal: { type: log } }
                """.utf8
            )
        )
        try scratch.write("tap.touch", Data("screen right\ntap 1 10,20\n".utf8))
        func handlers(_ options: String...) throws -> String {
            try Command.run(["replay", "tap.touch", "--layout", "two.yaml"] + options, in: scratch).output
        }
        #expect(try handlers().contains("journal.write of map"))
        #expect(try handlers("--screen", "left").contains("journal.write of menu"))
        try scratch.write("tap.touch", Data("screen rigth\ntap 1 10,20\n".utf8))
        let wrong = try Command.run("replay", "tap.touch", "--layout", "two.yaml", in: scratch)
        #expect(wrong.complaints.contains("tap.touch:1:8: the layout has no screen 'rigth'; did you mean 'right'?"))
        let printed = try Command.run("tap", "10", "20", "--layout", "two.yaml", "--screen", "right", in: scratch)
        #expect(printed.output.hasPrefix("layout two.yaml\nscreen right\ntap 1 10,20\nexpect touch on map\n"))
    }

    // MARK: Tests

    @Test func `test runs a script of three lines`() throws {
        let scratch = try scratch(
            "layout door.yaml\ntap 1 100,200\nexpect shell.run called once with [\"echo\",\"ring 100.0\"]\n"
        )
        let outcome = try Command.run("test", "bell.touch", in: scratch)
        #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome)")
        #expect(outcome.output == "bell.touch: passed, 1 expectation\n")
    }

    @Test(arguments: [["replay"], ["explain"], ["make-test", "--as", "touch", "-o", "made.touch"]])
    func `a script names the layout for all commands`(_ command: [String]) throws {
        let scratch = try scratch("layout door.yaml\ntap 1 100,200\n")
        #expect(try Command.run(command + ["bell.touch"], in: scratch).status == 0)
        let other = try Command.run(command + ["bell.touch", "--layout", "no.yaml"], in: scratch)
        #expect(other.status == 1 && other.complaints.contains("no.yaml"))
    }

    @Test func `a script that is used as a layout is named as such`() throws {
        let outcome = try Command.run("check", "bell.touch", in: scratch("tap 1 540,1800\nexpect no call\n"))
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("bell.touch:1:1: error: the file is a recording, not a layout; "))
    }

    @Test func `a layout is named relative to the script`() throws {
        let scratch = try scratch("wait 1s\n")
        try FileManager.default.createDirectory(at: scratch.url("tests"), withIntermediateDirectories: true)
        try scratch.write("tests/tap.touch", Data("layout ../door.yaml\ntap 1 1,1\nexpect no call\n".utf8))
        #expect(try Command.run("test", "tests/tap.touch", in: scratch).status == 0)
    }

    @Test func `test prints the difference, writes JUnit XML and has status 1`() throws {
        let scratch = try scratch("tap 1 100,200\nexpect shell.run called twice\nexpect touch on ring\n")
        try scratch.write("none.touch", Data("tap 1 1,1\n".utf8))
        try scratch.write("good.touch", Data("tap 1 1,1\nwait 1.5s\nexpect no call\n".utf8))
        let paths = ["bell.touch", "none.touch", "good.touch"]
        let outcome = try Command.run(["test"] + paths + ["--layout", "door.yaml", "--junit", "r.xml"], in: scratch)
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                bell.touch: 1 of 2 expectations failed
                bell.touch:2:1: expected shell.run called twice, but there was 1 such call; correct the layout, \
                or change the script
                    - expected, + actual:
                    - shell.run called twice
                    + shell.run of ring on touchUpInside with ["echo","ring 100.0"]
                none.touch: error
                none.touch: the script has no 'expect' line; add a line such as 'expect shell.run called once'
                good.touch: passed, 1 expectation
                3 scripts: 1 passed, 2 failed

                """
        )
        let counts = "tests=\"3\" failures=\"1\" errors=\"1\" time=\"1.650000\""
        let difference = """
            bell.touch:2:1: expected shell.run called twice, but there was 1 such call; correct the layout, \
            or change the script
                - expected, + actual:
                - shell.run called twice
                + shell.run of ring on touchUpInside with [&quot;echo&quot;,&quot;ring 100.0&quot;]
            """
        let reason = "none.touch: the script has no 'expect' line; add a line such as 'expect shell.run called once'"
        #expect(
            try String(contentsOf: scratch.url("r.xml"), encoding: .utf8) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites \(counts)>
                  <testsuite name="touchbridge test" \(counts)>
                    <testcase name="bell.touch" classname="door.yaml" time="0.050000">
                      <failure message="1 of 2 expectations failed">\(difference)</failure>
                    </testcase>
                    <testcase name="none.touch" classname="door.yaml" time="0.050000">
                      <error message="\(reason)">\(reason)</error>
                    </testcase>
                    <testcase name="good.touch" classname="door.yaml" time="1.550000"/>
                  </testsuite>
                </testsuites>

                """
        )
    }

    @Test func `test prints JSON, or only JUnit XML`() throws {
        let scratch = try scratch("tap 1 100,200\nexpect no call\n")
        let json = try Command.run("test", "bell.touch", "--layout", "door.yaml", "--json", in: scratch)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(json.status == 1 && object?["passed"] as? Bool == false && object?["layout"] as? String == "door.yaml")
        #expect(((object?["failures"] as? [[String: Any]])?.first?["line"]) as? Int == 2)
        let xml = try Command.run("test", "bell.touch", "--layout", "door.yaml", "--junit", "-", in: scratch)
        #expect(xml.status == 1 && xml.output.hasPrefix("<?xml") && xml.output.hasSuffix("</testsuites>\n"))
        let both = try Command.run("test", "bell.touch", "--json", "--junit", "-", in: scratch)
        #expect(both.status == 2)
    }

    @Test func `the report does not overwrite a script or a layout`() throws {
        let scratch = try scratch("tap 1 100,200\nexpect no call\n")
        for name in ["bell.touch", "door.yaml"] {
            let outcome = try Command.run("test", "bell.touch", "--layout", "door.yaml", "--junit", name, in: scratch)
            #expect(outcome.status == 1)
        }
        #expect(try String(contentsOf: scratch.url("bell.touch"), encoding: .utf8).hasPrefix("tap"))
        #expect(try String(contentsOf: scratch.url("door.yaml"), encoding: .utf8) == Self.layout)
    }

    private static let failing: [([String], Int32)] = [
        (["test"], 2), (["test", "no.touch"], 1), (["test", "bell.touch"], 1), (["test", "door.yaml"], 1),
        (["test", "bell.touch", "--layout", "no.yaml"], 1),
        (["test", "bell.touch", "--layout", "door.yaml", "--screen", "dor"], 2),
    ]

    @Test(arguments: failing)
    func `a test that cannot run does not pass`(_ words: [String], _ status: Int32) throws {
        let outcome = try Command.run(words, in: scratch("tap 1 100,200\nexpect shell.run called\n"))
        #expect(outcome.status == status, "\(outcome)")
    }

    // MARK: Generated scripts

    @Test
    func `a drag that leaves the screen is an error of the command, not of a script`() throws {
        let scratch = try scratch("tap 1 10,10")
        let layout = "screens: [{ name: door, size: [800, 480] }]\nroot: {}\n"
        try scratch.write("door.yaml", Data(layout.utf8))
        let outcome = try Command.run("drag", "40", "240", "9000", "240", "--layout", "door.yaml", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("drag 40 240 9000 240: finger 1 is outside the screen at 9000,240; use a"))
    }

    @Test func `tap, drag and pinch print scripts`() throws {
        func printed(_ words: String...) throws -> String { try Command.run(words).output }
        #expect(try printed("tap", "540", "1800.5") == "tap 1 540,1800.5\n")
        #expect(
            try printed("tap", "5", "6", "--times", "2", "--for", "1.5s")
                == "tap 1 5,6 for 1500ms\nwait 100ms\ntap 1 5,6 for 1500ms\n"
        )
        #expect(
            try printed("drag", "1", "2", "-3", "4", "--over", "80ms") == "down 1 1,2\nmove 1 -3,4 over 80ms\nup 1\n"
        )
        #expect(
            try printed("pinch", "100", "50", "20", "80") == """
                down 1 90,50 and down 2 110,50
                move 1 60,50 and move 2 140,50 over 300ms
                up 1 and up 2

                """
        )
    }

    @Test(arguments: [
        ["tap", "1"], ["tap", "1", "x"], ["tap", "1", "2", "--times", "0"],
        ["drag", "1", "2", "3", "4", "--over", "5"],
        ["pinch", "1", "2", "0", "4"], ["tap", "1", "2", "--screen", "door"],
        ["drag", "1", "2", "3", "4", "--for", "1s"],
    ])
    func `a gesture with a wrong argument has status 2`(_ words: [String]) throws {
        #expect(try Command.run(words).status == 2)
    }

    @Test func `a gesture on a layout is a test that passes`() throws {
        let scratch = try scratch("")
        let printed = try Command.run("drag", "100", "200", "300", "200", "--layout", "door.yaml", in: scratch)
        #expect(
            printed.output == """
                layout door.yaml
                down 1 100,200
                move 1 300,200 over 300ms
                up 1
                expect touch on ring
                expect shell.run of ring on touchUpInside called once with ["echo","ring 300.0"]

                """
        )
        try scratch.write("drag.touch", Data(printed.output.utf8))
        #expect(try Command.run("test", "drag.touch", in: scratch).status == 0)
        let nothing = try Command.run("tap", "500", "200", "--layout", "door.yaml", in: scratch)
        #expect(nothing.output.hasSuffix("tap 1 500,200\nexpect no call\n"))
    }

    @Test func `a gesture on a slider does not count the calls for each report`() throws {
        let scratch = try scratch("")
        let handler = "on: { valueChanged: { shell.run: [echo] } }"
        let slider = "\n    - { id: volume, class: Slider, frame: [400, 140, 300, 60], \(handler) }"
        try scratch.write("door.yaml", Data((Self.layout + slider).utf8))
        let printed = try Command.run("drag", "415", "170", "600", "170", "--layout", "door.yaml", in: scratch)
        #expect(printed.output.hasSuffix("\nexpect shell.run of volume on valueChanged called with [\"echo\"]\n"))
    }

    @Test func `make-test makes a script that a new view does not break`() throws {
        let scratch = try scratch("")
        try FileManager.default.createDirectory(at: scratch.url("tests"), withIntermediateDirectories: true)
        let options = ["--layout", "door.yaml", "--any-screen", "--as", "touch", "-o", "tests/taps.touch"]
        let source = recording("wacom-isdv4-e6-finger-single-tap-center")
        let wide = Self.layout.replacing("[40, 140, 300, 200]", with: "[40, 140, 700, 200]")
        try scratch.write("door.yaml", Data(wide.utf8))
        let made = try Command.run(["make-test", source] + options, in: scratch)
        #expect(made.status == 0, "\(made.complaints)")
        let text = try String(contentsOf: scratch.url("tests/taps.touch"), encoding: .utf8)
        #expect(text.contains("\nlayout ../door.yaml\n"))
        #expect(text.contains("\nexpect touch on ring\nexpect shell.run of ring on touchUpInside called once with "))
        #expect(try Command.run("test", "tests/taps.touch", in: scratch).status == 0)
        let another = wide + "\n    - { id: new, frame: [0, 400, 10, 10], on: { touchesBegan: { shell.run: [new] } } }"
        try scratch.write("door.yaml", Data(another.utf8))
        #expect(try Command.run("test", "tests/taps.touch", in: scratch).status == 0)
        try scratch.write("door.yaml", Data(wide.replacing("ring {{", with: "bell {{").utf8))
        #expect(try Command.run("test", "tests/taps.touch", in: scratch).status == 1)
        let again = try Command.run(["make-test", source] + options, in: scratch)
        #expect(again.status == 1)
        #expect(again.complaints.contains("the path already exists; specify a different file with -o"))
    }

    @Test func `make-test makes WebDriver actions that touch the same views`() throws {
        let scratch = try scratch("")
        let options = ["--layout", "door.yaml", "--any-screen"]
        let source = recording("wacom-isdv4-e6-finger-2fg-tap")
        let made = try Command.run(["make-test", source, "--as", "webdriver", "-o", "tap.json"] + options, in: scratch)
        #expect(made.status == 0 && made.output.isEmpty && made.complaints.isEmpty, "\(made.complaints)")
        let trace = ["--layout", "door.yaml", "--json"]
        let touches = try Command.run(["replay", "tap.json"] + trace, in: scratch).output.split(separator: "\n")
        let recorded = try Command.run(["replay", source, "--any-screen"] + trace, in: scratch).output
        #expect(touches.count == recorded.split(separator: "\n").count && touches.count >= 2)
        try scratch.write("cancel.touch", Data("layout door.yaml\ndown 1 1,1\ncancel 1\n".utf8))
        let cancel = try Command.run(["make-test", "cancel.touch", "--as", "webdriver"], in: scratch)
        #expect(cancel.complaints.contains("drivers such as chromedriver ignore pointerCancel"))
        try scratch.write("wait.touch", Data("layout door.yaml\nwait 1s\n".utf8))
        let wait = try Command.run(["make-test", "wait.touch", "--as", "webdriver"], in: scratch)
        #expect(wait.status == 1 && wait.complaints.contains("the recording contains no touch; "))
        let test = try Command.run(["test", "tap.json"], in: scratch)
        #expect(test.status == 1 && test.output.contains("the file is not a touch script; "))
    }
}
