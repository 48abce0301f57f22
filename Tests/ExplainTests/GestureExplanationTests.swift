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

/// Tests explanations of why a gesture was recognized or failed, and which touches it withheld from views.
struct GestureExplanationTests {
    @Test
    func `a tap that waits when input is paused fails for that reason`() throws {
        let stage = try ExplainStage(
            """
            root:
              id: page
              gestures:
                - { id: select, type: tap, requireToFail: zoom, on: { recognized: [{ out.write: selected }] } }
                - { id: zoom, type: tap, taps: 2, on: { recognized: [{ out.write: zoomed }] } }
            """
        )
        stage.tap(150, 130, at: 1_000_000)
        stage.pipeline.pause()
        let sentences = try #require(stage.explanations.first).sentences
        #expect(
            sentences.contains { $0.contains("input was paused or the device was removed while the gesture waited") }
        )
        #expect(!sentences.contains { $0.contains("out.write was called") })
    }

    private static let limited = """
        root:
          id: page
          multipleTouchEnabled: true
          gestures: [{ id: limit, type: touchLimit, maximumTouches: 1, decideWithin: 60ms, slop: 12 }]
          on: { touches: [{ out.write: page }] }
        """

    /// Explains one of two touches. The first finger moves by `move` points, and the second goes down `second`
    /// microseconds after the first.
    private static func limitedTouch(_ number: Int, move: Double, second: Int64) throws -> TouchExplanation {
        try ExplainStage.explain(limited, touch: number) { stage in
            stage.send(.began, 100, 100, at: 1_000_000)
            if move > 0 { stage.send(.moved, 100 + move, 100, at: 1_008_000) }
            stage.send(.began, 200, 100, at: 1_000_000 + second, finger: 1)
            stage.send(.ended, 200, 100, at: 1_200_000, finger: 1)
            stage.send(.ended, 100 + move, 100, at: 1_200_000)
        }
    }

    @Test
    func `a touch limit that cancels a delivered touch states why it delivered the touch`() throws {
        let moved = try Self.limitedTouch(1, move: 30, second: 12_000)
        #expect(
            moved.title.contains(
                "the touch limit `limit` delivered the touch after 8 ms, because the finger had moved by more than 12 pt "
                    + "(`slop: 12`), and cancelled the touch after 12 ms, because 2 fingers were down, and only 1 finger is "
                    + "allowed (`maximumTouches: 1`); raise `slop` to withhold such touches, or raise `maximumTouches` to "
                    + "deliver them"
            ),
            "\(moved.title)"
        )
        let late = try Self.limitedTouch(1, move: 0, second: 100_000)
        #expect(
            late.title.contains(
                "delivered the touch after 60 ms, because no further finger went down in time (`decideWithin: 60ms`)"
            ),
            "\(late.title)"
        )
        #expect(late.title.contains("; raise `decideWithin` to withhold such touches"))
    }

    /// Explains a touch of `duration` microseconds on a view with a touch limit.
    private static func pressed(_ duration: Int64, within interval: String, _ gesture: String = "") throws
        -> TouchExplanation
    {
        let layout = limited.replacing("60ms", with: interval).replacing("slop: 12 }", with: "slop: 12 }\(gesture)")
        return try ExplainStage.explain(layout, touch: 1) { stage in
            stage.send(.began, 100, 100, at: 1_000_000)
            stage.send(.ended, 100, 100, at: 1_000_000 + duration)
        }
    }

    @Test
    func `a touch that a touch limit delivers only at the lift is explained with the interval`() throws {
        let press = try Self.pressed(1_000_000, within: "2s")
        let words =
            "touch limit `limit` delivered the touch only at the lift, because `decideWithin: 2s` had not passed"
        #expect(press.title.hasSuffix("; the \(words); lower `decideWithin` to shorten this delay"), "\(press.title)")
        #expect(press.sentences.contains("The \(words)."), "\(press.sentences)")
        // The delay of a tap is intentional, so the title does not mention it.
        let tap = try Self.pressed(50_000, within: "60ms")
        #expect(tap.sentences.contains("The \(words.replacing("2s", with: "60ms"))."), "\(tap.sentences)")
        #expect(!tap.title.contains("decideWithin"), "\(tap.title)")
    }

    @Test
    func `a delivery is attributed to a touch limit only if the touch limit alone delayed it until the lift`() throws {
        let pan = ", { type: pan, delaysTouchesBegan: true }"
        for (interval, gesture) in [("60ms", ""), ("60ms", pan), ("2s", pan)] {
            let press = try Self.pressed(1_000_000, within: interval, gesture)
            #expect(!press.text.contains("only at the lift"), "\(press.text)")
        }
    }

    @Test
    func `a touch limit that withholds a touch is explained with the keys of the layout`() throws {
        let explanation = try Self.limitedTouch(1, move: 0, second: 12_000)
        let reason = "the touch limit `limit` withheld the touch, because 2 fingers were down"
        #expect(explanation.title.contains(reason), "\(explanation.title)")
        #expect(explanation.sentences.contains("`limit` withheld the touch from `page`."))
        for word in ["edges", "delaysTouchesBegan", "cancelsTouchesInView"] {
            #expect(!explanation.text.contains(word), "\(explanation.text)")
        }
    }

    @Test
    func `a gesture that needs more fingers is no news about an ordinary tap`() throws {
        let gesture =
            "gestures: [{ id: admin, type: tap, touches: 3, on: { recognized: [{ out.write: admin }] } }]"
        let layout = ExplainStage.button.replacing("  id: page\n", with: "  id: page\n  \(gesture)\n")
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(150, 130, at: 1_000_000) }
        #expect(explanation.title.hasSuffix("a live run would call out.write"), "\(explanation.title)")
        #expect(explanation.sentences.contains { $0.contains("needs 3 fingers at the same time") })
        #expect(explanation.missed.map(\.gesture) == ["admin"] && explanation.surprisinglyMissed.isEmpty)
    }

    @Test
    func `touchCancel that a command sends is not explained as a disabled control`() throws {
        let layout = """
            root:
              id: page
              subviews:
                - id: order
                  class: Button
                  frame: [100, 100, 60, 60]
                  on: { touchDown: { tree.send: { view: order, event: touchCancel } }, touchUpInside: { out.write: a } }
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { stage in
            stage.send(.began, 130, 130, at: 1_000_000)
            stage.pipeline.carryOutCommands()
            stage.send(.moved, 390, 290, at: 1_050_000)
            stage.send(.ended, 390, 290, at: 1_100_000)
        }
        #expect(explanation.title.contains("the finger lifted") && !explanation.title.contains("disabled"))
    }

    @Test
    func `a finger that an active gesture ignores stays with its view`() throws {
        let layout = """
            root:
              id: page
              multipleTouchEnabled: true
              gestures:
                - { id: zoom, type: pinch, on: { changed: [{ out.write: zoomed }] } }
              on: { touchesEnded: [{ out.write: lifted }] }
            """
        let explanation = try ExplainStage.explain(layout, touch: 3) { stage in
            stage.down([(0, 100, 100), (1, 200, 100)], at: 1_000_000)
            for step in 1...4 {
                stage.send(.moved, 200 + Double(step) * 10, 100, at: 1_000_000 + Int64(step) * 10_000, finger: 1)
            }
            stage.send(.began, 200, 200, at: 1_100_000, finger: 2)
            stage.send(.moved, 290, 100, at: 1_150_000, finger: 1)
            stage.send(.ended, 200, 200, at: 1_200_000, finger: 2)
        }
        let sentences = explanation.sentences
        #expect(
            explanation.title.contains(
                "the View `page` received the touch; "
                    + "a live run would call out.write for event 'touchesEnded' of `page`; "
            )
        )
        let ignored = "ignored the touch because the gesture already tracks other touches and accepts no more touches."
        #expect(sentences.contains("`zoom` (a pinch of `page`) \(ignored)"))
        let call = "A live run would call out.write for event 'touchesEnded' of `page`, with the argument \"lifted\"."
        #expect(sentences.contains(call))
        #expect(
            !sentences.contains {
                $0.contains("cancelled the touch in") || $0.contains("of `zoom` with")
                    || $0.contains("received the touch.")
            }
        )
    }

    @Test(arguments: [
        ("edges: bottom", 150.0, 100.0, "the touch began 200 pt from the bottom edge; at most 20 pt is allowed"),
        ("edges: bottom", 50.0, 290.0, "a control, or a handler of a subview, handles the touch"),
        ("maximumTouches: 2", 50.0, 260.0, "a control, or a handler of a subview, handles the touch"),
    ])
    func `a touch limit is explained by the edge or by the view that handles the touch`(
        _ settings: String,
        _ x: Double,
        _ y: Double,
        _ reason: String
    ) throws {
        let layout = """
            root:
              id: page
              gestures: [{ id: limit, type: touchLimit, \(settings) }]
              on: { touchesBegan: [{ out.write: down }] }
              subviews: [{ id: order, class: Button, frame: [0, 250, 100, 50] }]
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(x, y, at: 1_000_000) }
        let ignored = "`limit` (a touch limit of `page`) ignored the touch because \(reason)"
        #expect(explanation.sentences.contains { $0.hasPrefix(ignored) }, "\(explanation.sentences)")
    }

    @Test
    func `a finger that joins a gesture is explained by the earlier begin`() throws {
        let layout = """
            root:
              id: page
              gestures: [{ id: drag, type: pan, on: { began: [{ out.write: dragged }] } }]
              on: { touchesEnded: [{ out.write: lifted }] }
              multipleTouchEnabled: true
            """
        let explanation = try ExplainStage.explain(layout, touch: 2) { stage in
            stage.send(.began, 100, 100, at: 1_000_000)
            stage.send(.moved, 130, 100, at: 1_050_000)
            stage.send(.began, 200, 100, at: 1_100_000, finger: 1)
            stage.send(.ended, 200, 100, at: 1_200_000, finger: 1)
        }
        let answer = ": out.write (event 'touchesEnded' of `page`) was not called: the pan `drag` was already active"
        #expect(explanation.title.contains(answer))
        let joined = "(event 'began' of `drag`) was not called: `drag` had already begun when this touch began."
        #expect(explanation.sentences.contains { $0.hasSuffix(joined) })
        let taken =
            "(event 'touchesEnded' of `page`) was not called: the pan `drag` was already active, so this touch was "
            + "also cancelled in the views; set `cancelsTouchesInView: false` on `drag` to prevent this cancellation."
        #expect(explanation.sentences.contains { $0.contains(taken) })
    }

    @Test
    func `a view delayed by one gesture and cancelled by another is explained with both`() throws {
        let layout = """
            root:
              id: page
              gestures:
                - { id: menu, type: tap, on: { recognized: [{ out.write: menu }] } }
                - { id: drag, type: pan, delaysTouchesBegan: true }
              on: { touchesBegan: [{ out.write: down }] }
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(50, 50, at: 1_000_000) }
        let remedy = "; set `delaysTouchesBegan: false` on `drag` to prevent this delay."
        let both =
            "the pan `drag` delayed the delivery of the touch to all views, "
            + "and the tap `menu` was then recognized\(remedy)"
        #expect(explanation.sentences.contains { $0.hasSuffix(both) })
        let held = try ExplainStage.explain(layout, touch: 1) { $0.send(.began, 50, 50, at: 1_000_000) }
        let still = "the pan `drag` was still delaying the delivery of the touch to all views\(remedy)"
        #expect(held.sentences.contains { $0.hasSuffix(still) })
    }

    @Test
    func `a gesture that has failed is not the cause of a delay`() throws {
        let layout = """
            root:
              id: page
              gestures:
                - { id: quick, type: tap, delaysTouchesBegan: true }
                - { id: slow, type: longPress, minimumDuration: 9s, delaysTouchesBegan: true }
                - { id: menu, type: longPress, minimumDuration: 3s, on: { began: [{ out.write: menu }] } }
              on: { touchesBegan: [{ out.write: down }] }
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { stage in
            stage.send(.began, 50, 50, at: 1_000_000)
            stage.pipeline.advance(to: 5_000_000)
        }
        #expect(explanation.sentences.contains { $0.contains("the long press `slow` delayed the delivery") })
        let held = try ExplainStage.explain(layout, touch: 1) { stage in
            stage.send(.began, 50, 50, at: 1_000_000)
            stage.pipeline.advance(to: 3_000_000)
        }
        #expect(held.sentences.contains { $0.contains("the long press `slow` was still delaying") })
    }

    @Test
    func `a diagonal swipe reports its main distance, and one with too few fingers their number`() throws {
        func layout(_ touches: Int) -> String {
            """
            root:
              id: page
              gestures: [{ id: turn, type: swipe, touches: \(touches), on: { recognized: [{ out.write: turned }] } }]
            """
        }
        let aslant = try ExplainStage.explain(layout(1), touch: 1) { stage in
            stage.send(.began, 100, 100, at: 1_000_000)
            stage.send(.moved, 145, 145, at: 1_050_000)
            stage.send(.ended, 145, 145, at: 1_100_000)
        }
        let needed = "a swipe needs 50 pt (`minimumDistance: 50`)."
        let words = "the finger lifted after moving 45 pt in its main direction; \(needed)"
        #expect(aslant.sentences.contains { $0.hasSuffix(words) })
        let resting = try ExplainStage.explain(layout(2), touch: 1) { stage in
            stage.send(.began, 100, 100, at: 1_000_000)
            stage.send(.ended, 100, 100, at: 1_700_000)
        }
        let missing = "it needs 2 fingers at the same time (`touches: 2`), but only 1 was down."
        #expect(resting.sentences.contains { $0.hasSuffix(missing) })
    }

    @Test
    func `a sequence reports the completed step, the late one and the expected one`() throws {
        let layout = """
            root:
              subviews:
                - { id: left, frame: [0, 0, 200, 300], gestures: [{ id: first, type: tap }] }
                - { id: right, frame: [200, 0, 200, 300], gestures: [{ id: second, type: tap }] }
              sequences:
                - { id: secret, steps: [first, second], within: 1s, on: { recognized: [{ out.write: open }] } }
            """
        let stage = try ExplainStage(layout)
        stage.tap(100, 100, at: 1_000_000)
        stage.tap(300, 100, at: 2_500_000)
        stage.tap(300, 100, at: 4_000_000)
        stage.tap(100, 100, at: 6_000_000)
        stage.tap(300, 100, at: 6_500_000)
        let words = stage.explanations.map { explanation in
            explanation.sentences.last { $0.hasPrefix("out.write (event 'recognized' of `secret`) was not called: ") }
                .map { String($0.split(separator: ": ", maxSplits: 1)[1]) }
        }
        let begun = "`first` is step 1 of 2, and `second` must follow within 1 s."
        let late = "`second` was recognized 1.5 s after the previous step; at most 1 s is allowed (`within: 1s`)."
        #expect(words == [begun, late, "`second` was recognized instead of the expected `first`.", begun, nil])
        let steps = stage.explanations.map { explanation in
            explanation.sentences.filter { $0.contains("he sequence `secret`") }
        }
        let first = "`first` was step 1 of 2 of the sequence `secret`."
        let timeout = "The sequence `secret` reached step 1 of 2 and timed out after 1 s."
        let completed = "`second` completed the sequence `secret`, as step 2 of 2."
        #expect(steps == [[first, timeout], [], [], [first], [completed]])
    }

    @Test
    func `a double tap whose second tap is not in the recording names the rule about further taps`() throws {
        let layout = """
            root:
              id: map
              gestures: [{ id: zoom, type: tap, taps: 2, on: { recognized: [{ out.write: zoomed }] } }]
            """
        let explanation = try ExplainStage.explain(layout, touch: 1) { $0.tap(100, 100, at: 1_000_000) }
        let words = "`zoom` was still waiting when the trace ended: no further tap followed within 350 ms"
        #expect(explanation.title.contains(words), "\(explanation.title)")
        #expect(explanation.shortJSON["reason"] == "G59")
    }

    @Test
    func `a step of a sequence that is missing or late names the rule`() throws {
        let layout = """
            root:
              gestures: [{ id: one, type: tap }]
              sequences: [{ id: secret, steps: [one, one], within: 1s, on: { recognized: [{ out.write: open }] } }]
            """
        let stage = try ExplainStage(layout)
        stage.tap(100, 100, at: 1_000_000)
        stage.tap(100, 100, at: 3_000_000)
        #expect(stage.explanations.map { $0.shortJSON["reason"] } == ["steps", "within"])
    }
}
