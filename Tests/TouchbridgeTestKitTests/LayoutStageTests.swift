import Foundation
import JSON
import PluginAPI
import ResponderKit
import Testing

@testable import TouchbridgeTestKit

@Suite struct LayoutStageTests {
    private let layout = """
        screens: [{ size: [400, 300], idle: { after: 90s, do: [{ journal.write: idle }] } }]
        plugins: { journal: { type: log } }
        root:
          id: page
          subviews:
            - { id: bell, class: Button, frame: [50, 50, 100, 100], on: { touchUpInside: { journal.write: "{{host}}" } } }
        """

    @Test func `a script plays on a layout and records the handler calls`() throws {
        let stage = try LayoutStage(text: layout)
        try stage.play("tap 1 60,60\nwait 1s\ntap 1 300,200")
        #expect(stage.handlerCalls == ["journal.write of bell on touchUpInside"])
        #expect(stage.trace.contains { $0.contains(#""kind":"handler""#) && $0.contains(#""kiosk""#) })
        #expect(stage.trace.first?.contains(#""change":"added""#) == true)
    }

    @Test func `a recording is read with the mapping and filters of its screen`() throws {
        let scratch = try Scratch()
        let size = Size(width: 400, height: 300)
        // The panel is mounted upside down, so this is 100, 100 on the screen. Debouncing delays the lift.
        try TouchScript("tap 1 300,200").writeEvemu(to: scratch.path + "/tap.evemu", screen: size)
        let input = "input: { rotation: 180, filters: { debounce: 30ms } }"
        let stage = try LayoutStage(text: layout.replacingOccurrences(of: "300], idle", with: "300], \(input), idle"))
        try stage.play(TouchScript(recording: scratch.path + "/tap.evemu", screen: size))
        #expect(stage.handlerCalls == [])
        try stage.play(stage.script(recording: scratch.path + "/tap.evemu"))
        #expect(stage.handlerCalls == ["journal.write of bell on touchUpInside"])
        let wrong = #expect(throws: TestKitError.self) {
            try stage.script(recording: scratch.path + "/tap.evemu", screen: "left")
        }
        #expect("\(try #require(wrong))".contains("use one of these names: screen"))
    }

    @Test func `idle times start when the stage is created`() throws {
        let stage = try LayoutStage(text: layout)
        stage.wait(.seconds(89))
        #expect(stage.handlerCalls == [])
        stage.wait(.seconds(1))
        #expect(stage.handlerCalls == ["journal.write of screen on idle"])
    }

    @Test func `views can be read and changed`() throws {
        let stage = try LayoutStage(text: layout)
        #expect(stage.view("bell")?.frame == Rect(x: 50, y: 50, width: 100, height: 100))
        #expect(stage.perform(.set(view: "bell", properties: ["hidden": true])) == .done)
        try stage.play("tap 1 60,60")
        #expect(stage.handlerCalls == [])
    }

    @Test func `errors have the form of touchbridge check`() throws {
        let error = #expect(throws: TestKitError.self) { try LayoutStage(text: "root: { fraem: [0] }") }
        #expect(error?.message == "the layout has errors")
        #expect(error?.excerpt?.contains("layout:1:9: error: View has no key 'fraem'; did you mean 'frame'?") == true)
        #expect(throws: TestKitError.self) { try LayoutStage("no-such-layout.yaml") }
    }

    @Test func `warnings are available`() throws {
        let stage = try LayoutStage(text: "root: { on: { touchUpInside: copy } }\nactions: { copy: [] }")
        #expect(stage.warnings.count == 1)
        #expect(stage.warnings.first?.hasPrefix("layout:1:15: warning:") == true)
    }

    /// Example layouts with touch scripts, except those that require a simulated panel (see `ExamplePanelTests`).
    @Test(arguments: [
        "admin-gesture", "browser", "contained", "edges-and-fingers", "home-assistant", "idle", "lobby", "menu",
        "no-delay",
        "number-pad", "photo-wall", "pin-pad",
        "scroll-or-tap", "two-screens", "volume", "wake",
    ])
    func `the examples match their golden traces`(_ name: String) throws {
        let folder = "../../examples/layouts"
        let stage = try LayoutStage("\(folder)/\(name).yaml")
        #expect(stage.warnings == [])
        let script = try TouchScript(contentsOf: "\(folder)/\(name).touch")
        try expectTrace(of: script, on: stage, matches: "\(folder)/\(name).jsonl")
        #expect(!stage.handlerCalls.isEmpty)
    }
}
