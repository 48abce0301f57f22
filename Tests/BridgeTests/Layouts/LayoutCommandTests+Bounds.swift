import Platform
import ResponderKit
import TestTraits
import Testing

/// Tests the limits of tree commands in a layout's handler calls.
extension LayoutCommandTests {
    @Test(.atLimit("tree-command-depth"), .pastLimit("tree-command-depth"))
    func `commands that call each other end with an error, and other calls go on`() throws {
        let stage = try Self.stage(
            """
            root:
              id: page
              subviews:
                - { id: a, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: { tree.send: { view: b, event: touchUpInside } }, touchDown: m.note } }
                - { id: b, class: Button, frame: [100, 0, 100, 100], on: { touchUpInside: [m.note, { tree.send: { view: a, event: touchUpInside } }, { tree.toggle: page }] } }
            """
        )
        stage.tap(50, 50, at: 1_000)
        #expect(stage.drain().count == 1 + 4, "one call of button a, and four calls of button b")
        #expect(stage.log.count == 1)
        let reason = ": dropped, because it was triggered by a chain of 8 tree commands"
        #expect(stage.log.first?.hasSuffix("\(reason); break the cycle of events and calls") == true)
        #expect(try !stage.view("page").isHidden, "four rounds toggle the page four times")
        // The error does not affect the next event.
        stage.tap(50, 50, at: 1_000_000)
        #expect(stage.log.count == 1)
        #expect(try !stage.view("page").isHidden)
    }

    @Test
    func `a control's handler that sets the control ends at once, since setting sends no event`() throws {
        let stage = try Self.stage(
            """
            root:
              id: volume
              class: Slider
              range: [0, 100]
              frame: [0, 0, 1020, 100]
              thumbSize: [20, 200]
              on: { valueChanged: [m.note, { tree.set: { view: volume, value: "{{value:0}}" } }] }
            """
        )
        stage.down(10, 50, at: 1_000)
        stage.move(150.3, 50, at: 20_000)
        #expect(stage.drain().count == 1)
        let value = try #require((stage.view("volume") as? Slider)?.value)
        #expect(value == value.rounded() && value > 0)
    }

    @Test(.atLimit("tree-commands"), .pastLimit("tree-commands"))
    func `a thousand commands at one point in time are executed, and further ones dropped with an error`() throws {
        let list = Array(repeating: "{ tree.toggle: menu }", count: 999).joined(separator: ", ")
        for (count, isHidden) in [(1, true), (2, true)] {
            let more = Array(repeating: "{ tree.hide: card }", count: count).joined(separator: ", ")
            let stage = try LayoutStage(text("[\(list), \(more)]"))
            stage.tap(50, 50, at: 1_000)
            #expect(try stage.view("menu").isHidden == false, "an odd number of times")
            #expect(try stage.view("card").isHidden == isHidden)
            #expect(stage.log.count == count - 1)
            let reason = "dropped, because events with the same time called more than 1000 tree commands; call fewer"
            #expect(stage.log.allSatisfy { $0.hasSuffix(reason) })
            // The limit applies to each event time, so a call at another time is accepted.
            stage.tap(50, 50, at: 1_000_000)
            #expect(try stage.view("menu").isHidden)
        }
    }
}
