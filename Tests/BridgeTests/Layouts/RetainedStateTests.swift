import Bridge
import JSON
import LayoutFile
import LayoutRuntime
import PluginAPI
import ResponderKit
import Schema
import Testing

/// Tests that a reload retains all state without a change in the new layout.
struct RetainedStateTests {
    private static let text = """
        screens: [{ size: [400, 400] }]
        windows: [{ id: notice, level: 1000, hidden: true, frame: [0, 0, 400, 100] }]
        root:
          id: page
          subviews:
            - { id: panel, frame: [0, 0, 200, 200], subviews: [{ id: half, frame: ["50%", 0, "50%", "100%"] }] }
            - { id: volume, class: Slider, frame: [200, 0, 200, 40], range: [0, 100], value: 10 }
            - { id: lamp, class: Switch, frame: [200, 100, 60, 40] }
            - { id: field, class: Button, frame: [200, 200, 60, 40], alpha: 0.5 }
        """

    private func stage(_ text: String = Self.text) throws -> LayoutStage { try LayoutStage(text) }

    /// Reloads the same layout with replaced words.
    private func reload(_ stage: LayoutStage, _ replacements: (String, String)..., text: String = Self.text) throws {
        var text = text
        for (old, new) in replacements {
            try #require(text.contains(old))
            text = text.replacing(old, with: new)
        }
        _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal))
    }

    /// Returns all properties of a view that `set` can change.
    private func state(of view: View) -> [String] {
        let (slider, toggle, control) = (view as? Slider, view as? Switch, view as? Control)
        let own: [Any?] = [
            view.bounds, view.center, view.transform, view.alpha, view.isHidden, view.isUserInteractionEnabled,
            view.isMultipleTouchEnabled, view.isExclusiveTouch, view.clipsToBounds, view.tag,
            view.canBecomeFirstResponder, control?.isEnabled, control?.isSelected, control?.trackingMargin,
            slider?.value, slider?.minimumValue,
            slider?.maximumValue, slider?.isContinuous, slider?.thumbSize, slider?.isVertical,
            slider?.tapsSetValue, slider?.step, slider?.ticks, toggle?.isOn,
        ]
        return own.map { "\($0 as Any)" }
    }

    private static let properties: [(view: String, key: String, value: JSONValue)] = [
        ("panel", "frame", [10, 20, 30, 40]), ("panel", "edges", ["left": 5, "right": 5]),
        ("panel", "bounds", [1, 2, 30, 40]), ("half", "center", [70, 80]), ("panel", "transform", ["rotation": 90]),
        ("panel", "alpha", 0.25), ("panel", "hidden", true), ("panel", "userInteractionEnabled", false),
        ("panel", "multipleTouchEnabled", true), ("panel", "exclusiveTouch", true), ("panel", "clipsToBounds", true),
        ("panel", "tag", 7), ("panel", "canBecomeFirstResponder", true), ("lamp", "enabled", false),
        ("lamp", "selected", true), ("lamp", "trackingMargin", 12), ("volume", "value", 25),
        ("volume", "range", [0, 5]),
        ("volume", "continuous", false), ("volume", "thumbSize", [50, 60]), ("volume", "vertical", true),
        ("volume", "tapsSetValue", true), ("volume", "step", 4), ("volume", "ticks", [2, 4]), ("lamp", "isOn", true),
        ("notice", "hidden", false), ("notice", "frame", [0, 300, 400, 100]),
        ("notice", "canBecomeFirstResponder", true),
    ]

    @Test
    func `the list of properties is complete`() {
        let missing = Set(ViewLayout.propertyNames).symmetricDifference(Self.properties.map(\.key)).sorted()
        #expect(missing == [], "add them to `properties` and `state(of:)` of this test")
    }

    @Test(arguments: properties.indices)
    func `a property set by a command persists over reloads of an unchanged layout`(_ index: Int) throws {
        let (id, key, value) = Self.properties[index]
        let stage = try stage()
        let initial = state(of: try stage.view(id))
        #expect(stage.ask(.set(view: id, properties: .object([.init(key, value)]))) == .done)
        let changed = state(of: try stage.view(id))
        #expect(changed != initial)
        for _ in 0..<2 {
            try reload(stage)
            #expect(state(of: try stage.view(id)) == changed)
        }
        #expect(stage.journal.changes == Array(repeating: LayoutChange(), count: 4))
    }

    @Test
    func `all properties set by commands persist together`() throws {
        let stage = try stage()
        for (id, key, value) in Self.properties {
            #expect(stage.ask(.set(view: id, properties: .object([.init(key, value)]))) == .done)
        }
        let before = stage.pipeline.tree.description
        try reload(stage)
        #expect(stage.pipeline.tree.description == before)
    }

    @Test
    func `a slider and a switch that a finger changed persist`() throws {
        let stage = try stage()
        stage.tap(230, 120, at: 0)
        stage.down(225, 20, at: 1_000_000)
        stage.move(325, 20, at: 1_100_000)
        stage.up(325, 20, at: 1_200_000)
        let slider = try #require(try stage.view("volume") as? Slider)
        #expect(slider.value > 50)
        try reload(stage)
        #expect((try stage.view("volume") as? Slider)?.value == slider.value)
        #expect((try stage.view("lamp") as? Switch)?.isOn == true)
        try reload(stage)
        #expect((try stage.view("volume") as? Slider)?.value == slider.value)
    }

    @Test
    func `only what the new layout changes replaces live values`() throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "volume", properties: ["value": 25, "alpha": 0.5])) == .done)
        #expect(stage.ask(.set(view: "lamp", properties: ["isOn": true, "tag": 3])) == .done)
        stage.journal.changes = []
        try reload(stage, ("value: 10", "value: 20"), ("[200, 100, 60, 40] }", "[200, 100, 60, 40], isOn: false }"))
        let (slider, toggle) = (try stage.view("volume") as? Slider, try stage.view("lamp") as? Switch)
        #expect(slider?.value == 20 && slider?.alpha == 0.5)
        #expect(toggle?.isOn == false && toggle?.tag == 3)
        var change = LayoutChange()
        change.properties = ["volume": ["value"], "lamp": ["isOn"]]
        #expect(stage.journal.changes == [change, change])
        // The value 25, set by a command under the first layout, is not restored.
        try reload(stage)
        #expect((try stage.view("volume") as? Slider)?.value == 10)
    }

    @Test
    func `an initial value is clamped again in a new range`() throws {
        let wide = Self.text.replacing("value: 10", with: "value: 150")
        let stage = try stage(wide)
        #expect((try stage.view("volume") as? Slider)?.value == 100)
        try reload(stage, ("[0, 100]", "[0, 200]"), text: wide)
        #expect((try stage.view("volume") as? Slider)?.value == 150)
    }

    @Test(arguments: [("center", [30, 30]), ("bounds", [0, 0, 50, 50])] as [(String, JSONValue)])
    func `a changed frame in the new layout replaces the live center and bounds`(
        _ key: String,
        _ value: JSONValue
    ) throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "panel", properties: .object([.init(key, value), .init("tag", 7)]))) == .done)
        stage.journal.changes = []
        try reload(stage, ("id: panel, frame: [0, 0, 200, 200]", "id: panel, frame: [100, 100, 80, 60]"))
        #expect(try stage.view("panel").frame == Rect(x: 100, y: 100, width: 80, height: 60))
        #expect(try stage.view("panel").tag == 7)
        var change = LayoutChange()
        change.properties = ["panel": ["frame", "edges", key]]
        #expect(stage.journal.changes == [change, change])
    }

    @Test
    func `a changed center or bounds in the new layout overrides a live frame`() throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "panel", properties: ["frame": [10, 20, 30, 40]])) == .done)
        try reload(stage, ("id: panel,", "id: panel, center: [100, 100],"))
        #expect(try stage.view("panel").frame == Rect(x: 85, y: 80, width: 30, height: 40))
        try reload(stage, ("id: panel,", "id: panel, center: [100, 100], bounds: [0, 0, 60, 60],"))
        #expect(try stage.view("panel").frame == Rect(x: 70, y: 70, width: 60, height: 60))
    }

    @Test
    func `a relative frame follows the superview of the new layout`() throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "half", properties: ["frame": [0, 0, "25%", "100%"]])) == .done)
        try reload(stage, ("frame: [0, 0, 200, 200]", "frame: [0, 0, 400, 200]"))
        #expect(try stage.view("half").frame == Rect(x: 0, y: 0, width: 100, height: 200))
    }

    @Test
    func `a frame set by a command takes precedence over the layout's center`() throws {
        let text = """
            screens: [{ size: [400, 400] }]
            root: { subviews: [{ id: v, frame: [0, 0, 10, 10], center: [50, 60] }] }
            """
        let stage = try stage(text)
        #expect(stage.ask(.set(view: "v", properties: ["center": [70, 70]])) == .done)
        #expect(stage.ask(.set(view: "v", properties: ["frame": [100, 100, 20, 20]])) == .done)
        try reload(stage, text: text)
        #expect(try stage.view("v").frame == Rect(x: 100, y: 100, width: 20, height: 20))
        try reload(stage, ("[50, 60]", "[80, 90]"), text: text)
        #expect(try stage.view("v").center == Point(x: 80, y: 90))
    }

    @Test
    func `a view of another class starts with the layout's values`() throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "field", properties: ["alpha": 1])) == .done)
        stage.journal.changes = []
        try reload(stage, ("class: Button", "class: Control"), ("id: lamp", "id: lantern"))
        #expect(try stage.view("field").alpha == 0.5)
        #expect(stage.journal.changes.first?.newViews == ["field", "lantern"])
    }

    @Test
    func `a view of the layout that a plugin removed is created again`() throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "lamp", properties: ["isOn": true])) == .done)
        #expect(stage.ask(.remove(view: "lamp")) == .done)
        stage.journal.changes = []
        try reload(stage)
        #expect((try stage.view("lamp") as? Switch)?.isOn == false)
        #expect(stage.journal.changes.first?.newViews == ["lamp"])
    }

    @Test
    func `a window keeps its frame when a command sets another property`() throws {
        let stage = try stage()
        let frame = try stage.view("notice").frame
        #expect(stage.ask(.set(view: "notice", properties: ["hidden": false])) == .done)
        #expect(try stage.view("notice").frame == frame)
    }

    @Test
    func `the first responder persists until the layout names another`() throws {
        let text = """
            firstResponder: a
            root: { id: v, subviews: [{ id: a }, { id: b }, { id: c }] }
            """
        let stage = try stage(text)
        #expect(stage.ask(.set(view: "b", properties: ["canBecomeFirstResponder": true])) == .done)
        #expect(stage.ask(.focus(view: "b")) == .done)
        try reload(stage, text: text)
        #expect(try stage.view("b").isFirstResponder)
        try reload(stage, ("firstResponder: a", "firstResponder: c"), text: text)
        #expect(try stage.view("c").isFirstResponder)
    }

    @Suite
    struct `Added views` {
        private static let text = """
            plugins: { m: { type: memo, mood: calm }, n: { type: memo, mood: calm } }
            screens: [{ size: [400, 400] }]
            root:
              id: page
              on: { touches: [m.note, n.note] }
              subviews: [{ id: panel, frame: [0, 0, 200, 200], subviews: [{ id: below, frame: [0, 0, 10, 10] }] }]
            """

        private func stage() throws -> LayoutStage {
            let stage = try LayoutStage(Self.text)
            let half: JSONValue = [
                "id": "half", "frame": ["50%", 0, "50%", "100%"],
                "subviews": [["id": "inner", "frame": [0, 0, "50%", 10]]],
            ]
            #expect(stage.ask(.add(half, to: "panel", at: nil), from: "m") == .done)
            #expect(stage.ask(.add(["id": "first", "frame": [0, 0, 5, 5]], to: "panel", at: 0), from: "m") == .done)
            #expect(stage.ask(.add(["id": "guest", "frame": [0, 0, 5, 5]], to: "half", at: nil), from: "n") == .done)
            #expect(stage.ask(.set(view: "inner", properties: ["alpha": 0.5]), from: "m") == .done)
            return stage
        }

        private func reload(_ stage: LayoutStage, _ old: String = "", _ new: String = "") throws {
            let text = old.isEmpty ? Self.text : Self.text.replacing(old, with: new)
            _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal))
        }

        @Test
        func `views of a plugin persist at their positions while the plugin continues`() throws {
            let stage = try stage()
            let before = stage.pipeline.tree.description
            for _ in 0..<2 {
                try reload(stage)
                #expect(stage.pipeline.tree.description == before)
            }
            try reload(stage, "[0, 0, 200, 200]", "[0, 0, 400, 200]")
            #expect(try stage.view("half").frame == Rect(x: 200, y: 0, width: 200, height: 200))
            #expect(try stage.view("inner").frame.width == 100)
            #expect(stage.ask(.remove(view: "half")) == .done)
            #expect(stage.pipeline.tree.view("inner") == nil)
        }

        @Test
        func `retained views count towards their plugin's limit`() throws {
            let stage = try stage()
            try reload(stage)
            func crowd(_ count: Int) -> TreeCommand {
                .add(["subviews": .list((1..<count).map { _ in [:] })], to: "panel", at: nil)
            }
            for _ in 0..<9 { #expect(stage.ask(crowd(100)) == .done) }
            let reply = stage.ask(crowd(98))
            let reason =
                "a plugin can add at most 1000 views, and this plugin has already added 903; remove views first"
            #expect(reply == .refused(CommandRejection(reason)))
            #expect(stage.ask(crowd(97)) == .done)
        }

        @Test
        func `views of a recreated plugin are removed and deallocated`() throws {
            let stage = try stage()
            weak let half = stage.pipeline.tree.view("half")
            weak let guest = stage.pipeline.tree.view("guest")
            try reload(stage, "n: { type: memo, mood: calm }", "n: { type: memo, mood: wild }")
            #expect(try stage.view("panel").subviews.map(\.identifier) == ["first", "below", "half"])
            #expect(try stage.view("half").subviews.map(\.identifier) == ["inner"])
            #expect(stage.pipeline.tree.view("guest") == nil && guest == nil)
            try reload(stage, "m: { type: memo, mood: calm }", "m: { type: memo, mood: wild }")
            #expect(try stage.view("panel").subviews.map(\.identifier) == ["below"])
            #expect(half == nil)
        }

        @Test(arguments: [("id: panel", "id: other"), ("id: below", "id: inner")])
        func `views without their superview, or with an id of the layout, are removed`(_ old: String, _ new: String)
            throws
        {
            let stage = try stage()
            try reload(stage, old, new)
            #expect(stage.pipeline.tree.view("half") == nil)
            #expect((stage.pipeline.tree.view("first") == nil) == (old == "id: panel"))
        }

        @Test
        func `a live touch on a retained view is cancelled, and the next one reaches it`() throws {
            let stage = try stage()
            _ = stage.drain()
            stage.down(150, 100, at: 0)
            try reload(stage)
            stage.up(150, 100, at: 50_000)
            stage.down(150, 100, at: 100_000)
            let calls = ["page touchesBegan", "page touchesBegan"]
            let cancelled = ["page touchesCancelled", "page touchesCancelled"]
            #expect(stage.drain() == calls + cancelled + calls)
        }
    }
}
