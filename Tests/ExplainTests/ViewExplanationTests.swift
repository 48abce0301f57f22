internal import Bridge
import BuiltinPlugins
import Explain
import JSON
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import Schema
internal import Snapshots
import Testing
internal import TouchTrace

/// Tests explanations of why a view received a touch, and why another view did not.
struct ViewExplanationTests {
    @Test
    func `the distance of a finger from a slider's thumb is that at touch-down`() throws {
        let stage = try ExplainStage(
            """
            root:
              subviews:
                - id: volume
                  class: Slider
                  frame: [50, 100, 331, 40]
                  value: 0.5
                  on: { valueChanged: [{ out.write: "{{value}}" }] }
            """
        )
        func distance(_ number: Int) -> Bool? {
            let explanation = stage.explainer.explanation.touch(number)
            return explanation?.title.contains("the touch began 85 pt away from the thumb of `volume`;")
        }
        // The thumb extends from x = 200 to x = 231.
        stage.tap(316, 120, at: 1_000_000)
        #expect(distance(1) == true)
        // Another finger moves the thumb 100 points to the right.
        stage.send(.began, 215, 120, at: 2_000_000)
        stage.send(.moved, 315, 120, at: 2_100_000)
        stage.send(.ended, 315, 120, at: 2_200_000)
        stage.tap(215, 120, at: 3_000_000)
        #expect(distance(3) == true)
    }

    @Test(arguments: [("tree.show: panel", "show"), ("tree.toggle: panel", "toggle")])
    func `a hidden view that a tree command shows gets no other remedy`(_ call: String, _ name: String) throws {
        let layout = """
            root:
              subviews:
                - id: panel
                  hidden: true
                  frame: [0, 0, 200, 200]
                  subviews:
                    - { id: bell, frame: [0, 0, 200, 100], on: { touchesBegan: [{ out.write: bell }] } }
                - { id: open, frame: [200, 0, 100, 100], on: { touchesBegan: { \(call) } } }
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(50, 50, at: 1_000_000) }
        let reason = "`bell` lies in `panel`, which is hidden; the layout shows `panel` with `tree.\(name)`."
        #expect(explanation.sentences.contains { $0.hasSuffix(reason) })
    }

    @Test
    func `a gesture cancels nothing in a view without multiple touch`() throws {
        let layout = """
            root:
              id: page
              gestures: [{ id: menu, type: tap, touches: 2, on: { recognized: [{ out.write: menu }] } }]
            """
        let explanation = try ExplainStage.explain(layout, touch: 2) { stage in
            stage.down([(0, 100, 100), (1, 200, 100)], at: 1_000_000)
            stage.send(.ended, 100, 100, at: 1_050_000)
            stage.send(.ended, 200, 100, at: 1_050_000, finger: 1)
        }
        let title = "only the tap `menu` received the touch, not the View `page`; a live run would call out.write"
        #expect(explanation.title.contains(title))
        #expect(!explanation.sentences.contains { $0.contains("cancelled the touch") })
    }

    @Test
    func `distances are in screen points, and the nearest view is not covered`() throws {
        let layout = """
            root:
              id: page
              subviews:
                - id: half
                  frame: [100, 100, 100, 100]
                  transform: { scale: 0.5 }
                  on: { touchesBegan: [{ out.write: half }] }
                - { id: under, class: Button, frame: [300, 0, 40, 40], on: { touchUpInside: [{ out.write: under }] } }
                - { id: over, frame: [300, 0, 100, 100] }
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(320, 150, at: 1_000_000) }
        let nearest = "is `half`, 145 pt away; `half` measures 50 x 50 pt and begins at 125, 125 on the screen `kiosk`."
        #expect(explanation.sentences.contains { $0.hasSuffix(nearest) })
    }

    @Test
    func `a touch on the edge of a view is outside the view, not 0 pt away`() throws {
        let explanation = try ExplainStage.explain(ExplainStage.button, touch: 1) { $0.tap(200, 130, at: 1_000_000) }
        let nearest = "The nearest view with a handler is `order`, which excludes this point on its edge; `order` "
        #expect(explanation.title.contains("No view at this point has a handler. \(nearest)measures 100 x 60 pt"))
        #expect(!explanation.title.contains("0 pt away"))
    }
}
