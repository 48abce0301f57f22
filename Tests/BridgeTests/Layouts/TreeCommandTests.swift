internal import Bridge
import Geometry
import JSON
internal import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import Synchronization
import TestTraits
import Testing
internal import TouchTrace

/// Tests plugin commands on the view tree.
struct TreeCommandTests {
    private let text = """
        screens: [{ size: [400, 400] }]
        root:
          id: page
          on: { touches: m.note }
          subviews:
            - { id: panel, frame: [0, 0, 200, 200], subviews: [{ id: half, frame: ["50%", 0, "50%", "100%"] }] }
            - { id: volume, class: Slider, frame: [0, 200, 300, 31], on: { valueChanged: m.note } }
            - { id: field, frame: [0, 300, 100, 100], canBecomeFirstResponder: true }
        """

    @Test
    func `set changes the given properties in the layout's format, and nothing else`() throws {
        let stage = try LayoutStage(text)
        #expect(stage.ask(.set(view: "volume", properties: ["value": 0.5, "alpha": 0.25])) == .done)
        let slider = try #require(try stage.view("volume") as? Slider)
        #expect(slider.value == 0.5)
        #expect(slider.alpha == 0.25)
        #expect(slider.frame == Rect(x: 0, y: 200, width: 300, height: 31))
    }

    @Test
    func `resizing a view lays out its subviews again`() throws {
        let stage = try LayoutStage(text)
        #expect(stage.ask(.set(view: "panel", properties: ["frame": [0, 0, "100%", 100]])) == .done)
        #expect(try stage.view("panel").frame == Rect(x: 0, y: 0, width: 400, height: 100))
        #expect(try stage.view("half").frame == Rect(x: 200, y: 0, width: 200, height: 100))
    }

    @Test
    func `canBecomeFirstResponder can be set and reset on any view`() throws {
        let stage = try LayoutStage(text)
        #expect(stage.ask(.set(view: "panel", properties: ["canBecomeFirstResponder": true])) == .done)
        #expect(stage.ask(.focus(view: "panel")) == .done)
        #expect(try stage.view("panel").isFirstResponder)
        #expect(stage.ask(.set(view: "panel", properties: ["canBecomeFirstResponder": false])) == .done)
        #expect(try !stage.view("panel").canBecomeFirstResponder)
    }

    @Test
    func `the error for a missing property calls a window a Window`() throws {
        let stage = try LayoutStage("root: {}\nwindows: [{ id: notice, root: {} }]")
        let reply = stage.ask(.set(view: "notice", properties: ["value": 1]))
        #expect(reply == .refused("'notice' is a Window and has no 'value'; remove 'value'"))
    }

    @Test(arguments: [
        (TreeCommand.set(view: "volum", properties: [:]), "there is no view 'volum'; did you mean 'volume'?"),
        (.set(view: "panel", properties: ["value": 1]), "'panel' is a View and has no 'value'; remove 'value'"),
        (.set(view: "panel", properties: ["alpha": 2]), "alpha: the value must be a number from 0 to 1, not '2'"),
        (.add(["id": "half"], to: "panel", at: nil), "the id 'half' is already used by a view; use a different id"),
        (
            .add(["id": "a", "subviews": [["id": "b"], ["id": "b"]]], to: "panel", at: nil),
            "two of the added views have the id 'b'; use different ids"
        ),
        (
            .add(["id": "a", "subviews": [["id": "a"]]], to: "panel", at: nil),
            "two of the added views have the id 'a'; use different ids"
        ),
        (
            .add(["id": "a", "subviews": [["id": "b", "transform": ["scale": 1e308]]]], to: "panel", at: nil),
            "the geometry of 'b' is too large: "
        ),
        (
            .set(view: "panel", properties: ["transform": [1e308, 0, 0, 1, 0, 0]]),
            "the geometry of the view is too large: "
        ),
        (.set(view: "panel", properties: ["bounds": [0, 1e308, 1, 1e308]]), "the geometry of the view is too large: "),
        (.remove(view: "window"), "there is no view 'window'"),
        (.send(view: "panel", event: "touchDown"), "'panel' is not a control and sends no events"),
        (
            .send(view: "volume", event: "touchdown"),
            "'touchdown' is not a control event; write an event such as touchUpInside"
        ),
        (.focus(view: "panel"), "'panel' cannot become first responder: its 'canBecomeFirstResponder' is false"),
    ])
    func `an invalid command is rejected with a reason and changes nothing`(
        _ command: TreeCommand,
        _ reason: String
    ) throws {
        let stage = try LayoutStage(text)
        let before = stage.pipeline.tree.description
        guard case .refused(let refusal)? = stage.ask(command) else {
            Issue.record("the invalid command was executed")
            return
        }
        #expect(refusal.description.hasPrefix(reason), "\(refusal)")
        #expect(stage.pipeline.tree.description == before)
    }

    @Test
    func `views are added and removed`() throws {
        let stage = try LayoutStage(text)
        let view: JSONValue = ["id": "new", "frame": ["50%", 0, "50%", 10], "subviews": [["id": "inner"]]]
        #expect(stage.ask(.add(view, to: "panel", at: 0)) == .done)
        #expect(try stage.view("new").frame == Rect(x: 100, y: 0, width: 100, height: 10))
        #expect(try stage.view("panel").subviews.map(\.identifier) == ["new", "half"])
        #expect(stage.ask(.remove(view: "new")) == .done)
        #expect(stage.pipeline.tree.view("new") == nil)
        #expect(stage.pipeline.tree.view("inner") == nil)
        #expect(stage.ask(.add(view, to: "panel", at: nil)) == .done)
    }

    @Test(.atLimit("added-per-plugin"), .pastLimit("added-per-plugin"))
    func `a plugin can have 1000 views in the tree, and removed views no longer count`() throws {
        let stage = try LayoutStage(text)
        #expect(stage.ask(.add(["id": "crowd"], to: "panel", at: nil)) == .done)
        for (number, count) in (Array(repeating: 99, count: 9) + [98]).enumerated() {
            let many: JSONValue = .list((0..<count).map { _ in [:] })
            let group: JSONValue = ["id": .text("group\(number)"), "subviews": many]
            #expect(stage.ask(.add(group, to: "crowd", at: nil)) == .done)
        }
        guard case .refused(let reason)? = stage.ask(.add(["id": "more"], to: "panel", at: nil)) else {
            Issue.record("there was room")
            return
        }
        let expected = "a plugin can add at most 1000 views, and this plugin has already added 1000; remove views first"
        #expect(reason.description == expected)
        #expect(stage.ask(.add(["id": "other"], to: "panel", at: nil), from: "n") == .done)
        #expect(stage.ask(.remove(view: "group0")) == .done)
        #expect(stage.ask(.add(["id": "more"], to: "panel", at: nil)) == .done)
    }

    @Test
    func `a deep chain with many leaves is removed in portions of 100 views`() throws {
        let stage = try LayoutStage(text)
        var parent = "panel"
        for part in 0..<9 {
            var chain: JSONValue = ["id": .text("end\(part)")]
            for link in (0..<93).reversed() { chain = ["id": .text("link\(part)-\(link)"), "subviews": [chain]] }
            #expect(stage.ask(.add(chain, to: parent, at: nil)) == .done)
            parent = "end\(part)"
        }
        for part in 0..<2 {
            let leaves: JSONValue = .list((0..<70).map { ["id": .text("leaf\(part)-\($0)")] })
            #expect(stage.ask(.add(["id": .text("bush\(part)"), "subviews": leaves], to: parent, at: nil)) == .done)
        }
        let command = CheckedCommand(.remove(view: "link0-0"))
        var turns = 1
        while stage.pipeline.tree.perform(command, from: "m") == nil { turns += 1 }
        #expect(turns == 10)
        #expect(stage.pipeline.tree.view("leaf0-0") == nil && stage.pipeline.tree.view("link0-0") == nil)
        #expect(try stage.view("panel").subviews.allSatisfy { $0.identifier != "link0-0" })
    }

    @Test
    func `touches on added views reach their plugin through the superview, in its coordinates`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              id: page
              subviews: [{ id: holder, frame: [100, 100, 200, 200], on: { touchesBegan: [m.note: "{{x}} {{y}}"] } }]
            """
        )
        _ = stage.drain()
        #expect(stage.ask(.add(["id": "mine", "frame": [50, 50, 100, 100]], to: "holder", at: nil)) == .done)
        stage.down(160, 170, at: 0)
        #expect(stage.drain() == ["holder touchesBegan \"60 70\""])
        let own: JSONValue = ["id": "other", "on": ["touches": "m.note"]]
        guard case .refused(let reason)? = stage.ask(.add(own, to: "holder", at: nil)) else {
            Issue.record("the view with a binding was added")
            return
        }
        #expect(reason.description.contains("'on'"))
    }

    @Test
    func `cancelTouches cancels the touches of the given view or of all`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        stage.down(350, 350, at: 0)
        #expect(stage.ask(.cancelTouches(view: "panel")) == .done)
        #expect(stage.drain() == ["page touchesBegan"])
        #expect(stage.ask(.cancelTouches(view: nil)) == .done)
        #expect(stage.drain() == ["page touchesCancelled"])
        stage.up(350, 350, at: 10)
        #expect(stage.drain() == [])
    }

    @Test
    func `control events are sent, and views are focused and described`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        #expect(stage.ask(.send(view: "volume", event: "valueChanged")) == .done)
        #expect(stage.drain() == ["volume valueChanged"])
        #expect(stage.ask(.focus(view: "field")) == .done)
        #expect(try stage.view("field").isFirstResponder)
        guard case .value(let value)? = stage.ask(.describe(view: "volume")) else { return #expect(Bool(false)) }
        #expect(value.json["class"] == "Slider")
        #expect(value.json["hidden"] == nil && value.json["subviews"] == nil)
        let complete = stage.ask(.describe(view: "volume", includesDefaults: true))
        guard case .value(let complete)? = complete else { return #expect(Bool(false)) }
        #expect(complete.json["hidden"] == false && complete.json["enabled"] == true && complete.json["subviews"] == [])
        guard case .value(let all)? = stage.ask(.describe(view: nil)) else { return #expect(Bool(false)) }
        #expect(all.json.list?.count == 1)
    }

    @Test
    func `a dump requires a flight recorder`() throws {
        let stage = try LayoutStage(text)
        #expect(stage.ask(.dump(reason: nil)) == .refused("no flight recorder is running"))
        let owner = Owner()
        stage.pipeline.delegate = owner
        defer { withExtendedLifetime(owner) {} }
        let command = try TreeCommand(["do": "dump", "reason": "it blinks"])
        guard case .value(let value)? = stage.ask(command) else { return #expect(Bool(false)) }
        #expect(value.json.text?.hasPrefix("it blinks of ") == true)
        #expect(throws: TreeCommand.Mistake.self) { try TreeCommand(["do": "dump", "reason": 5]) }
    }

    @Test(.atLimit("described-views"), .pastLimit("described-views"))
    func `a tree with too many views for one description is described in parts`() throws {
        let many = (0..<998).map { _ in "{}" }.joined(separator: ", ")
        let stage = try LayoutStage("root: { id: page, subviews: [{ id: grid, subviews: [\(many)] }] }")
        let reason: CommandRejection = "the subtree has more than 1000 views; describe a smaller subtree by its id"
        // With the window, the tree has 1001 views.
        #expect(stage.ask(.describe(view: nil)) == .refused(reason))
        guard case .value(let value)? = stage.ask(.describe(view: "page")) else { return #expect(Bool(false)) }
        #expect(value.json["subviews"]?.list?.first?["subviews"]?.list?.count == 998)
        #expect(stage.ask(.add([:], to: "grid", at: nil)) == .done)
        #expect(stage.ask(.describe(view: "page")) == .refused(reason))
        guard case .value? = stage.ask(.describe(view: "grid")) else { return #expect(Bool(false)) }
    }

    @Test(.atLimit("waiting-commands"), .pastLimit("waiting-commands"))
    func `the number of queued commands per plugin is limited, on all threads`() throws {
        let wakes = Mutex(0)
        var options = Pipeline.Options()
        options.wake = { wakes.withLock { $0 += 1 } }
        let stage = try LayoutStage(text, options: options)
        let commands = stage.pipeline.commands
        let taken = (0..<300).map { _ in commands.submit(.describe(view: "panel"), from: "m", reply: nil) }
        #expect(taken.count { $0 } == 256)
        #expect(commands.submit(.describe(view: "panel"), from: "n", reply: nil))
        #expect(wakes.withLock { $0 } == 2)
        stage.pipeline.carryOutCommands()
        #expect(commands.submit(.describe(view: "panel"), from: "m", reply: nil))
        #expect(wakes.withLock { $0 } == 3)
    }

    @Test
    func `the reply closure is released after the reply`() throws {
        final class Asker: Sendable {}
        let stage = try LayoutStage(text)
        weak var kept: Asker?
        do {
            let asker = Asker()
            kept = asker
            for _ in 0..<3 {
                #expect(stage.pipeline.commands.submit(.describe(view: "panel"), from: "m") { _ in _ = asker })
            }
        }
        #expect(kept != nil)
        stage.pipeline.carryOutCommands()
        #expect(kept == nil)
    }

    @Test
    func `a command after the end is rejected`() throws {
        let stage = try LayoutStage(text)
        let commands = stage.pipeline.commands
        #expect(commands.refusal == "too many commands wait for execution; send the command again later")
        #expect(commands.refusalLevel == .warning)
        stage.pipeline.beginStopping()
        #expect(!commands.submit(.describe(view: nil), from: "m", reply: nil))
        #expect(commands.refusal == "touchbridge is stopping" && commands.refusalLevel == .debug)
    }
}
