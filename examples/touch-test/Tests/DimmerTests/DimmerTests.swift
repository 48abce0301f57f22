import Dimmer
import ResponderKit
import Testing
import TouchbridgeTestKit

@Suite struct DimmerTests {
    private let stage = TestStage(width: 200, height: 400)
    private let dimmer = Dimmer(frame: Rect(x: 0, y: 0, width: 200, height: 400))

    init() { stage.window.addSubview(dimmer) }

    @Test func `a tap switches the lamp`() throws {
        try stage.play("tap 1 100,200")
        #expect(dimmer.isOn)
    }

    @Test func `a long press turns it off after half a second`() throws {
        try stage.play("tap 1 100,200\nwait 1s\ndown 1 100,200")
        stage.wait(.milliseconds(499))
        #expect(dimmer.isOn)
        stage.wait(.milliseconds(1))
        #expect(!dimmer.isOn)
    }

    @Test func `a drag is traced as it was when it was right`() throws {
        try stage.play("down 1 100,300\nmove 1 100,260 over 32ms\nup 1")
        try expectTrace(of: stage, matches: "goldens/drag.jsonl")
    }
}
