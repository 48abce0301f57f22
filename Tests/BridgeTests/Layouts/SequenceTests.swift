internal import Bridge
import HandlerEvents
internal import InputHub
internal import LayoutRuntime
internal import Snapshots
import Testing
internal import TouchTrace

/// Tests gesture sequences, and their descriptions in trees and touches.
struct SequenceTests {
    /// Returns a layout with one tap per view, followed by `lines`.
    private static func layout(_ lines: String...) -> String {
        let start = """
            screens: [{ size: [400, 400] }]
            root:
              id: v
              subviews:
                - { id: a, frame: [0, 0, 100, 100], gestures: [{ id: tapA, type: tap }] }
                - { id: b, frame: [300, 0, 100, 100], gestures: [{ id: tapB, type: tap }] }

            """
        return start + lines.joined(separator: "\n")
    }

    private let layout = layout(
        "  sequences:",
        "    - { id: code, steps: [tapA, tapB, tapA], within: 2s, on: { ended: m.note } }",
        "    - { steps: [tapB, tapB], within: 2s }"
    )
    private let corners = layout(
        "    - { id: c, frame: [0, 300, 100, 100], gestures: [{ id: hold, type: longPress, minimumDuration: 3s }] }",
        "  sequences:",
        "    - { id: admin, steps: [tapA, tapB, hold], within: 2s, on: { began: m.note, ended: m.note, failed: m.note } }"
    )

    private func lines(_ stage: LayoutStage) -> [String] {
        stage.trace.filter { $0.contains("\"kind\":\"sequence\"") }
    }

    // MARK: Steps

    @Test
    func `a sequence is recognized when its steps are complete in order and in time`() throws {
        let stage = try LayoutStage(corners)
        _ = stage.drain()
        stage.tap(50, 50, at: 0)
        stage.tap(350, 50, at: 1_900_000)
        stage.down(50, 350, at: 3_800_000)
        stage.pipeline.advance(to: 6_800_000)
        #expect(stage.drain() == ["v admin began", "v admin ended"])
        #expect(stage.journal.handlerEvents.last?.time == 6_800_000)
    }

    @Test
    func `a step out of order restarts the sequence, and counts if it is the first`() throws {
        let stage = try LayoutStage(corners)
        _ = stage.drain()
        stage.tap(50, 50, at: 0)
        stage.tap(50, 50, at: 1_000_000)
        stage.tap(350, 50, at: 2_000_000)
        stage.tap(350, 50, at: 3_000_000)
        #expect(stage.drain() == ["v admin began", "v admin failed", "v admin began", "v admin failed"])
    }

    @Test
    func `a late step restarts the sequence, and the timeout is reported when it expires`() throws {
        let stage = try LayoutStage(corners)
        _ = stage.drain()
        stage.tap(50, 50, at: 0)
        #expect(stage.pipeline.nextDeadline == 2_050_000)
        stage.pipeline.advance(to: 2_050_000)
        #expect(stage.drain() == ["v admin began", "v admin failed"])
        stage.tap(350, 50, at: 3_000_000)
        #expect(stage.drain() == [])
    }

    // MARK: Tree, trace and recorder

    @Test
    func `the tree lists the sequences of a view with their steps`() throws {
        let stage = try LayoutStage(layout)
        let json = "\(stage.pipeline.tree.description)"
        #expect(json.contains(#""sequences":[{"id":"code","steps":["tapA","tapB","tapA"]},"#))
        #expect(json.contains(#"{"id":null,"steps":["tapB","tapB"]}],"subviews":"#), "\(json)")
        let outline = stage.pipeline.tree.outline
        #expect(
            outline.contains("View v [0, 0, 400, 400] +code(tapA, tapB, tapA) +sequence(tapB, tapB)\n"),
            "\(outline)"
        )
    }

    @Test
    func `the trace contains every step of a sequence, before its handlers`() throws {
        let stage = try LayoutStage(layout, tracing: true)
        stage.tap(50, 50, at: 1_000_000)
        stage.tap(350, 50, at: 2_000_000)
        stage.tap(50, 50, at: 3_000_000)
        let code = lines(stage).filter { $0.contains(#""sequence":"code""#) }
        let start = #""kind":"sequence","sequence":"code","view":"v","state":"#
        #expect(
            code == [
                #"{"t":1050000,\#(start)"began","step":1,"of":3,"gesture":"tapA"}"#,
                #"{"t":2050000,\#(start)"changed","step":2,"of":3,"gesture":"tapB"}"#,
                #"{"t":3050000,\#(start)"ended","step":3,"of":3,"gesture":"tapA"}"#,
            ]
        )
        let handler = stage.trace.firstIndex { $0.contains(#""kind":"handler""#) }
        #expect(handler == stage.trace.firstIndex(of: code[2]).map { $0 + 1 })
    }

    @Test
    func `a failed sequence names the gesture out of order, or none after a timeout`() throws {
        let stage = try LayoutStage(layout, tracing: true)
        stage.tap(50, 50, at: 1_000_000)
        stage.tap(50, 50, at: 2_000_000)
        stage.pipeline.advance(to: 9_000_000)
        let start = #""kind":"sequence","sequence":"code","view":"v","state":"#
        #expect(
            lines(stage).dropFirst() == [
                #"{"t":2050000,\#(start)"failed","step":1,"of":3,"gesture":"tapA"}"#,
                #"{"t":2050000,\#(start)"began","step":1,"of":3,"gesture":"tapA"}"#,
                #"{"t":4050000,\#(start)"failed","step":1,"of":3,"gesture":null}"#,
            ]
        )
    }

    @Test
    func `a recorder records a sequence with its name, view and steps`() throws {
        let stage = try LayoutStage(layout)
        let recorder = stage.pipeline.record([], capacity: 256)
        stage.tap(50, 50, at: 1_000_000)
        stage.tap(350, 50, at: 2_000_000)
        let steps = recorder.newest.filter { $0.kind == .sequence }
        let entry = try #require(stage.pipeline.names[steps[0].subject])
        #expect((entry.kind, entry.name, entry.type) == (.sequence, "code", "Sequence"))
        #expect(stage.pipeline.names[entry.holder]?.name == "v")
        let code = steps.filter { $0.subject == steps[0].subject }
        #expect(code.map(\.stepCount) == [1, 2] && code.allSatisfy { $0.stepsNeeded == 3 })
        #expect(code.map { stage.pipeline.names[$0.other]?.name } == ["tapA", "tapB"])
        var text = TraceText(dumping: stage.pipeline.names, devices: [:])
        let line = text.render(code[1]) ? String(decoding: text.bytes, as: UTF8.self) : nil
        let rest = #""state":"changed","step":2,"of":3,"gesture":"tapB"}"#
        #expect(
            line == #"{"t":2050000,"kind":"sequence","sequence":"code","view":"v",\#(rest)"# + "\n",
            "\(line ?? "")"
        )
    }

    @Test
    func `a snapshot contains the sequences of each view`() throws {
        let stage = try LayoutStage(layout)
        let nodes = stage.pipeline.snapshot(limit: 100).nodes
        let sequences = try #require(nodes.first { $0.id == "v" }).sequences
        #expect(sequences.map(\.name) == ["code", "sequence"])
        #expect(sequences.map(\.steps) == [["tapA", "tapB", "tapA"], ["tapB", "tapB"]])
        #expect(nodes.allSatisfy { $0.id == "v" || $0.sequences.isEmpty })
    }
}
