import Foundation
import ResponderKit
import Testing

@testable import TouchbridgeTestKit

/// Tests the `expect` lines of touch scripts.
@Suite struct ScriptExpectationTests {
    @Test func `expectations are printed in their source form`() throws {
        let text = """
            layout the lobby.yaml
            screen left
            expect shell.run called
            expect shell.run called once
            expect shell.run called twice with ["a","#1 \\" b"]  # not a # in a string
            expect shell.run called 3 times with {"a":1}
            expect shell.run of call on touchUpInside not called
            expect no call
            expect no other call
            expect touch on call
            expect no touch on call
            expect panel hidden
            expect panel hidden false
            expect my.panel frame [0,0,10,10]

            """
        #expect(try TouchScript(text).description == text)
        #expect(try TouchScript("expect: a.b called 1 times") == TouchScript("expect a.b called once"))
    }

    @Test(arguments: [
        ("expect", "1:8: 'expect' needs a handler, a touch or a view with a property"),
        ("expect shell called", "1:8: 'expect' needs a handler, a touch or a view with a property"),
        ("expect panel", "1:8: 'expect' needs a handler, a touch or a view with a property"),
        ("expect panel hidden nope", "1:21: the value of 'hidden' is invalid JSON"),
        ("expect shell.run", "1:18: 'called' or 'not called' must follow the handler"),
        ("expect shell.run of", "1:21: 'of' needs the id of a view, controller or screen"),
        ("expect shell.run called 3", "1:27: 'times' must follow the number of calls"),
        ("expect shell.run called 9999999 times", "1:25: a number of calls must be below a million"),
        ("expect shell.run called with", "1:30: the argument after 'with' is invalid JSON"),
        ("expect shell.run called with [1", "1:30: the argument after 'with' is invalid JSON"),
        ("expect shell.run called once more", "1:30: unexpected word 'more'"),
        ("expect shell.run not", "1:22: 'not' must precede 'called'"),
        ("expect no", "1:11: 'no' must precede 'call' or 'touch'"),
        ("expect touch", "1:14: 'touch' needs 'on' and a view"),
        ("layout", "1:8: 'layout' needs a file"), ("screen", "1:8: 'screen' needs a name"),
    ])
    func `an invalid expectation is rejected with its position`(_ text: String, _ complaint: String) throws {
        let error = #expect(throws: TestKitError.self) { try TouchScript(text) }
        #expect(error?.description.hasPrefix("script:\(complaint)") == true, "\(error?.description ?? "")")
        #expect(error?.remedy.isEmpty == false)
    }

    private static let layout = """
        screens: [{ size: [400, 300], idle: { after: 90s, do: [{ journal.write: idle }] } }]
        plugins: { journal: { type: log }, bus: { type: mqtt, broker: "mqtt://localhost" } }
        root:
          id: page
          gestures: [{ id: swipe, type: swipe, on: { recognized: { bus.publish: { topic: a, payload: "1" } } } }]
          subviews:
            - id: bell
              class: Button
              frame: [50, 50, 100, 100]
              on: { touchUpInside: { journal.write: "{{x:0}}" } }
              subviews: [{ id: label, frame: [0, 0, 50, 50] }]
        """

    private func error(_ script: String) throws -> TestKitError? {
        let stage = try LayoutStage(text: Self.layout)
        do throws(TestKitError) { try stage.play(script) } catch { return error }
        return nil
    }

    @Test(arguments: [
        "tap 1 120,120\nexpect journal.write called once with \"70\"\nexpect touch on bell",
        "tap 1 60,60\nexpect touch on label\nexpect touch on bell\nexpect touch on page",
        // `expect` lines apply to the steps since the previous group of `expect` lines.
        "tap 1 120,120\nexpect journal.write called\n\n# next\nexpect no other call\nwait 1s\nexpect no call",
        // A timer due exactly at the time of the expectation has already fired.
        "tap 1 300,200\nwait 90s\nexpect journal.write on idle called once",
        "down 1 200,10\nmove 1 390,10 over 80ms\nup 1\nexpect bus.publish of page on recognized called once",
        "down 1 200,10\nmove 1 390,10 over 80ms\nup 1\nexpect bus.publish called with {\"payload\":\"1\",\"topic\":\"a\"}",
        "tap 1 300,200\nexpect no touch on bell", "expect bell hidden false\nexpect bell alpha 1\nexpect bell enabled",
    ])
    func `an expectation that holds does not fail`(_ script: String) throws {
        #expect(try error(script)?.description == nil)
    }

    @Test func `an expectation that does not hold fails with the difference`() throws {
        let error = try error("tap 1 120,120\nexpect journal.write called twice\nexpect no touch on page")
        #expect(
            error?.description == """
                script:2:1: expected journal.write called twice, but there was 1 such call; correct the layout, \
                or change the script
                    - expected, + actual:
                    - journal.write called twice
                    + journal.write of bell on touchUpInside with "70"
                """
        )
    }

    @Test(arguments: [
        ("expect journal.write called", "there was no such call"),
        ("tap 1 120,120\nexpect journal.write not called", "there was 1 such call"),
        ("tap 1 120,120\nexpect journal.write called with \"71\"", "there was no such call"),
        ("tap 1 120,120\nexpect no call", "there was 1 call"),
        ("tap 1 120,120\nexpect bus.publish not called\nexpect no other call", "there was 1 other call"),
        ("tap 1 120,120\nexpect no touch on page", "the view received a touch"),
        ("tap 1 300,200\nexpect touch on bell", "the view received no touch"),
        ("expect bell hidden", "'hidden' is false"), ("expect bell alpha 0.5", "'alpha' is 1"),
    ])
    func `an expectation that does not hold fails`(_ script: String, _ reason: String) throws {
        #expect(try error(script)?.message.hasSuffix(", but \(reason)") == true)
    }

    @Test(arguments: [
        ("expect journal.wite not called", "script:1:8: the layout calls no handler 'journal.wite'; did you mean"),
        (
            "expect journal.write of bel not called",
            "script:1:25: 'bel' does not call journal.write; did you mean 'bell'"
        ),
        ("expect journal.write on touchUp not called", "script:1:25: there is no event 'touchUp'"),
        ("expect bel hidden", "script:1:8: the layout has no view 'bel'; did you mean 'bell'?"),
        ("expect bell isHidden", "script:1:13: there is no property 'isHidden'; did you mean 'hidden'?"),
        ("expect bell value 1", "script:1:13: 'bell' is a Button and has no 'value'; write a property of this class"),
        ("expect no touch on bel", "script:1:20: the layout has no view 'bel'; did you mean 'bell'?"),
    ])
    func `a name that the layout does not have is an error`(_ script: String, _ words: String) throws {
        let text = try error(script)?.description ?? ""
        #expect(text.hasPrefix(words), "\(text)")
    }

    @Test func `the state of a view is that after the commands of the steps`() throws {
        let layout = """
            screens: [{ size: [400, 300] }]
            root:
              subviews:
                - { id: menu, hidden: true, frame: [0, 0, 100, 100] }
                - { id: open, class: Button, frame: [200, 0, 100, 100], on: { touchUpInside: { tree.show: menu } } }
            """
        let stage = try LayoutStage(text: layout)
        try stage.play("expect menu hidden\ntap 1 250,50\nexpect menu hidden false")
        let error = #expect(throws: TestKitError.self) { try stage.play("expect menu hidden") }
        #expect(error?.description.hasSuffix("    - menu hidden\n    + menu hidden false") == true)
    }

    @Test func `a touch that a touch limit withholds does not reach the view`() throws {
        let layout = """
            screens: [{ size: [400, 300] }]
            root:
              id: page
              multipleTouchEnabled: true
              gestures: [{ type: touchLimit, maximumTouches: 1 }]
            """
        let stage = try LayoutStage(text: layout)
        try stage.play("down 1 100,100 and down 2 200,100\nwait 200ms\nup 1 and up 2\nexpect no touch on page")
        try stage.play("wait 1s\ndown 1 100,100\nwait 200ms\nup 1\nexpect touch on page")
    }

    @Test func `a handler of a tap is listed with the name of the event in the layout`() throws {
        let script = "down 1 200,10\nmove 1 390,10 over 80ms\nup 1\nexpect no call"
        let rows = try error(script)?.description.split(separator: "\n") ?? []
        #expect(rows.contains { $0.hasPrefix("    + bus.publish of page on recognized with ") }, "\(rows)")
    }

    @Test func `a stage without a layout rejects expectations`() throws {
        let error = #expect(throws: TestKitError.self) { try TestStage().play("wait 1s\nexpect no call") }
        #expect(error?.location == "script:2:1")
    }

    @Test func `calls of tree commands and of scripts are counted`() throws {
        let layout = """
            screens: [{ size: [400, 300] }]
            plugins: { taps: { type: script, code: "function count() end" } }
            root:
              subviews:
                - { id: menu, frame: [0, 0, 100, 100] }
                - id: open
                  class: Button
                  frame: [200, 0, 100, 100]
                  on: { touchUpInside: [tree.toggle: menu, taps.count] }
            """
        let stage = try LayoutStage(text: layout)
        try stage.play(
            """
            tap 1 250,50
            expect tree.toggle of open on touchUpInside called once with "menu"
            expect taps.count of open on touchUpInside called once
            expect no other call
            """
        )
    }

    @Test func `a script that is read as a recording keeps its positions, however the panel is mounted`() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/tap.touch"
        try Data("tap 1 120,60\n".utf8).write(to: URL(filePath: path))
        let inputs = ["rotation: 90", "rotation: 270, flipX: true", "swapAxes: true, flipY: true", "rotation: 180"]
        for input in inputs + ["calibration: [0.5, 0, 0.1, 0, 1, 0]"] {
            let text = Self.layout.replacing("300], idle", with: "300], input: { \(input) }, idle")
            let stage = try LayoutStage(text: text)
            try stage.play(stage.script(recording: path))
            #expect(stage.handlerCalls == ["journal.write of bell on touchUpInside"], "\(input)")
        }
        let script = try TouchScript(recording: path, screen: Size(width: 400, height: 300))
        #expect(script.description.hasPrefix("down 1 120,60\n"))
    }
}
