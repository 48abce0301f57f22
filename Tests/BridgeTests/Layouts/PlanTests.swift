import Geometry
internal import LayoutPlans
import Testing

/// Tests the second pass over a layout, which validates plugins, handlers and arguments.
struct PlanTests {
    private func mistakes(_ text: String) -> [String] { LayoutStage.read(text).mistakes }

    @Test
    func `an unknown type of plugin is reported with the nearest name`() {
        let found = mistakes("plugins: { a: { type: memmo } }\nroot: { on: { touches: a.note } }")
        #expect(found == ["error: there is no plugin type 'memmo'; did you mean 'memo'?"])
    }

    @Test
    func `a missing plugin is reported once per call`() {
        let found = mistakes("plugins: { bus: { type: memo } }\nroot: { on: { touches: bis.note } }")
        #expect(found == ["error: there is no plugin 'bis'; did you mean 'bus'?"])
    }

    @Test
    func `a call without any plugin is reported`() {
        let found = mistakes("plugins: {}\nroot: { on: { touches: bus.note } }")
        #expect(found == ["error: there is no plugin 'bus'; add it to 'plugins:'"])
    }

    @Test
    func `an unknown handler is reported`() {
        let found = mistakes("root: { on: { touches: m.not } }")
        #expect(found == ["error: a plugin of type memo has no handler 'not'; did you mean 'note'?"])
    }

    @Test
    func `a handler without its arguments is reported`() {
        let found = mistakes("root: { on: { touches: m.keep } }")
        #expect(found == ["error: 'keep' needs a string after the colon"])
    }

    @Test
    func `an unknown setting is reported`() {
        let found = mistakes("plugins: { m: { type: memo, moot: loud } }\nroot: {}")
        #expect(found.count == 1)
        #expect(found.first?.contains("'moot'; did you mean 'mood'?") == true)
    }

    @Test
    func `a placeholder that the event lacks is a warning, and the layout stays usable`() throws {
        let (plan, found) = LayoutStage.read("root: { on: { pressesBegan: { m.keep: 'at {{x}}' } } }")
        #expect(plan != nil)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("warning: '{{x}}' is not available for presses; available: ") == true)
    }

    @Test(arguments: [
        "root: { subviews: [{ gestures: [{ type: tap, on: { began: { m.keep: '{{code}}' } } }] }] }",
        "screens: [{ idle: { after: 1s, do: [{ m.keep: '{{code}}' }] } }]\nroot: {}",
        "root: { controller: { on: { touches: { m.keep: '{{code}}' } } } }",
        "windows: [{ actions: { copy: { m.keep: '{{code}}' } } }]\nroot: {}",
        "root: { controller: { children: [{ view: { on: { touches: { m.keep: '{{code}}' } } } }] } }",
        "root: { controller: { present: { view: { on: { touches: { m.keep: '{{code}}' } } } } } }",
        "screens: [{ root: { class: Button, on: { touchDown: { m.keep: '{{code}}' } } } }]",
        "on: { deviceAdded: { m.keep: '{{code}}' } }\nroot: {}",
    ])
    func `calls are checked at every position`(_ text: String) {
        #expect(mistakes(text).filter { $0.hasPrefix("warning: '{{code}}'") }.count == 1)
    }

    @Test
    func `screens are placed side by side`() throws {
        let plan = try LayoutStage.plan(
            """
            screens:
              - { name: left, size: [100, 200] }
              - { name: right, size: [300, 400] }
              - { name: far, size: [10, 10], position: [1000, 500] }
            """
        )
        #expect(plan.screens.map(\.frame.minX) == [0, 100, 1000])
        #expect(plan.screens.map(\.frame.minY) == [0, 0, 500])
        #expect(plan.screens.map(\.name) == ["left", "right", "far"])
    }

    @Test
    func `a layout without screens gets one`() throws {
        let plan = try LayoutStage.plan("root: {}")
        #expect(plan.screens.count == 1)
        #expect(plan.screens[0].frame.width == 1920)
    }
}
