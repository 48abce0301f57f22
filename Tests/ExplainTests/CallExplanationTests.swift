internal import Bridge
import BuiltinPlugins
import Explain
import Foundation
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

/// Tests explanations of handler calls, of missing calls and of call results.
struct CallExplanationTests {
    @Test
    func `a title names the plugin that received the call, or in a dry run the handler`() throws {
        for isDryRun in [true, false] {
            let stage = try ExplainStage(ExplainStage.button, isDryRun: isDryRun)
            stage.tap(150, 130, at: 1_000_000)
            let title = try #require(stage.explanations.first).title
            let accepted = "out.write was called, and plugin `out` accepted the call"
            let result = isDryRun ? "a live run would call out.write" : accepted
            #expect(title.hasSuffix("the Button `order` received the touch; \(result)"), "\(title)")
        }
    }

    @Test
    func `a call that was not made because of its condition is explained with the numbers`() throws {
        let stage = try ExplainStage(
            """
            root:
              id: pad
              on: { touchesBegan: [{ out.write: left, when: "{{x}} < 100 and {{y}} > 5" }] }
            """
        )
        stage.tap(300, 50, at: 1_000_000)
        let explanation = try #require(stage.explanations.first)
        let reason = "because 'when: {{x}} < 100 and {{y}} > 5' was false: x was 300 and y was 50"
        #expect(explanation.title.hasSuffix("out.write was not called for event 'touchesBegan' of `pad`, \(reason)"))
        #expect(explanation.text.contains("\(reason)."))
        #expect(explanation.json["skipped"]?.list?.first?["times"] == 1)
        #expect(explanation.json["skipped"]?.list?.first?["outcome"] == "skipped")
    }

    @Test
    func `calls that were not made because of a rate limit or a delay are explained`() throws {
        let stage = try ExplainStage(
            """
            root:
              id: pad
              on: { touches: [{ out.write: a, atMost: 1/min }, { out.write: b, after: 200ms }] }
            """
        )
        stage.tap(300, 50, at: 1_000_000)
        stage.pipeline.advance(to: 3_000_000)
        stage.tap(300, 50, at: 4_000_000)
        let explanation = try #require(stage.explanations.last)
        let limit =
            "out.write was not called for event 'touchesBegan' of `pad`, because 'atMost: 1/min' allows no more calls"
        #expect(explanation.title.hasSuffix(limit))
        let delay = "because 'after: 200ms' delays the call until no event follows."
        #expect(explanation.text.contains(delay))
        let first = try #require(stage.explanations.first)
        #expect(
            first.text.contains(
                "A live run would call out.write for event 'touchesEnded' of `pad`, with the argument \"b\""
            )
        )
        let outcomes = explanation.json["skipped"]?.list?.compactMap { $0["outcome"]?.text }
        #expect(outcomes.map(Set.init) == ["limited", "delayed"])
    }

    @Test
    func `a plugin's change of the tree and the touches it cancels are explained`() throws {
        let stage = try ExplainStage(ExplainStage.button)
        stage.send(.began, 150, 130, at: 1_000_000)
        _ = stage.pipeline.commands.submit(.cancelTouches(view: nil), from: "out") { _ in }
        stage.pipeline.carryOutCommands()
        stage.send(.ended, 150, 130, at: 1_050_000)
        let explanations = stage.explanations
        #expect(explanations.contains { $0.kind == .note && $0.title.contains("`out` changed the view tree") })
        let cancelled = "out.write (event 'touchUpInside' of `order`) was not called: the touch was cancelled"
        #expect(explanations.first?.sentences.contains { $0.hasPrefix(cancelled) } == true)
    }

    /// Explains a touch that calls a handler at 1.05 s. `lines` are the dump's lines about the result of this call.
    private func serviceCall(_ lines: String..., layout: String = ExplainStage.button) throws -> TouchExplanation {
        let stage = try ExplainStage(layout)
        stage.explainer.service = ServiceCalls(lines: try lines.map { try JSONValue(parsing: $0.utf8) })
        stage.tap(150, 130, at: 1_000_000)
        return try #require(stage.explanations.first)
    }

    private static let accepted = """
        {"t":1050000,"kind":"handler","plugin":"out","handler":"write","view":"order","on":"touchUpInside","outcome":"accepted"}
        """
    private static let failed = """
        {"t":1060000,"kind":"result","plugin":"out","handler":"write","view":"order","on":"touchUpInside","called":1050000,"result":"failed","cause":"httpStatus","number":503}
        """

    @Test
    func `what a plugin did with a call is the answer, with a stable code`() throws {
        let failed = try serviceCall(Self.accepted, Self.failed)
        let words = "out.write was called, but failed: the server answered with HTTP status 503"
        #expect(failed.title.hasSuffix(words))
        #expect(failed.json["reason"] == "httpStatus")
        let call = failed.json["calls"]?.list?.first
        #expect(call?["result"] == "failed" && call?["cause"] == "httpStatus" && call?["number"] == 503)
        #expect(!failed.text.contains("No plugin was called"))
        let accepted = try serviceCall(Self.accepted)
        #expect(accepted.title.hasSuffix("out.write was called, and the plugin accepted the call"))
        #expect(accepted.json["reason"] == .null)
    }

    @Test
    func `the outcome of a call that a condition prevented does not explain the next call`() throws {
        let layout = """
            root:
              subviews:
                - id: order
                  class: Button
                  frame: [100, 100, 200, 100]
                  on: { touchUpInside: [{ out.write: a, when: "{{x}} > 900" }, { out.write: b }, { tree.hide: order }] }
            """
        let skipped = Self.accepted.with("skipped", for: "accepted")
        let second = [Self.accepted, Self.failed].map {
            $0.with("\"on\":\"touchUpInside\",\"position\":1", for: "\"on\":\"touchUpInside\"")
        }
        let explanation = try serviceCall(skipped, second[0], second[1], layout: layout)
        // The title names only the failed call.
        let title = "out.write was called, but failed: the server answered with HTTP status 503"
        #expect(explanation.title.contains(title), "\(explanation.title)")
        #expect(!explanation.title.contains("tree.hide"), "\(explanation.title)")
    }

    @Test
    func `an event that a view consumes without a call is no missing call`() throws {
        let layout = """
            root:
              id: page
              on: { touches: { out.write: page } }
              subviews: [{ id: bar, frame: [0, 0, 200, 200], on: { touches: [] } }]
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(50, 50, at: 1_000_000) }
        let title = ": out.write (event 'touchesBegan' of `page`) was not called: `bar` handles"
        #expect(explanation.title.contains(title))
        #expect(explanation.json["missed"]?.list?.allSatisfy { $0["view"] == "page" } != false)
    }

    @Test
    func `an event that calls several handlers is named once`() throws {
        let layout = """
            root:
              id: page
              on: { touches: { out.write: page } }
              subviews:
                - id: two
                  class: Button
                  frame: [0, 0, 200, 200]
                  on: { touchUpInside: [{ out.write: a }, { tree.hide: two }] }
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(50, 50, at: 1_000_000) }
        #expect(explanation.title.contains("out.write and tree.hide for event 'touchUpInside' of `two`; out.write ("))
    }

    @Test
    func `a call that the service dropped or limited is not reported as made`() throws {
        let dropped = try serviceCall(Self.accepted.with("dropped", for: "accepted"))
        #expect(dropped.title.contains("the call was dropped, because the plugin's queue was full"))
        #expect(dropped.json["reason"] == "dropped")
        let limited = try serviceCall(Self.accepted.with("limited", for: "accepted"))
        #expect(
            limited.title.hasSuffix("out.write was not called in the service, because 'atMost' allowed no more calls")
        )
        #expect(limited.json["reason"] == "atMost")
    }

    @Test
    func `a result of another call is ignored, and a dry run knows no result`() throws {
        let other = try serviceCall(Self.accepted.with("1050001", for: "1050000"), "{}", "[1]")
        #expect(other.title.hasSuffix("a live run would call out.write"))
        #expect(other.json["calls"]?.list?.first?["result"] == "notRun")
    }
}

extension String {
    fileprivate func with(_ new: String, for old: String) -> String { replacingOccurrences(of: old, with: new) }
}
