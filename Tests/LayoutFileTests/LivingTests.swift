import Geometry
import JSON
import LayoutFile
import Schema
import Testing

/// Tests that the properties in plugin commands use the same tables as layouts.
struct LivingTests {
    @Test
    func `properties are read with the layout's names`() throws {
        let view = try ViewLayout.reading(properties: ["hidden": true, "alpha": 0.5, "frame": ["50%", 0, 10, 20.5]])
        #expect(view.isHidden == true)
        #expect(view.alpha == 0.5)
        #expect(view.frame?.resolved(in: Size(width: 100, height: 100)) == Rect(x: 50, y: 0, width: 10, height: 20.5))
        #expect(view.isEnabled == nil)
    }

    @Test
    func `each error is reported with its path`() throws {
        #expect(
            throws: ViewMistakes(messages: [
                "View has no key 'hiden'; did you mean 'hidden'?",
                #"frame[1]: the value must be a number, a percentage such as "50%" or a sum such as "50% - 20", "#
                    + "not a list",
                "alpha: the value must be a number from 0 to 1, not '7'",
            ])
        ) {
            try ViewLayout.reading(properties: ["hiden": true, "frame": [0, [], 10, 20], "alpha": 7])
        }
        #expect(throws: ViewMistakes.self) { try ViewLayout.reading(properties: ["alpha": "0.5"]) }
        #expect(throws: ViewMistakes.self) { try ViewLayout.reading(properties: [1]) }
        #expect(throws: ViewMistakes.self) { try ViewLayout.reading(properties: ["id": "a"]) }
    }

    @Test
    func `a whole view is read with its subviews`() throws {
        let view = try ViewLayout.reading(view: [
            "id": "panel", "frame": [0, 0, 100, 100],
            "subviews": [["class": "Slider", "value": 0.5, "frame": [0, 0, 100, 20]]],
        ])
        #expect(view.id?.value == "panel")
        #expect(view.subviews.map(\.class) == [.slider])
        #expect(throws: ViewMistakes(messages: ["View has no key 'template'"])) {
            try ViewLayout.reading(view: ["template": "a"])
        }
    }

    @Test
    func `each class has only its own properties`() {
        #expect(ViewLayout.classes(with: "value") == [.slider])
        #expect(ViewLayout.classes(with: "alpha") == nil)
        let message = "subviews[0]: a Button has no 'isOn'; use a Switch, or remove 'isOn'"
        #expect(throws: ViewMistakes(messages: [message])) {
            try ViewLayout.reading(view: ["subviews": [["class": "Button", "isOn": true]]])
        }
    }
}
