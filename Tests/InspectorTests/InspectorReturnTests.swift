import Bridge
import Foundation
import Inspector
import JSON
import PluginAPI
import TestSupport
import Testing
import TimeLimits

/// What a page is told of a layout that has changed while nobody looked, and one that asks and does not read.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct InspectorReturnTests {
    private let rig: InspectorRig

    init() throws { rig = try InspectorRig() }

    /// The next message of a type.
    private func next(_ type: String, _ page: WebSocketPage) throws -> JSONValue {
        var found: JSONValue?
        try rig.wait("there is news of \(type)") {
            while found == nil, page.peer.hasUnreadData {
                if let message = try page.messageOfFrame(), message["type"]?.text == type { found = message }
            }
            return found != nil
        }
        return try #require(found)
    }

    /// Why a touch went where it went; a page that asks before all is there hears nothing and asks again.
    private func explain(_ touch: Int, _ page: WebSocketPage) throws -> String {
        while true {
            page.send("{\"explain\":\(touch)}")
            let answer = try next("explanation", page)
            guard answer["title"]?.text != nil else { continue }
            let sentences = (answer["sections"]?.list ?? []).flatMap { $0["sentences"]?.list ?? [] }
            return sentences.compactMap { $0["text"]?.text }.joined(separator: "\n")
        }
    }

    @Test func `a page that comes later is told why with the layout as it is then`() throws {
        rig.tap(100, 1700)
        var former: WebSocketPage? = try rig.page()
        _ = try explain(1, try #require(former))
        let rings = rig.rings
        former = nil
        try rig.wait("it is noticed") { rig.rings > rings }
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

    @Test func `a page that asks and does not read is not answered for ever`() throws {
        rig.tap(100, 1700)
        let deaf = try rig.page(receiveBuffer: 4096)
        let other = try rig.page()
        _ = try explain(1, other)
        for _ in 0..<150 {
            deaf.send("{\"explain\":1}")
            _ = try explain(1, other)
        }
        // The last answer to the other one came behind all that this one is ever told.
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
