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

/// Tests explanations as JSON, and their maximum length.
struct ExplanationOutputTests {
    @Test
    func `records give the same texts in one batch on another thread as one by one`() async throws {
        let stage = try ExplainStage(ExplainStage.button)
        stage.tap(150, 130, at: 1_000_000)
        stage.tap(20, 20, at: 2_000_000)
        let (records, delivered, names, facts) = (stage.records, stage.delivered, stage.pipeline.names, stage.facts)
        let texts = await Task.detached {
            Explanation(records, delivered: delivered, names, facts).explanations.map(\.text)
        }
        .value
        #expect(texts == stage.explanations.map(\.text))
        #expect(texts.count == 2)
        let call = "A live run would call out.write for event 'touchUpInside' of `order`, with the argument \"at 50\""
        #expect(texts.first?.contains(call) == true)
    }

    @Test
    func `the JSON of an explanation contains all its sentences`() throws {
        let stage = try ExplainStage(ExplainStage.button)
        stage.tap(150, 90, at: 1_000_000)
        let explanation = try #require(stage.explainer.explanation.touch(1))
        let texts = (explanation.json.members ?? []).flatMap { $0.value.list ?? [] }.compactMap { $0["text"]?.text }
        #expect(texts == explanation.sentences)
        #expect(explanation.isHit && explanation.number == 1)
        #expect(
            explanation.sentences.contains { $0.contains("The nearest view with a handler is `order`, 10 pt away") }
        )
    }

    @Test
    func `a touch whose start is no longer recorded is explained as far as known`() throws {
        let stage = try ExplainStage(ExplainStage.button)
        stage.send(.began, 150, 130, at: 1_000_000)
        let before = stage.records.count
        stage.send(.ended, 150, 130, at: 1_050_000)
        let rest = Array(stage.records[before...])
        let explanation = try #require(Explanation(rest, stage.pipeline.names, stage.facts).touch(1))
        #expect(explanation.title.contains("the trace does not contain the start of the touch"))
    }

    @Test
    func `distant views are summarized`() throws {
        let keys = (0..<40).map { "    - { id: key\($0), class: Button, frame: [\($0 * 10), 0, 10, 10] }" }
        let stage = try ExplainStage("root:\n  id: page\n  subviews:\n\(keys.joined(separator: "\n"))\n")
        stage.tap(395, 200, at: 1_000_000)
        let sentences = try #require(stage.explanations.first).sentences
        #expect(sentences.contains("38 more views do not contain this point"))
        #expect(sentences.contains("`key39`: not hit, because it is 190 pt away from the touch"))
        #expect(!sentences.contains { $0.contains("`key12`") })
    }

    @Test
    func `an explanation is bounded, whatever the tree and the fingers`() throws {
        let name = String(repeating: "n", count: 5000)
        let hidden = (0..<500).map { "    - { id: \(name)\($0), hidden: true }" }
        let stage = try ExplainStage("root:\n  id: page\n  subviews:\n\(hidden.joined(separator: "\n"))\n")
        stage.send(.began, 10, 10, at: 1_000_000)
        for step in 1...5000 { stage.send(.moved, Double(10 + step % 50), 10, at: 1_000_000 + Int64(step) * 1000) }
        stage.send(.ended, 10, 10, at: 7_000_000)
        let explanation = try #require(stage.explanations.first)
        #expect(explanation.text.utf8.count < 6000)
        #expect(explanation.sentences.contains { $0.contains("The finger moved 5000 times") })
    }

    @Test
    func `a deep tree is described at its top and bottom`() throws {
        var layout = "root:\n  id: v0\n"
        for depth in 1...20 {
            let space = String(repeating: " ", count: depth * 4 - 2)
            layout += "\(space)subviews:\n\(space)  - id: v\(depth)\n"
        }
        let stage = try ExplainStage(layout)
        var parent = try #require(stage.pipeline.tree.view("v20"))
        for _ in 0..<2000 {
            let view = View(frame: parent.bounds)
            parent.addSubview(view)
            parent = view
        }
        stage.tap(10, 10, at: 1_000_000)
        let lines = try #require(stage.explanations.first).sections.first { $0.kind == .search }?.sentences ?? []
        #expect(lines.count < 80)
        #expect(lines.contains { $0.text.contains("`v3`: contains the touch") })
        #expect(lines.contains { $0.text.contains(": hit") })
    }

    @Test
    func `touches past the limit are counted, and a single one can be selected`() throws {
        let stage = try ExplainStage(ExplainStage.button, limit: 10)
        let single = try ExplainStage(ExplainStage.button, only: 25)
        for touch in 0..<30 {
            stage.tap(150, 130, at: Int64(touch + 1) * 1_000_000)
            single.tap(150, 130, at: Int64(touch + 1) * 1_000_000)
        }
        #expect(stage.explainer.explanation.explanations.count == 10)
        #expect(stage.explainer.explanation.omitted == 20)
        #expect(single.explanations.map(\.number) == [25])
    }

    @Test
    func `names and arguments cannot write control characters to the terminal`() throws {
        let stage = try ExplainStage(
            """
            root:
              id: "pa\\u001b[2Jge"
              on: { touchesBegan: [{ out.write: "\\u001b]0;title\\u0007 \\u202e {{x}}" }] }
            """
        )
        stage.tap(150, 130, at: 1_000_000)
        let explanation = try #require(stage.explanations.first)
        for text in [explanation.text, "\(explanation.json)"] {
            #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || $0.value == 0x202e) })
        }
    }
}
