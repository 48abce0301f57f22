import ResponderKit
import Testing
internal import TouchScripts

@testable import TouchbridgeTestKit

@Suite struct ScriptTests {
    @Test func `a script is printed in its source form`() throws {
        let text = """
            # two fingers
            rate 250hz
            down 1 100,200 and down 2 300.5,-20.25

            move 1 120,200 and move 2 280,200 over 80ms  # closer
            tap 3 1,1 for 30ms
            tap 3 1,1
            wait 500ms
            wait 1.5ms
            wait 2s
            up 1
            cancel 2

            """
        #expect(try TouchScript(text).description == text)
    }

    @Test func `whitespace and units make no difference`() throws {
        let one = try TouchScript("  down\t1   1.50,2.0\r\nmove 1 5,5 for 0.08s\nwait 1000us\n")
        #expect(one == (try TouchScript("down 1 1.5,2\nmove 1 5,5 over 80ms\nwait 1ms")))
        #expect(one != (try TouchScript("down 1 1.5,2")))
    }

    @Test func `a script has a duration`() throws {
        #expect(try TouchScript("tap 1 1,1\nwait 1.5s\ndown 1 1,1\nmove 1 2,2 over 7us").duration == 1_550_007)
    }

    @Test func `reports of a move come at the rate and stop at its end`() throws {
        let script = try TouchScript("rate 60hz\ndown 1 0,0\nmove 1 100,0 over 50ms")
        let plan = try ScriptPlan(script.script)
        #expect(plan.reports.map(\.time) == [0, 16_666, 33_333, 50_000])
        #expect(plan.reports.map { $0.samples[0].location.x } == [0, 33.3125, 66.6875, 100])
    }

    @Test func `the duration of a line is that of its moves and taps, other steps happen at its start`() throws {
        let script = try TouchScript("down 1 0,0\nmove 1 16,0 and tap 2 50,50 and down 3 9,9 over 16ms")
        var plan = try ScriptPlan(script.script)
        let reports = plan.reports.map { report in
            "\(report.time): " + report.samples.map { "\($0.finger.contact + 1) \($0.change)" }.joined(separator: ", ")
        }
        #expect(reports == ["0: 1 began", "0: 2 began, 3 began", "8000: 1 moved", "16000: 1 moved, 2 ended"])
        while plan.next() != nil {}
        #expect(plan.fingers.keys.sorted() == [1, 3])
    }

    @Test func `an error shows position, reason, remedy and caret`() throws {
        let error = #expect(throws: TestKitError.self) {
            try TouchScript("down 1 1,1\n\tdwon 1 100,200", name: "x.touch")
        }
        #expect(
            error?.description == """
                x.touch:2:2: unknown step 'dwon'; write down, move, up, cancel, tap, wait, rate, expect, layout or screen
                    \tdwon 1 100,200
                    \t^
                """
        )
    }

    @Test(arguments: [
        ("down", "1:6: 'down' needs a finger number from 1 to 32"),
        ("down 0 1,1", "1:6: 'down' needs a finger number from 1 to 32"),
        ("down 33 1,1", "1:6: 'down' needs a finger number from 1 to 32"),
        ("down +1 1,1", "1:6: 'down' needs a finger number from 1 to 32"),
        ("down 1", "1:8: 'down' needs a position in points"),
        ("down 1 100, 200", "1:8: 'down' needs a position in points"),
        ("down 1 1e3,nan", "1:8: 'down' needs a position in points"),
        ("down 1 1.00001,1", "1:8: 'down' needs a position in points"),
        ("down 1 1000001,1", "1:8: 'down' needs a position in points"),
        ("down 1 1,1 up 1", "1:12: unexpected word 'up'"),
        ("down 1 1,1 and", "1:16: a step is missing"),
        ("down 1 1,1 and wait 1s", "1:16: 'wait' applies to all fingers"),
        ("down 1 1,1 and up 1", "1:19: finger 1 occurs twice on this line"),
        ("down 1 1,1 over 1s", "1:12: 'over' is allowed only after 'move' or 'tap'"),
        ("move 1 1,1 over 0ms", "1:17: the time after 'over' must be above 0"),
        ("move 1 1,1 over", "1:17: a time must be a whole number of microseconds"),
        ("wait 5", "1:6: a time must be a whole number of microseconds"),
        ("wait 0.5us", "1:6: a time must be a whole number of microseconds"),
        ("wait -5ms", "1:6: a time must be a whole number of microseconds"),
        ("wait 99999999999999999999s", "1:6: a time must be a whole number of microseconds"),
        ("wait 1s # and\nrate 125", "2:6: 'rate' needs a whole number of reports per second"),
        ("rate 0hz", "1:6: 'rate' needs a whole number of reports per second"),
        ("down 1 1,1\ndown 1 2,2", "2:1: finger 1 is already down"),
        ("up 1\nmove 1 2,2", "2:1: finger 1 is not down"),
        ("tap 1 1,1\nup 1", "2:1: finger 1 is not down"),
    ])
    func `an invalid step is rejected with its position`(_ text: String, _ complaint: String) throws {
        let error = #expect(throws: TestKitError.self) { try TouchScript(text) }
        #expect(error?.description.hasPrefix("script:\(complaint)") == true, "\(error?.description ?? "")")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func `a move with too many reports is rejected`() throws {
        let error = #expect(throws: TestKitError.self) {
            try TouchScript("rate 10000hz\ndown 1 1,1\nmove 1 2,2 over 86400s")
        }
        #expect(error?.location == "script:3:1")
    }

    @Test func `a missing script file is named`() throws {
        let error = #expect(throws: TestKitError.self) { try TouchScript(contentsOf: "no-such.touch") }
        #expect(error?.location.hasSuffix("TouchbridgeTestKitTests/no-such.touch") == true)
    }
}
