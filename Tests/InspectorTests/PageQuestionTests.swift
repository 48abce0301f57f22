internal import Bridge
import Geometry
import JSON
internal import Snapshots
import TestSupport
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

@testable import Inspector

/// Tests page requests about views, points and time ranges.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct PageQuestionTests {
    private static let layout = """
        screens: [{ name: lobby, size: [1000, 1000], deadZones: [[0, 900, 1000, 100]] }]
        plugins: { out: { type: log } }
        root:
          id: page
          gestures: [{ id: swipe, type: pan, simultaneousWith: [single] }]
          subviews:
            - id: map
              frame: [0, 0, 500, 500]
              gestures:
                - { id: twice, type: tap, taps: 2, on: { recognized: out.write } }
                - id: single
                  type: tap
                  requireToFail: [twice]
                  on: { recognized: { out.write: "at {{x:0}}", when: "{{x}} > 50" } }
            - { id: call, class: Button, frame: [500, 0, 400, 400], on: { touchUpInside: { out.write: "called" } } }
            - { id: veil, frame: [500, 0, 400, 400], alpha: 0 }
            - { id: off, class: Button, frame: [500, 500, 200, 200], enabled: false }
        """

    private func listener(_ rig: InspectorRig) throws -> Listener {
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil && rig.pipeline.recorder?.outlet != nil }
        return listener
    }

    private func mark(_ id: String, _ listener: Listener) throws -> Int {
        Int(try #require(listener.node(id)?["mark"]?.number))
    }

    @Test func `a view has its properties, responders, recognizers with relations, handlers and calls`() throws {
        let rig = try InspectorRig(Self.layout)
        let listener = try listener(rig)
        rig.tap(600, 100)
        rig.tap(100, 100)
        rig.time += 1_000_000
        rig.pipeline.advance(to: rig.time)
        let call = try listener.ask(rig, "{\"view\":\(try mark("call", listener))}", "view")
        #expect(call["name"] == "call" && call["class"] == "Button" && call["isDryRun"] == true)
        let properties = call["properties"]?.list ?? []
        #expect(properties.contains(["on screen", [500, 0, 400, 400]]) && properties.contains(["enabled", true]))
        #expect(call["chain"]?.list?.compactMap { $0["name"]?.text }.prefix(2) == ["call", "page"])
        #expect(call["handlers"]?.list?.first?["call"] == "out.write")
        let calls = try #require(call["calls"]?.list)
        #expect(calls.count == 1 && calls[0]["event"] == "touchUpInside" && calls[0]["touch"] == 1)
        #expect(calls[0]["argument"] == "\"called\"" && calls[0]["outcome"] == "accepted")

        let map = try listener.ask(rig, "{\"view\":\(try mark("map", listener))}", "view")
        let gestures = try #require(map["gestures"]?.list)
        #expect(gestures.compactMap { $0["name"]?.text } == ["twice", "single", "swipe"])
        #expect(gestures[1]["requires"] == .list([gestures[0]["mark"]!]))
        #expect(gestures[2]["partners"] == .list([gestures[1]["mark"]!]))
        #expect(map["handlers"]?.list?.last?["when"] == "{{x}} > 50")
        #expect(map["calls"]?.list?.first?["argument"] == "\"at 100\"")
        // The reply lists no calls, because they were made after the requested time.
        let before = try listener.ask(rig, "{\"view\":\(try mark("map", listener)),\"until\":1}", "view")
        #expect(before["calls"]?.list == [])
        #expect(try listener.ask(rig, "{\"view\":2000000000}", "view")["name"] == .null)
    }

    @Test(.atLimit("inspector-calls"), .pastLimit("inspector-calls"))
    func `a view lists its newest 20 calls`() throws {
        let rig = try InspectorRig(Self.layout)
        let listener = try listener(rig)
        for count in [20, 21] {
            while rig.tapCount < count { rig.tap(600, 100) }
            let view = try listener.ask(rig, "{\"view\":\(try mark("call", listener))}", "view")
            #expect(view["calls"]?.list?.count == 20)
            #expect(view["calls"]?.list?.first?["touch"] == .number(Double(count)))
        }
    }

    @Test func `a point shows which view would be hit and why the others are not, and leaves no record`() throws {
        let rig = try InspectorRig(Self.layout)
        let listener = try listener(rig)
        let records = rig.pipeline.recorder?.newest.count
        for (x, y) in [(600.0, 100.0), (100, 100), (600, 600), (600, 950), (2000, 10)] {
            let answer = try listener.ask(rig, "{\"point\":[\(x),\(y)]}", "point")
            let report = HitReport(rig.pipeline, at: .init(x: x, y: y))
            let visits = answer["visits"]?.list ?? []
            #expect(visits.compactMap { $0["name"]?.text } == report.visits.map(\.view))
            #expect(visits.first { $0["isHit"] == true }?["name"]?.text == report.chain.first)
            #expect(answer["deadZone"] == (y == 950 ? "lobby" : .null))
        }
        let answer = try listener.ask(rig, "{\"point\":[600,100]}", "point")
        let veil = answer["visits"]?.list?.first { $0["name"] == "veil" }
        #expect(veil?["reason"] == "its alpha 0 is below 0.01")
        #expect(rig.pipeline.recorder?.newest.count == records)
        // The server queues or ignores these requests; it also ignores requests with invalid points.
        for _ in 0..<100 { listener.page.send("{\"point\":[1,1]}") }
        for invalid in ["[1]", "[1e9,1]", "[\"a\",1]", "1"] { listener.page.send("{\"point\":\(invalid)}") }
        _ = try listener.ask(rig, "{\"view\":1}", "view")
    }

    @Test func `the selected seconds become a script or a test`() throws {
        let rig = try InspectorRig(Self.layout, isReplay: true)
        rig.tap(100, 100)
        let start = rig.time
        rig.tap(600, 100)
        rig.down(100, 700)
        rig.move(150, 700, after: 8000)
        rig.down(600, 600, finger: 1)
        rig.up(150, 700, after: 20_000)
        rig.up(600, 600, finger: 1, after: 0)
        let listener = try listener(rig)
        func text(_ expects: Bool, from: Int64) throws -> String {
            let request = "{\"from\":\(from),\"to\":\(rig.time),\"expects\":\(expects)}"
            return try listener.ask(rig, request, "script")["text"]?.text ?? ""
        }
        let steps = """
            down 1 600,100
            wait 60ms
            up 1
            wait 1ms
            down 1 100,700
            move 1 150,700 over 8ms
            down 2 600,600
            wait 20ms
            up 1 and up 2

            """
        let comment = "# Saved by the inspector. Run: touchbridge replay FILE --layout LAYOUT\n"
        #expect(try text(false, from: start) == comment + steps)
        let expected = """
            expect touch on call
            expect touch on page
            expect touch on off
            expect out.write of call on touchUpInside called once with "called"

            """
        let script = try text(true, from: start)
        #expect(script.hasPrefix("# Saved by the inspector. Run: touchbridge test FILE --layout LAYOUT\n"))
        #expect(script.hasSuffix(steps + expected))
        #expect(try text(false, from: 0).hasPrefix(comment + "down 1 100,100\n"))
    }
}
