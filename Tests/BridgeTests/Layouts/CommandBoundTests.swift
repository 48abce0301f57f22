import CAllocationCount
import Geometry
import JSON
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import TestTraits
import Testing

@testable import Bridge
@testable import LayoutRuntime
@testable import TouchTrace

/// Tests the part of a plugin command that runs on the input thread.
struct CommandBoundTests {
    let text = """
        screens: [{ size: [400, 400] }]
        root: { id: page, subviews: [{ id: panel }, { id: volume, class: Slider }] }
        """

    func refused(_ reply: TreeReply?) -> CommandRejection? {
        if case .refused(let refusal)? = reply { refusal } else { nil }
    }

    @Test(arguments: [
        (TreeCommand.set(view: "panel", properties: ["alhpa": 1]), "View has no key 'alhpa'; did you mean 'alpha'?"),
        (.set(view: "nowhere", properties: ["alpha": 2]), "alpha: the value must be a number from 0 to 1, not '2'"),
        (.add(["alpha": 2], to: "nowhere", at: nil), "alpha: the value must be a number from 0 to 1"),
        (.raise(gesture: "nowhere", state: "began?"), "'began?' is not a state"),
        (
            .send(view: "nowhere", event: "touchdown"),
            "'touchdown' is not a control event; write an event such as touchUpInside"
        ),
    ])
    func `errors that need no tree are found on the submitting thread`(
        _ command: TreeCommand,
        _ reason: String
    ) {
        guard case .refused(let refusal) = CheckedCommand(command) else {
            Issue.record("the command was accepted on the submitting thread")
            return
        }
        #expect(refusal.description.hasPrefix(reason), "\(refusal)")
    }

    @Test
    func `a rejection on either thread keeps its order among the replies`() throws {
        let stage = try LayoutStage(text)
        let order = Mutex<[Int]>([])
        let commands: [TreeCommand] = [
            .set(view: "panel", properties: ["alpha": 0.5]), .set(view: "panel", properties: ["alpha": 2]),
            .set(view: "nowhere", properties: [:]), .remove(view: "panel"),
        ]
        for (number, command) in commands.enumerated() {
            let isTaken = stage.pipeline.commands.submit(command, from: "m") { _ in order.withLock { $0.append(number) }
            }
            #expect(isTaken)
        }
        #expect(order.withLock { $0 } == [])
        stage.pipeline.carryOutCommands()
        #expect(order.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test
    func `the suggestion is computed on the thread that reads the rejection`() throws {
        let stage = try LayoutStage(text)
        let refusal = try #require(refused(stage.ask(.remove(view: "volum"))))
        #expect(refusal.reason == "there is no view 'volum'")
        #expect(refusal.description == "there is no view 'volum'; did you mean 'volume'?")
    }

    @Test
    func `an unknown name is truncated, and known names are copied only after changes`() throws {
        let stage = try LayoutStage(text)
        let long = String(repeating: "a", count: 16_000)
        for command: TreeCommand in [.remove(view: long), .focus(view: long), .raise(gesture: long, state: "ended")] {
            let refusal = try #require(refused(stage.ask(command)))
            #expect(refusal.description.utf8.count < 200)
        }
        func address(_ names: [String]) -> UnsafeRawPointer? { names.withUnsafeBytes(\.baseAddress) }
        // Retained, so no copy can have the same address.
        let first = stage.pipeline.tree.viewSnapshot()
        _ = stage.ask(.set(view: "panel", properties: ["alpha": 0.5]))
        #expect(address(stage.pipeline.tree.viewSnapshot()) == address(first))
        _ = stage.ask(.add(["id": "new"], to: "panel", at: nil))
        #expect(stage.pipeline.tree.viewSnapshot().contains("new"))
    }

    @Test(.atLimit("refusal-bytes"), .pastLimit("refusal-bytes"))
    func `a rejection is short, whatever the number of errors`() throws {
        let stage = try LayoutStage(text)
        let keys: JSONValue = .object((0..<1500).map { .init("key\($0)", 1) })
        let reason = try #require(refused(stage.ask(.set(view: "panel", properties: keys)))).description
        #expect(reason.utf8.count <= 1003)
        #expect(reason.contains("'key0'") && reason.hasSuffix("; and 1495 more errors"), "\(reason)")
        let long: JSONValue = .object([.init(String(repeating: "é", count: 30_000), 1)])
        let other = try #require(refused(stage.ask(.set(view: "panel", properties: long))))
        #expect(other.description.utf8.count <= 1003)
    }

    @Test(.atLimit("added-per-command"), .pastLimit("added-per-command"))
    func `a command can add 100 views, and one with more adds none`() throws {
        let stage = try LayoutStage(text)
        func views(_ count: Int) -> JSONValue {
            ["subviews": .list((1..<count).map { .object([.init("id", .text("v\($0)"))]) })]
        }
        let before = stage.pipeline.tree.description
        let reason = refused(stage.ask(.add(views(101), to: "panel", at: nil)))
        #expect(reason == "a command can add at most 100 views, but this command adds 101; send several commands")
        #expect(stage.pipeline.tree.description == before)
        #expect(stage.ask(.add(views(100), to: "panel", at: nil)) == .done)
        #expect(stage.pipeline.tree.view("v99") != nil)
    }

    @Test
    func `views are counted before other errors are reported`() throws {
        let nested: JSONValue = ["subviews": .list((0..<200).map { _ in ["subviews": 5] }), "alpha": 7]
        guard case .refused(let refusal) = CheckedCommand(.add(nested, to: "panel", at: nil)) else {
            Issue.record("the command was accepted")
            return
        }
        #expect(refusal == "a command can add at most 100 views, but this command adds 201; send several commands")
    }

    @Test
    func `a description is encoded by the reading thread, with the state at the command`() throws {
        let many = (0..<100).map { "{ id: v\($0), gestures: [{ id: g\($0), type: tap }] }" }.joined(separator: ", ")
        let stage = try LayoutStage("root: { id: page, subviews: [\(many)] }")
        let tree = stage.pipeline.tree
        let before = tree.describe(try stage.view("page"))
        let start = allocation_count()
        let reply = tree.perform(CheckedCommand(.describe(view: "page")), from: "m")
        let onInputThread = allocation_count() - start
        guard case .value(let value)? = reply else {
            Issue.record("the command was refused")
            return
        }
        #expect(stage.ask(.set(view: "v7", properties: ["alpha": 0.5])) == .done)
        #expect(stage.ask(.remove(view: "v9")) == .done)
        let middle = allocation_count()
        #expect(value.json == before)
        // On the input thread, each view needs one allocation, for its list of gestures. Encoding the view as JSON
        // needs many more.
        #expect(3 * onInputThread <= allocation_count() - middle)
    }

    @Test
    func `removing a view removes its sequences`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: page
              subviews: [{ id: a, gestures: [{ id: t, type: tap }], sequences: [{ id: code, steps: [t, t] }] }]
            """
        )
        let tree = stage.pipeline.tree
        let own = ObjectIdentifier(try stage.view("a"))
        #expect(tree.sequencesByView[own]?.map(\.id) == ["code"])
        #expect(tree.describe(try stage.view("a"))["sequences"]?.list?.first?["steps"] == ["t", "t"])
        #expect(stage.ask(.remove(view: "a")) == .done)
        #expect(tree.sequencesByView.isEmpty)
    }

    @Test
    func `a rejected command changes nothing, not even its valid parts`() throws {
        let stage = try LayoutStage(text)
        let properties: JSONValue = ["canBecomeFirstResponder": true, "transform": [1e308, 0, 0, 1, 0, 0]]
        #expect(refused(stage.ask(.set(view: "panel", properties: properties))) != nil)
        #expect(try !stage.view("panel").canBecomeFirstResponder)
    }
}
