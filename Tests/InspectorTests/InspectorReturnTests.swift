import Bridge
import Foundation
import Inspector
import JSON
import PluginAPI
import TestSupport
import Testing
import TimeLimits

/// Tests the messages to two pages: one connects after a layout change, the other sends requests without reading.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct InspectorReturnTests {
    private let rig: InspectorRig

    init() throws { rig = try InspectorRig() }

    /// Returns the next message of a type.
    private func next(_ type: String, _ page: WebSocketPage) throws -> JSONValue {
        var found: JSONValue?
        try rig.wait("a message of type \(type) arrives") {
            while found == nil, page.peer.hasUnreadData {
                if let message = try page.messageOfFrame(), message["type"]?.text == type { found = message }
            }
            return found != nil
        }
        return try #require(found)
    }

    /// Returns the explanation of a touch. Repeats the request until the reply has a title: replies lack the
    /// explanation until the server has the complete history.
    private func explain(_ touch: Int, _ page: WebSocketPage) throws -> String {
        while true {
            page.send("{\"explain\":\(touch)}")
            let answer = try next("explanation", page)
            guard answer["title"]?.text != nil else { continue }
            let sentences = (answer["sections"]?.list ?? []).flatMap { $0["sentences"]?.list ?? [] }
            return sentences.compactMap { $0["text"]?.text }.joined(separator: "\n")
        }
    }

    @Test func `a page that connects later gets explanations with the current layout`() throws {
        rig.tap(100, 1700)
        var former: WebSocketPage? = try rig.page()
        _ = try explain(1, try #require(former))
        let rings = rig.rings
        former = nil
        try rig.wait("the server wakes the pipeline") { rig.rings > rings }
        rig.inspector.serve(rig.pipeline)
        let layout = """
            screens: [{ name: lobby, size: [1080, 1920] }]
            plugins: { out: { type: log } }
            root:
              id: page
              subviews:
                - { id: bell, class: Button, frame: [60, 1640, 320, 160], on: { touchDownRepeat: out.write } }
            """
        _ = rig.pipeline.reload(try InspectorRig.plan(layout), at: rig.time)
        rig.tap(100, 1700)
        let fresh = try rig.page()
        #expect(try explain(2, fresh).contains("touchDownRepeat"))
    }

    @Test func `a page that sends requests without reading gets a bounded number of replies`() throws {
        rig.tap(100, 1700)
        let deaf = try rig.page(receiveBuffer: 4096)
        let other = try rig.page()
        _ = try explain(1, other)
        for _ in 0..<150 {
            deaf.send("{\"explain\":1}")
            _ = try explain(1, other)
        }
        // Requests touch 77 last, so its reply follows all others.
        var answers = 0
        deaf.send("{\"explain\":77}")
        while true {
            let answer = try next("explanation", deaf)
            if answer["touch"] == 77 { break }
            answers += 1
        }
        #expect(answers < 100, "\(answers)")
    }
}
