import Bridge
import InputEvents
import JSON
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests the conversion of millimetres by the panel's resolution.
struct MillimetreTests {
    /// Returns a layout with a screen of 500 by 500 points. The panels of these tests have 1000 by 1000 units.
    private func layout(_ slop: String = "8mm", margin: String = "2.5mm", input: String = "") -> String {
        """
        screens: [{ name: kiosk, size: [500, 500]\(input) }]
        root:
          id: page
          gestures:
            - { id: drag, type: pan, slop: \(slop) }
            - { id: tap, type: tap, allowableMovement: 3mm, allowableDistance: 20 }
          subviews:
            - { id: order, class: Button, frame: [0, 0, 100, 100], trackingMargin: \(margin) }
        """
    }

    private func panel(_ resolution: (x: Int32, y: Int32) = (10, 10)) -> DeviceDescription {
        var panel = Streams.panel()
        panel.axes[.contactX]?.resolution = resolution.x
        panel.axes[.contactY]?.resolution = resolution.y
        return panel
    }

    private func lengths(_ stage: LayoutStage) throws -> [Double] {
        let drag = try #require(stage.pipeline.tree.gesture("drag") as? PanGestureRecognizer)
        let tap = try #require(stage.pipeline.tree.gesture("tap") as? TapGestureRecognizer)
        let order = try #require(try stage.view("order") as? Button)
        return [drag.slop, tap.allowableMovement, tap.allowableTapDistance, order.trackingMargin].map {
            ($0 * 1000).rounded() / 1000
        }
    }

    @Test
    func `lengths follow the resolution of the panel that was connected last`() throws {
        let stage = try LayoutStage(layout())
        #expect(try lengths(stage) == [30, 11.25, 20, 9.375], "without a panel, 3.75 points are a millimetre")
        // The panel is 100 mm wide, so a millimetre has 5 points.
        _ = try #require(stage.pipeline.add(panel()) { Issue.record("\($0)") })
        #expect(try lengths(stage) == [40, 15, 20, 12.5])
        _ = try #require(stage.pipeline.add(panel((20, 20))) { Issue.record("\($0)") })
        #expect(try lengths(stage) == [80, 30, 20, 25])
    }

    @Test
    func `a rotated panel with different axes has the mean of both axes`() throws {
        let stage = try LayoutStage(layout(input: ", input: { rotation: 90 }"))
        _ = stage.pipeline.add(panel((5, 20))) { Issue.record("\($0)") }
        #expect(try lengths(stage) == [40, 15, 20, 12.5])
    }

    @Test
    func `the finger moves by the length before the pan begins`() throws {
        let text = layout().replacing("slop: 8mm", with: "slop: 8mm, on: { began: m.note }")
        let stage = try LayoutStage(text)
        _ = stage.pipeline.add(panel((5, 5))) { _ in }
        stage.down(300, 300, at: 0)
        stage.move(319, 300, at: 10_000)
        #expect(!stage.drain().contains { $0.contains("began") })
        stage.move(321, 300, at: 20_000)
        #expect(stage.drain().contains { $0.contains("began") })
    }

    @Test
    func `a panel without a resolution is reported if the layout uses millimetres`() throws {
        let stage = try LayoutStage(layout())
        var complaints: [String] = []
        _ = stage.pipeline.add(panel((0, 0))) { complaints.append($0) }
        let message =
            "the panel 'panel' reports no resolution, so lengths in millimetres on the screen `kiosk` are converted with "
            + "3.75 points per millimetre; write the lengths in points, or set the resolution with a udev hwdb entry"
        #expect(complaints == [message])
        #expect(try lengths(stage) == [30, 11.25, 20, 9.375])
        let plain = try LayoutStage("root: { gestures: [{ type: pan, slop: 8 }] }")
        _ = plain.pipeline.add(panel((0, 0))) { Issue.record("\($0)") }
        // The reload is the first use of millimetres.
        _ = plain.pipeline.reload(try LayoutStage.plan(layout()))
        #expect(plain.log.filter { $0.contains("millimetres") } == [": " + message])
    }

    @Test
    func `a reload, a command and an added view use the resolution of the panel`() throws {
        let stage = try LayoutStage(layout())
        _ = stage.pipeline.add(panel()) { _ in }
        _ = stage.pipeline.reload(try LayoutStage.plan(layout("6mm")))
        #expect(try lengths(stage) == [30, 15, 20, 12.5])
        #expect(stage.ask(.set(view: "order", properties: ["trackingMargin": "4mm"])) == .done)
        #expect(try lengths(stage)[3] == 20)
        _ = stage.pipeline.add(panel((20, 20))) { _ in }
        #expect(try lengths(stage) == [60, 30, 20, 40])
        #expect(stage.ask(.set(view: "order", properties: ["trackingMargin": 7])) == .done)
        _ = stage.pipeline.add(panel()) { _ in }
        #expect(try lengths(stage)[3] == 7)
        let key: JSONValue = ["id": "key", "class": "Button", "frame": [0, 200, 50, 50], "trackingMargin": "2mm"]
        #expect(stage.ask(.add(key, to: "page", at: nil)) == .done)
        #expect((try stage.view("key") as? Button)?.trackingMargin == 10)
    }

    @Test(arguments: ["-1mm", "mm", "1.5.2mm", "8cm", "8 mm", "1e3mm", "nanmm"])
    func `other units are an error`(_ length: String) {
        let (layout, mistakes) = LayoutStage.read(layout("'\(length)'"))
        #expect(layout == nil)
        #expect(
            mistakes == [
                "error: 'slop' must be a number that is 0 or greater, or a length such as 8mm, not the string \"\(length)\""
            ]
        )
    }
}
