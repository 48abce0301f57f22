import Foundation
import InputEvents
import Recordings
import ResponderKit
import TestTraits
import Testing
import TouchScripts

/// Tests reading and writing W3C WebDriver actions as touches.
@Suite struct WebDriverTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../fixtures/webdriver/two-fingers.json").standardized.path

    /// Returns the actions of one touch pointer.
    private func actions(_ list: String) -> String {
        """
        {"actions": [{"type": "pointer", "id": "a", "parameters": {"pointerType": "touch"}, "actions": [
        \(list)
        ]}]}
        """
    }

    private func lines(_ text: String) throws -> [String] {
        let scratch = try Scratch()
        let reader = try RecordingReader(path: scratch.file("actions.json", text))
        #expect(reader.format.name == "webdriver" && reader.warnings.isEmpty)
        return try #require(reader.script).lines.map { "\($0)" }
    }

    @Test func `a tick lasts as long as its longest action, and moves end at their own times`() throws {
        let reader = try RecordingReader(path: Self.fixture)
        let script = try #require(reader.script)
        #expect(
            "\(script)" == """
                down 1 100,200 and down 2 300,200
                wait 50ms
                move 1 140,200 and move 2 260,200 over 80ms
                move 2 220,200 over 80ms
                up 1 and up 2

                """
        )
        #expect(reader.warnings.count == 1 && reader.warnings[0].line == 14)
        #expect(reader.devices.map { DeviceKind(of: $0) } == [.touchscreen])
    }

    @Test func `a move without a duration lasts as long as its tick`() throws {
        let other = """
            {"type": "none", "id": "b", "actions": [{"type": "pause"}, {"type": "pause"},
            {"type": "pause", "duration": 40}]}
            """
        let move = """
            {"type": "pointerMove", "x": 1, "y": 2}, {"type": "pointerDown"}, {"type": "pointerMove", "x": 5, "y": 2},
            {"type": "pointerMove", "origin": "pointer", "x": 1, "y": 1}, {"type": "pointerCancel"}
            """
        let text = actions(move).replacing("]}]}", with: "]}, \(other)]}")
        #expect(try lines(text) == ["down 1 1,2", "move 1 5,2 over 40ms", "move 1 6,3", "cancel 1"])
    }

    @Test func `other sources may only pause`() throws {
        let down = "{\"type\": \"pointerDown\"}"
        for source in ["\"type\": \"key\"", "\"type\": \"pointer\"", "\"type\": \"wheel\""] {
            let pause = "{\(source), \"actions\": [{\"type\": \"pause\"}]}"
            #expect(try lines(actions(down).replacing("]}]}", with: "]}, \(pause)]}")) == ["down 1 0,0"])
        }
        let mouse = try read(actions(down).replacing("touch", with: "mouse"))
        #expect(mouse.error?.message == "the action belongs to a mouse pointer, not to a touch pointer")
        #expect(mouse.error?.line == 2 && mouse.error?.column == 1 && mouse.error?.excerpt == "    \(down)\n    ^")
    }

    @Test func `an action without effect causes a warning`() throws {
        let text = actions("{\"type\": \"pointerUp\"}, {\"type\": \"pointerDown\"},\n{\"type\": \"pointerDown\"}")
        #expect(
            try read(text).warnings == [
                ":2: warning: the finger is not down; the pointerUp has no effect",
                ":3: warning: the finger is already down; the pointerDown has no effect",
            ]
        )
    }

    @Test(arguments: [
        ("{\"actions\": 3}", "1:13: a list 'actions' is missing; write {\"actions\": ["),
        ("[{\"type\": \"pointer\"}]", "1:1: a list 'actions' is missing; "),
        ("{\"actions\": [}", "1:14: not a JSON value; correct the JSON"),
        ("{\"actions\": []}", "1:13: the list 'actions' is empty; "),
        ("{\"actions\": [{\"type\": \"none\", \"actions\": []}]}", "1:13: no source is a touch pointer; "),
        ("{\"actions\": [{\"type\": \"none\"}]}", "1:14: the source has no list 'actions'; "),
        ("{\"actions\": [\n{\"type\": \"nope\", \"actions\": []}]}", "2:10: the source has no known 'type'; "),
    ])
    func `a malformed file is reported with its position and a remedy`(_ text: String, _ words: String) throws {
        let error = try #require(try read(text).error)
        #expect(error.description.dropFirst(error.path.count + 1).hasPrefix(words), "\(error)")
    }

    @Test(arguments: [
        ("{\"type\": \"pointerDwon\"}", "2:10: the action has no known 'type'; write pause, pointerMove, "),
        ("{\"type\": \"pause\", \"duration\": 1.5}", "2:31: the 'duration' is not a whole number of milliseconds"),
        ("{\"type\": \"pause\", \"duration\": 86400001}", "2:31: the 'duration' is not a whole number of milliseconds"),
        ("{\"type\": \"pointerMove\", \"y\": 1}", "2:1: 'x' is not a number up to a million; "),
        ("{\"type\": \"pointerMove\", \"x\": 1, \"y\": 1000001}", "2:38: 'y' is not a number up to a million; "),
        (
            "{\"type\": \"pointerMove\", \"x\": 1, \"y\": 1, \"origin\": {\"e\": \"1\"}}",
            "2:51: the origin is an element, whose position is unknown without its page; "
        ),
        (
            "{\"type\": \"pointerMove\", \"x\": 1920, \"y\": 1},\n{\"type\": \"pointerDown\"}",
            "3:1: finger 1 is outside the screen"
        ),
    ])
    func `a bad action is reported with its position and a remedy`(_ list: String, _ words: String) throws {
        let error = try #require(try read(actions(list)).error)
        #expect(error.description.dropFirst(error.path.count + 1).hasPrefix(words), "\(error)")
    }

    @Test func `a single long line is read`() throws {
        let pauses = String(repeating: "{\"type\": \"pause\"}, ", count: 20_000)
        #expect(try lines(actions("\(pauses){\"type\": \"pointerDown\"}").replacing("\n", with: "")) == ["down 1 0,0"])
    }

    @Test(.atLimit("webdriver-bytes"), .pastLimit("webdriver-bytes"))
    func `a file can have 1 MiB`() throws {
        let text = actions("{\"type\": \"pointerDown\"}")
        func padded(_ size: Int) -> String { text + String(repeating: " ", count: size - text.utf8.count) }
        #expect(try read(padded(1 << 20)).error == nil)
        #expect(try read(padded(1 << 20 + 1)).error?.message == "the file is larger than 1 MiB")
    }

    @Test(.atLimit("webdriver-pointers"), .pastLimit("webdriver-pointers"))
    func `32 touch pointers are read, and no more`() throws {
        func sources(_ count: Int) -> String {
            let one = "{\"type\": \"pointer\", \"parameters\": {\"pointerType\": \"touch\"}, \"actions\": []}"
            return "{\"actions\": [\([String](repeating: one, count: count).joined(separator: ", "))]}"
        }
        #expect(try read(sources(32)).error == nil)
        #expect(try read(sources(33)).error?.message == "the file has more than 32 touch pointers")
    }

    @Test(arguments: [
        "down 1 100.25,200 and down 2 300,200\nmove 1 180,200 and move 2 220,200 over 81ms\nwait 500ms\ncancel 1\nup 2",
        "tap 1 50,60 for 90ms\ntap 1 50,60\ntap 2 1,2", "down 1 5,5\ntap 2 70,80 and move 1 50,50 over 90ms\nup 1",
        "wait 1s\ndown 1 1,1\nmove 1 3,3\nwait 20ms\nup 1",
    ])
    func `a written script has the same touches when it is read`(_ text: String) throws {
        let scratch = try Scratch()
        let script = try ScriptText(text, name: "script")
        let actions = try #require(script.webDriverActions)
        let path = try scratch.file("actions.json", actions)
        let read = try #require(try RecordingReader(path: path).script)
        // Compares samples instead of reports, because the parsed script has a separate report for a tap's lift.
        func samples(_ script: ScriptText) throws -> [String] {
            try ScriptPlan(script).reports.flatMap { report in
                report.samples.map { "\(report.time) \($0.finger.contact) \($0.change) \($0.location)" }
            }
        }
        #expect(try samples(read) == samples(script))
    }

    @Test(.atLimit("script-line-time", "script-coordinate"), .pastLimit("script-line-time", "script-coordinate"))
    func `an action lasts at most a day, and a coordinate is at most a million points`() throws {
        func error(_ action: String) throws -> String? { try read(actions(action)).error?.message }
        #expect(try error("{\"type\": \"pause\", \"duration\": 86400000}") == nil)
        #expect(try error("{\"type\": \"pause\", \"duration\": 86400001}")?.hasSuffix("at most one day") == true)
        #expect(try error("{\"type\": \"pointerMove\", \"x\": 1000000, \"y\": -1000000}") == nil)
        #expect(try error("{\"type\": \"pointerMove\", \"x\": 1000001, \"y\": 1}")?.hasSuffix("a million") == true)
        #expect(throws: Never.self) { try ScriptText("wait 86400s", name: "script") }
        #expect(throws: TouchScriptError.self) { try ScriptText("wait 86400.000001s", name: "script") }
        #expect(throws: Never.self) { try ScriptText("down 1 1000000,1", name: "script") }
        #expect(throws: TouchScriptError.self) { try ScriptText("down 1 1000000.5,1", name: "script") }
    }

    @Test func `rounding errors of times do not accumulate`() throws {
        let moves = String(repeating: "move 1 1,1 over 8.4ms\nmove 1 2,2 over 8.4ms\n", count: 500)
        let actions = try #require(try ScriptText("down 1 5,5\n\(moves)up 1", name: "script").webDriverActions)
        let scratch = try Scratch()
        let script = try #require(try RecordingReader(path: scratch.file("actions.json", actions)).script)
        #expect(script.duration == 8_400_000)
        #expect(try ScriptText("wait 1s", name: "script").webDriverActions == nil)
    }
}
