import Foundation
import Testing

struct ExplainTests {
    private let layout = """
        screens: [{ name: lobby, size: [400, 300], deadZones: [[0, 280, 400, 20]] }]
        plugins: { journal: { type: log } }
        root:
          id: page
          gestures: [{ id: unlock, type: longPress, minimumDuration: 2s, on: { began: [{ journal.write: menu }] } }]
          subviews:
            - { id: call, class: Button, frame: [100, 100, 100, 50], on: { touchUpInside: [{ journal.write: ring }] } }
            - { id: plain, frame: [0, 0, 10, 10] }
        """

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("lobby.yaml", Data(layout.utf8))
        return scratch
    }

    private static let tapPath = recording("wacom-isdv4-e6-finger-single-tap-center")
    private var tap: String { Self.tapPath }

    @Test
    func `a tap at the largest recorded time is explained, replayed and drawn as at any other time`() throws {
        let text = try String(contentsOfFile: tap, encoding: .utf8)
        func lines(second: String) throws -> [String] {
            let scratch = try scratch()
            let lines = text.split(separator: "\n").map { line in
                line.hasPrefix("E: ") ? "E: \(second)" + line.drop { $0 != "." } : line
            }
            try scratch.write("tap.evemu", Data(lines.joined(separator: "\n").utf8))
            return try [["explain"], ["replay"], ["replay", "--svg", "-"], ["replay", "--plot", "-"]].map { words in
                let words = [words[0], "tap.evemu", "--layout", "lobby.yaml"] + words[1...]
                let outcome = try Command.run(words, in: scratch)
                #expect(outcome.status == 0, "\(words): \(outcome.complaints)")
                return outcome.output
            }
        }
        #expect(try lines(second: "1000000000000") == lines(second: "7"))
    }

    // MARK: Explanation of a point

    @Test
    func `a point is explained for a tap and for a press of 3 s`() throws {
        let outcome = try Command.run("explain", "lobby.yaml", "150", "120", in: try scratch())
        #expect(outcome.status == 0 && outcome.complaints == "")
        let parts = outcome.output.components(separatedBy: "Finger resting at this point for 3 s:")
        try #require(parts.count == 2)
        let call = "A live run would call journal.write for event 'touchUpInside' of `call`, with the argument \"ring\""
        #expect(parts[0].contains(call))
        #expect(parts[0].contains("the finger lifted after 50 ms but must stay down for 2 s (`minimumDuration: 2s`)"))
        #expect(parts[1].contains("A live run would call journal.write for event 'began' of `unlock`"))
        let stopped =
            "journal.write (event 'touchUpInside' of `call`) was not called: "
            + "the long press `unlock` was recognized after 2 s"
        #expect(parts[1].contains(stopped))
    }

    @Test
    func `a point in a dead zone or outside the screen has status 1`() throws {
        let dead = try Command.run("explain", "lobby.yaml", "20", "290", in: try scratch())
        #expect(dead.status == 1)
        #expect(dead.output.contains("the finger went down in the dead zone [0, 280, 400, 20] of the screen"))
        let beyond = try Command.run("explain", "lobby.yaml", "900", "20", in: try scratch())
        #expect(beyond.status == 1)
        #expect(beyond.output.contains("No window accepted the touch, so no view received it."))
        #expect(beyond.output.contains("The touch began outside all screens of the layout"))
        // A point above and to the left of the screen; negative numbers resemble options.
        let left = try Command.run("explain", "lobby.yaml", "-5", "-.5", in: try scratch())
        #expect(left.status == 1 && left.complaints == "")
        #expect(left.output.contains("`window`: not hit, because it is 5 pt away from the touch"))
        let words = try Command.run("hit-test", "lobby.yaml", "-5", "20", in: try scratch())
        #expect(words.output.contains("window: not hit, because the point is 5 pt outside its bounds"))
    }

    @Test
    func `a long press with too few fingers is explained by the fingers, not the duration`() throws {
        let scratch = try Scratch()
        let pair = layout.replacing("type: longPress", with: "type: longPress, touches: 2")
        try scratch.write("lobby.yaml", Data(pair.utf8))
        let outcome = try Command.run("explain", "lobby.yaml", "300", "20", in: scratch)
        #expect(outcome.output.contains("`unlock` failed after 3 s: it needs 2 fingers at the same time"))
        #expect(outcome.output.contains("A long press needs all its fingers down at the same time, and no others."))
        #expect(!outcome.output.contains("fails when a finger lifts before"))
    }

    @Test
    func `a point with --json has one line for the tap and one for the press`() throws {
        let outcome = try Command.run("explain", "lobby.yaml", "150", "120", "--json", in: try scratch())
        let lines = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["finger"] as? String } == ["tap", "press"])
        #expect(lines.allSatisfy { $0["touch"] as? Int == 1 && $0["kind"] as? String == "touch" })
    }

    // MARK: Recordings

    @Test
    func `--touch selects one touch of a recording and requires that it exists`() throws {
        let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")
        let words = ["explain", taps, "--layout", "lobby.yaml", "--touch"]
        let third = try Command.run(words + ["3"], in: try scratch())
        #expect(third.status == 0)
        #expect(third.output.hasPrefix("touch 3, at ") && !third.output.contains("touch 1,"))
        let none = try Command.run(words + ["300"], in: try scratch())
        #expect(none.status == 1)
        #expect(none.complaints.contains("contains no touch 300; omit --touch to show all touches"))
    }

    @Test
    func `the handlers in the explanation are those of replay`() throws {
        for name in ["wacom-isdv4-e6-finger-single-tap-center", "n-trig-multitouch-1-finger-drag-nw-se"] {
            let words = [recording(name), "--layout", "lobby.yaml"]
            let replay = try Command.run(["replay"] + words, in: try scratch())
            let explain = try Command.run(["explain"] + words, in: try scratch())
            #expect(
                replay.output.contains("journal.write of call")
                    == explain.output.contains("would call journal.write for event 'touchUpInside'")
            )
            let touches = replay.output.split(separator: "\n").count { $0.hasPrefix("touch ") }
            #expect(explain.output.split(separator: "\n").count { $0.hasPrefix("touch ") } == touches)
        }
    }

    @Test
    func `a device name in a recording cannot write control characters to the terminal`() throws {
        let scratch = try scratch()
        let text = try String(contentsOfFile: tap, encoding: .utf8)
        let own = text.replacingOccurrences(of: "Wacom ISDv4 E6 Finger", with: "Wac\u{9b}31mom \u{202e}")
        try scratch.write("tap.evemu", Data(own.utf8))
        for option in [[], ["--json"]] {
            let outcome = try Command.run(["explain", "tap.evemu", "--layout", "lobby.yaml"] + option, in: scratch)
            #expect(outcome.status == 0)
            let scalars = outcome.output.unicodeScalars
            #expect(
                !scalars.contains { $0 != "\n" && ($0.properties.generalCategory == .control || $0.value == 0x202e) }
            )
        }
    }

    @Test
    func `a truncated recording is explained up to its end, with status 1`() throws {
        let scratch = try scratch()
        let text = try String(contentsOfFile: tap, encoding: .utf8)
        try scratch.write("broken.evemu", Data((text + "E: nonsense\n").utf8))
        let outcome = try Command.run("explain", "broken.evemu", "--layout", "lobby.yaml", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("touch 1, at 0.000 s"))
        #expect(outcome.complaints.contains("broken.evemu:"))
    }

    @Test
    func `a lift delayed by debounce at the end of a recording is explained as replay reports it`() throws {
        let scratch = try Scratch()
        let button = "{ class: Button, frame: [100, 100, 120, 60], on: { touchUpInside: out.write } }"
        let screen = "{ size: [400, 300], input: { filters: { debounce: 150ms } }, root: { subviews: [\(button)] } }"
        try scratch.write("l.yaml", Data("plugins: { out: { type: log } }\nscreens: [\(screen)]\n".utf8))
        let words = [recording("../puzzles/covered-by-sibling", "recording.evemu"), "--layout", "l.yaml"]
        #expect(try Command.run(["replay"] + words, in: scratch).output.contains("out.write of Button"))
        let explained = try Command.run(["explain"] + words, in: scratch).output
        #expect(explained.contains("A live run would call out.write for event 'touchUpInside'"), "\(explained)")
        #expect(!explained.contains("still down"))
    }

    // MARK: Questions about a view or gesture

    private func ask(_ puzzle: String, _ options: String...) throws -> Command.Outcome {
        let folder = "../puzzles/\(puzzle)"
        let words = [recording(folder, "recording.evemu"), "--layout", recording(folder, "layout.yaml")]
        return try Command.run(["explain"] + words + options)
    }

    /// Touch 1 calls `order`, and touch 2 pushes the page `news`. Touch 3 would hit `order`, but `news` covers it.
    private let pushed = "page-pushed-by-a-command"

    @Test
    func `a question about a view selects the fingers whose call is missing`() throws {
        let answer = try ask(pushed, "--view", "order", "--short").output
        #expect(answer.hasPrefix("touch 3, at 2.000 s: out.write (event 'touchUpInside' of `order`) was not called"))
        #expect(answer.split(separator: "\n").count == 1)
        #expect(try ask(pushed, "--view", "order", "--why-not", "touchUpInside", "--short").output == answer)
    }

    /// A call also counts as missing if it failed in the service, or if a condition, a rate limit or a later touch
    /// prevented it.
    @Test(arguments: [
        ("condition-false", "heat", "touch 1"), ("rate-limit-reached", "bell", "touch 2"),
        ("delay-replaced", "bell", "touch 1"), ("plugin-failed", "fails", "touch 2"),
    ])
    func `a question about a view selects calls that were prevented or failed`(
        _ puzzle: String,
        _ view: String,
        _ start: String
    ) throws {
        let name = puzzle == "plugin-failed" ? "recording.yml" : "recording.touch"
        let folder = "../puzzles/\(puzzle)"
        let words = [recording(folder, name), "--layout", recording(folder, "layout.yaml"), "--view", view, "--short"]
        let lines = try Command.run(["explain"] + words).output.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.hasPrefix(start) == true, "\(lines)")
    }

    @Test
    func `a question about a gesture names the gesture or its view`() throws {
        for owner in ["zoom", "map"] {
            let answer = try ask("two-fingers-needed", "--view", owner, "--why-not", "changed", "--short").output
            #expect(answer.hasPrefix("touch 1, at 0.000 s"), "\(answer)")
        }
    }

    @Test
    func `a point is touched with the accommodations of its screen`() throws {
        let scratch = try Scratch()
        let layout = """
            screens: [{ size: [800, 480], accommodations: { holdDuration: 2s } }]
            plugins: { out: { type: log } }
            root: { id: bell, class: Button, on: { touchUpInside: { out.write: ring } } }
            """
        try scratch.write("l.yaml", Data(layout.utf8))
        let outcome = try Command.run("explain", "l.yaml", "100", "100", in: scratch)
        #expect(outcome.status == 0 && outcome.output.contains("`holdDuration: 2s` requires more time"))
        #expect(outcome.output.contains("Finger resting at this point for 3 s:"), "\(outcome)")
        let short = try Command.run("explain", "l.yaml", "100", "100", "--short", in: scratch).output
        #expect(short.hasPrefix("tap: no touch, ") && short.contains("\nresting finger: touch 1, "), "\(short)")
        #expect(short.split(separator: "\n").last?.hasSuffix("a live run would call out.write") == true, "\(short)")
        #expect(try Command.run("explain", "l.yaml", "900", "100", in: scratch).status == 1)
    }

    @Test
    func `a gesture on a covered page can be asked for`() throws {
        let scratch = try Scratch()
        let layout = """
            screens: [{ size: [800, 480] }]
            plugins: { out: { type: log } }
            root:
              controller:
                id: nav
                class: NavigationController
                viewControllers:
                  - { id: first, view: { id: one, gestures: [{ id: hold, type: longPress, on: { began: { out.write: x } } }] } }
                  - { id: second, view: { id: two } }
            """
        try scratch.write("l.yaml", Data(layout.utf8))
        try scratch.write("tap.touch", Data("layout l.yaml\ntap 1 100,100\n".utf8))
        let words = ["explain", "tap.touch", "--view", "hold", "--why-not", "began", "--short"]
        let outcome = try Command.run(words, in: scratch)
        #expect(outcome.status == 0 && outcome.output.contains("`hold` is on the page `first`"), "\(outcome)")
    }

    /// A layout in which the page `settings` covers the button `order`, and the page `details` covers `settings`.
    private static let pages = """
        screens: [{ size: [400, 300] }]
        plugins: { out: { type: log } }
        root:
          id: page
          controller:
            id: home
            pages:
              - id: settings
                pages: [{ id: details, view: { id: text } }]
                view:
                  id: sheet
                  subviews:
                    - { id: save, class: Button, frame: [200, 100, 100, 50], on: { touchUpInside: out.write } }
                    - { id: more, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: { tree.present: details } } }
          subviews:
            - { id: order, class: Button, frame: [200, 100, 100, 100], on: { touchUpInside: out.write } }
            - { id: gear, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: { tree.present: settings } } }
        """

    @Test
    func `a view behind a presented page is no answer for a touch that a view of the page handled`() throws {
        let scratch = try Scratch()
        try scratch.write("l.yaml", Data(Self.pages.utf8))
        // Opens `settings`, taps on `save`, and taps beside `save`.
        let script = "layout l.yaml\ntap 1 50,50\nwait 1s\ntap 1 250,120\nwait 1s\ntap 1 250,170\n"
        try scratch.write("tap.touch", Data(script.utf8))
        func ask(_ options: String...) throws -> [String] {
            let outcome = try Command.run(["explain", "tap.touch", "--short"] + options, in: scratch)
            #expect(outcome.status == 0, "\(outcome)")
            return outcome.output.split(separator: "\n").map(String.init)
        }
        let answer =
            "touch 3, at 2.100 s: out.write (event 'touchUpInside' of `order`) was not called: the page `settings` is "
            + "presented over `order`; dismiss the page with `tree.dismiss`"
        #expect(try ask("--why-not", "touchUpInside") == [answer])
        let all = try ask()
        let second = try #require(all.first { $0.hasPrefix("touch 2") })
        #expect(!second.contains("order") && all.last == answer)
        // Selecting `order` itself includes both touches at its position, with the reason.
        let asked = try ask("--view", "order")
        #expect(asked.count == 2 && asked[0].hasPrefix("touch 2") && asked[1] == answer)
        #expect(
            asked[0].hasSuffix("the page `settings` is presented over `order`; dismiss the page with `tree.dismiss`")
        )
    }

    @Test
    func `the answer names all pages that cover a view, because all must be dismissed`() throws {
        let scratch = try Scratch()
        try scratch.write("l.yaml", Data(Self.pages.utf8))
        let script = "layout l.yaml\ntap 1 50,50\nwait 1s\ntap 1 50,50\nwait 1s\ntap 1 250,120\n"
        try scratch.write("tap.touch", Data(script.utf8))
        func answer(_ view: String) throws -> String {
            try Command.run("explain", "tap.touch", "--short", "--view", view, in: scratch).output
        }
        let both =
            "the pages `settings` and `details` are presented over `order`; dismiss the pages with `tree.dismiss`"
        #expect(try answer("order").hasSuffix(both + "\n"))
        let one = "the page `details` is presented over `save`; dismiss the page with `tree.dismiss`"
        #expect(try answer("save").hasSuffix(one + "\n"))
    }

    @Test(arguments: ["palm", "dead-zone", "just-beside", "covered-by-sibling", "finger-slides-in"])
    func `a question about a view also selects fingers that did not reach the view`(_ puzzle: String) throws {
        #expect(try ask(puzzle, "--view", "order", "--short").output.hasSuffix(try ask(puzzle, "--short").output))
    }

    @Test
    func `a question about a point selects the fingers that went down near it`() throws {
        let point = "pan-cancels-button"
        #expect(try ask(point, "--at", "160,130", "--short").output.hasPrefix("touch 1, "))
        #expect(try ask(point, "--at", "160,152", "--short").output.hasPrefix("touch 1, "))
        #expect(try ask(point, "--at", "160,152.5").output == "No finger went down at this point.\n")
    }

    @Test
    func `the JSON output contains the rule and the missing call`() throws {
        let long = try ask(pushed, "--view", "order", "--json").output
        #expect(long.contains(#""reason":"R6""#))
        let call = #""missed":[{"call":"out.write","event":"touchUpInside","view":"order","gesture":null}]"#
        #expect(long.contains(call))
        let short = try ask(pushed, "--view", "order", "--json", "--short").output
        #expect(short.contains(#""reason":"R6""#) && !short.contains("whyNot"))
    }

    @Test
    func `a point is explained in one line for each simulated finger`() throws {
        let lines = try Command.run("explain", "lobby.yaml", "150", "120", "--short", in: try scratch()).output
            .split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("tap: touch 1, ") && lines[1].hasPrefix("resting finger: "))
    }

    @Test
    func `a point is explained in one line if the results of both simulated fingers are equal`() throws {
        let layout = recording("../puzzles/rate-limit", "layout.yaml")
        let output = try Command.run("explain", layout, "150", "130", "--short").output
        #expect(output.hasPrefix("tap and resting finger: touch 1, ") && output.split(separator: "\n").count == 1)
    }

    // MARK: Usage errors

    @Test(arguments: [
        (["explain"], "wrong number of arguments; write 'explain RECORDING --layout FILE' or 'explain LAYOUT X Y'"),
        (
            ["explain", "tap.evemu"],
            "missing --layout; write 'explain RECORDING --layout FILE' or 'explain LAYOUT X Y'"
        ),
        (["explain", "lobby.yaml", "1"], "wrong number of arguments"),
        (["explain", "lobby.yaml", "1", "here"], "invalid X or Y; write coordinates in points"),
        (["explain", "lobby.yaml", "1", "1e308"], "invalid X or Y; write coordinates in points"),
        (["explain", "lobby.yaml", "1", "2", "--touch", "3"], "--touch applies to recordings only"),
        (
            ["explain", "tap.evemu", "--layout", "lobby.yaml", "--touch", "0"],
            "invalid --touch '0'; write the number of a touch"
        ),
        (["explain", "lobby.yaml", "1", "2", "--any-screen"], "--any-screen applies to recordings only"),
        (["explain", "lobby.yaml", "1", "2", "--view", "call"], "--view applies to recordings only"),
        (
            ["explain", tapPath, "--layout", "lobby.yaml", "--view", "call", "--why-not", "began"],
            "'call' has no handler for 'began'; it has handlers for: touchUpInside"
        ),
        (
            ["explain", tapPath, "--layout", "lobby.yaml", "--view", "plain"],
            "'plain' has no handler; specify a view or gesture with 'on:', or use --at X,Y"
        ),
        (
            ["explain", tapPath, "--layout", "lobby.yaml", "--view", "cal"],
            "the layout has no view or gesture 'cal'; did you mean 'call'?"
        ),
        (
            ["explain", tapPath, "--layout", "lobby.yaml", "--why-not", "touchUpinside"],
            "unknown event 'touchUpinside'; did you mean 'touchUpInside'?"
        ),
        (
            ["explain", tapPath, "--layout", "lobby.yaml", "--at", "540"],
            "invalid --at '540'; write X,Y in points, for instance --at 540,960"
        ),
    ])
    func `a usage error is reported with status 2`(_ words: [String], _ complaint: String) throws {
        let outcome = try Command.run(words, in: try scratch())
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains(complaint))
    }
}
