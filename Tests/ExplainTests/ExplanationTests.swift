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

/// Explanations as values.
struct ExplanationTests {
    /// A layout with simulated touches, and the recorded decisions.
    fileprivate final class Stage {
        let pipeline: Pipeline
        let facts: LayoutFacts
        private(set) var records: [TraceRecord] = []
        private(set) var delivered: [TraceRecorder.DeliveredEvent] = []
        var explainer: Explainer

        init(_ layout: String, only touch: Int? = nil, limit: Int = 1000, isDryRun: Bool = true) throws {
            let text = "plugins: { out: { type: log } }\nscreens: [{ name: kiosk, size: [400, 300] }]\n" + layout
            let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
            let plan = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
            var options = Pipeline.Options()
            options.isDryRun = isDryRun
            pipeline = Pipeline(try #require(plan, "\(reading.sorted.map { "\($0)" })"), options)
            let recorder = pipeline.record([.hitTests, .moves], capacity: 64)
            facts = pipeline.facts
            explainer = Explainer(pipeline.names, facts, only: touch, limit: limit)
            recorder.add { [unowned self] record, handlerEvent in
                explainer.take(record, handlerEvent)
                records.append(record)
                if let handlerEvent {
                    delivered.append(
                        TraceRecorder.DeliveredEvent(number: record.eventNumber, handlerEvent: handlerEvent)
                    )
                }
            }
        }

        func send(_ change: TouchSample.Change, _ x: Double, _ y: Double, at time: Int64, finger: Int32 = 0) {
            pipeline.advance(to: time)
            let sample = TouchSample(FingerID(device: 1, contact: finger), change, at: Point(x: x, y: y))
            pipeline.application.send(TouchFrame(time: time, [sample]))
        }

        func tap(_ x: Double, _ y: Double, at time: Int64) {
            send(.began, x, y, at: time)
            send(.ended, x, y, at: time + 50_000)
        }

        var explanations: [TouchExplanation] { explainer.explanation.explanations }
    }

    private static let button = """
        root:
          id: page
          subviews:
            - id: order
              class: Button
              frame: [100, 100, 100, 60]
              on: { touchUpInside: [{ out.write: "at {{x}}" }] }
        """

    @Test
    func `records give the same texts in one batch on another thread as one by one`() async throws {
        let stage = try Stage(Self.button)
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
    func `a title names the plugin that received the call, or in a dry run the handler`() throws {
        for isDryRun in [true, false] {
            let stage = try Stage(Self.button, isDryRun: isDryRun)
            stage.tap(150, 130, at: 1_000_000)
            let title = try #require(stage.explanations.first).title
            let accepted = "out.write was called, and plugin `out` accepted the call"
            let result = isDryRun ? "a live run would call out.write" : accepted
            #expect(title.hasSuffix("the Button `order` received the touch; \(result)"), "\(title)")
        }
    }

    @Test
    func `a call that was not made because of its condition is explained with the numbers`() throws {
        let stage = try Stage(
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
        let stage = try Stage(
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
    func `the distance of a finger from a slider's thumb is that at touch-down`() throws {
        let stage = try Stage(
            """
            root:
              subviews:
                - id: volume
                  class: Slider
                  frame: [50, 100, 331, 40]
                  value: 0.5
                  on: { valueChanged: [{ out.write: "{{value}}" }] }
            """
        )
        func distance(_ number: Int) -> Bool? {
            let explanation = stage.explainer.explanation.touch(number)
            return explanation?.title.contains("the touch began 85 pt away from the thumb of `volume`;")
        }
        // The thumb lies from 200 to 231.
        stage.tap(316, 120, at: 1_000_000)
        #expect(distance(1) == true)
        // Another finger moves it 100 points to the right.
        stage.send(.began, 215, 120, at: 2_000_000)
        stage.send(.moved, 315, 120, at: 2_100_000)
        stage.send(.ended, 315, 120, at: 2_200_000)
        stage.tap(215, 120, at: 3_000_000)
        #expect(distance(3) == true)
    }

    @Test
    func `the JSON of an explanation contains all its sentences`() throws {
        let stage = try Stage(Self.button)
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
    func `a tap that waits when input is paused fails for that reason`() throws {
        let stage = try Stage(
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

    @Test
    func `a touch whose start is no longer recorded is explained as far as known`() throws {
        let stage = try Stage(Self.button)
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
        let stage = try Stage("root:\n  id: page\n  subviews:\n\(keys.joined(separator: "\n"))\n")
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
        let stage = try Stage("root:\n  id: page\n  subviews:\n\(hidden.joined(separator: "\n"))\n")
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
        let stage = try Stage(layout)
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
        let stage = try Stage(Self.button, limit: 10)
        let single = try Stage(Self.button, only: 25)
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
        let stage = try Stage(
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

    @Test
    func `a plugin's change of the tree and the touches it cancels are explained`() throws {
        let stage = try Stage(Self.button)
        stage.send(.began, 150, 130, at: 1_000_000)
        _ = stage.pipeline.commands.submit(.cancelTouches(view: nil), from: "out") { _ in }
        stage.pipeline.carryOutCommands()
        stage.send(.ended, 150, 130, at: 1_050_000)
        let explanations = stage.explanations
        #expect(explanations.contains { $0.kind == .note && $0.title.contains("`out` changed the view tree") })
        let cancelled = "out.write (event 'touchUpInside' of `order`) was not called: the touch was cancelled"
        #expect(explanations.first?.sentences.contains { $0.hasPrefix(cancelled) } == true)
    }
}

// MARK: Several fingers, delays and sequences

extension ExplanationTests {
    private func whyNot(_ layout: String, touch: Int, _ play: (Stage) -> Void) throws -> TouchExplanation {
        let stage = try Stage(layout)
        play(stage)
        return try #require(stage.explainer.explanation.touch(touch))
    }

    private func down(_ stage: Stage, _ fingers: [(finger: Int32, x: Double, y: Double)], at time: Int64) {
        for (finger, x, y) in fingers { stage.send(.began, x, y, at: time, finger: finger) }
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
        let explanation = try whyNot(layout, touch: 3) { stage in
            down(stage, [(0, 100, 100), (1, 200, 100)], at: 1_000_000)
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

    @Test
    func `a finger that joins a gesture is explained by the earlier begin`() throws {
        let layout = """
            root:
              id: page
              gestures: [{ id: drag, type: pan, on: { began: [{ out.write: dragged }] } }]
              on: { touchesEnded: [{ out.write: lifted }] }
              multipleTouchEnabled: true
            """
        let explanation = try whyNot(layout, touch: 2) { stage in
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
            "(event 'touchesEnded' of `page`) was not called: the pan `drag` was already active and also cancelled "
            + "this touch in the views; set `cancelsTouchesInView: false` on `drag` to prevent this cancellation."
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
        let explanation = try whyNot(layout, touch: 1) { $0.tap(50, 50, at: 1_000_000) }
        let remedy = "; set `delaysTouchesBegan: false` on `drag` to prevent this delay."
        let both =
            "the pan `drag` delayed the delivery of the touch to all views, "
            + "and the tap `menu` was then recognized\(remedy)"
        #expect(explanation.sentences.contains { $0.hasSuffix(both) })
        let held = try whyNot(layout, touch: 1) { $0.send(.began, 50, 50, at: 1_000_000) }
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
        let explanation = try whyNot(layout, touch: 1) { stage in
            stage.send(.began, 50, 50, at: 1_000_000)
            stage.pipeline.advance(to: 5_000_000)
        }
        #expect(explanation.sentences.contains { $0.contains("the long press `slow` delayed the delivery") })
        let held = try whyNot(layout, touch: 1) { stage in
            stage.send(.began, 50, 50, at: 1_000_000)
            stage.pipeline.advance(to: 3_000_000)
        }
        #expect(held.sentences.contains { $0.contains("the long press `slow` was still delaying") })
    }

    @Test(arguments: [("tree.show: panel", "show"), ("tree.toggle: panel", "toggle")])
    func `a hidden view that a tree command shows gets no other remedy`(_ call: String, _ name: String) throws {
        let layout = """
            root:
              subviews:
                - id: panel
                  hidden: true
                  frame: [0, 0, 200, 200]
                  subviews:
                    - { id: bell, frame: [0, 0, 200, 100], on: { touchesBegan: [{ out.write: bell }] } }
                - { id: open, frame: [200, 0, 100, 100], on: { touchesBegan: { \(call) } } }
            """
        let explanation = try whyNot(layout, touch: 1) { $0.tap(50, 50, at: 1_000_000) }
        let reason = "`bell` lies in `panel`, which is hidden; the layout shows `panel` with `tree.\(name)`."
        #expect(explanation.sentences.contains { $0.hasSuffix(reason) })
    }

    @Test
    func `a gesture cancels nothing in a view without multiple touch`() throws {
        let layout = """
            root:
              id: page
              gestures: [{ id: menu, type: tap, touches: 2, on: { recognized: [{ out.write: menu }] } }]
            """
        let explanation = try whyNot(layout, touch: 2) { stage in
            down(stage, [(0, 100, 100), (1, 200, 100)], at: 1_000_000)
            stage.send(.ended, 100, 100, at: 1_050_000)
            stage.send(.ended, 200, 100, at: 1_050_000, finger: 1)
        }
        let title = "only the tap `menu` received the touch, not the View `page`; a live run would call out.write"
        #expect(explanation.title.contains(title))
        #expect(!explanation.sentences.contains { $0.contains("cancelled the touch") })
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
        let aslant = try whyNot(layout(1), touch: 1) { stage in
            stage.send(.began, 100, 100, at: 1_000_000)
            stage.send(.moved, 145, 145, at: 1_050_000)
            stage.send(.ended, 145, 145, at: 1_100_000)
        }
        let needed = "a swipe needs 50 pt (`minimumDistance: 50`)."
        let words = "the finger lifted after moving 45 pt in its main direction; \(needed)"
        #expect(aslant.sentences.contains { $0.hasSuffix(words) })
        let resting = try whyNot(layout(2), touch: 1) { stage in
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
        let stage = try Stage(layout)
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
    func `distances are in screen points, and the nearest view is not covered`() throws {
        let layout = """
            root:
              id: page
              subviews:
                - id: half
                  frame: [100, 100, 100, 100]
                  transform: { scale: 0.5 }
                  on: { touchesBegan: [{ out.write: half }] }
                - { id: under, class: Button, frame: [300, 0, 40, 40], on: { touchUpInside: [{ out.write: under }] } }
                - { id: over, frame: [300, 0, 100, 100] }
            """
        let explanation = try whyNot(layout, touch: 1) { $0.tap(320, 150, at: 1_000_000) }
        let nearest = "is `half`, 145 pt away; `half` measures 50 x 50 pt and begins at 125, 125 on the screen `kiosk`."
        #expect(explanation.sentences.contains { $0.hasSuffix(nearest) })
    }
}
