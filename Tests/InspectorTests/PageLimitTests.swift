internal import Bridge
import Geometry
import JSON
import PluginAPI
internal import Snapshots
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

@testable import Inspector

/// Tests the size limits of replies to a page.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct PageLimitTests {
    private func answer(_ layout: String, _ question: (Listener) throws -> (String, String)) throws -> JSONValue {
        let rig = try InspectorRig(
            "screens: [{ name: lobby, size: [1000, 1000] }]\nplugins: { out: { type: log } }\n" + layout
        )
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil && rig.pipeline.recorder?.outlet != nil }
        let (request, type) = try question(listener)
        return try listener.ask(rig, request, type)
    }

    private func visits(_ count: Int) throws -> Int {
        let views = (0..<count).map { "{ id: v\($0), frame: [0, 0, 900, 900], hidden: true }" }
        let layout = "root: { id: page, subviews: [\(views.joined(separator: ", "))] }"
        return try answer(layout) { _ in ("{\"point\":[5,5]}", "point") }["visits"]?.list?.count ?? 0
    }

    @Test(.atLimit("inspector-visits"), .pastLimit("inspector-visits"))
    func `a point shows at most 200 visited views`() throws {
        let others = try visits(1) - 1
        let limit = Message.visitLimit
        #expect(try visits(limit - others) == limit)
        #expect(try visits(limit - others + 1) == limit)
        #expect(try visits(limit - others - 1) == limit - 1)
    }

    @Test(.atLimit("inspector-responders"), .pastLimit("inspector-responders"))
    func `a view shows at most 64 responders and 64 recognizers`() throws {
        let limit = ViewReport.responderLimit
        for extra in [-1, 0, 1] {
            let all = (0..<limit + extra).map { "{ id: g\($0), type: tap, on: { recognized: out.write } }" }
            let rig = try InspectorRig(
                """
                screens: [{ name: lobby, size: [1000, 1000] }]
                plugins: { out: { type: log } }
                root: { id: v0, gestures: [\(all.joined(separator: ", "))] }
                """
            )
            func report(_ id: String) throws -> ViewReport {
                let facts = rig.pipeline.facts
                let owner = try #require(facts.owners.values.first { $0.name == id })
                return try #require(ViewReport(of: owner.id, rig.pipeline.names, facts))
            }
            let others = try report("v0").chain.count - 1
            for number in 1..<limit - others + extra {
                let view: JSONValue = ["id": .text("v\(number)")]
                #expect(rig.pipeline.perform(.add(view, to: "v\(number - 1)", at: nil)) == .done)
            }
            #expect(try report("v0").gestures.count == min(limit, limit + extra))
            #expect(try report("v\(limit - others + extra - 1)").chain.count == min(limit, limit + extra))
        }
    }
}
