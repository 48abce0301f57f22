internal import Bridge
import Contacts
import InputEvents
internal import InputHub
import PluginAPI
import TestSupport
import TestTraits
import Testing

/// Tests panel health reports to plugins.
struct PanelHealthTests {
    private func layout(_ names: [String] = ["left", "right"], ghosts: String = "10s") -> String {
        let screens = names.map {
            "{ name: \($0), size: [1000, 1000], input: { name: \($0), filters: { ghosts: \(ghosts) } }, "
                + "root: { on: { touchesBegan: m.note } } }"
        }
        return "screens: [\(screens.joined(separator: ", "))]"
    }

    private func stage(_ text: String? = nil) throws -> LayoutStage {
        var options = Pipeline.Options()
        options.wallClock = { 1_000 }
        return try LayoutStage(text ?? layout(), options: options)
    }

    private func panel(_ name: String) -> DeviceDescription {
        var panel = Streams.panel()
        panel.name = name
        return panel
    }

    private func health(_ stage: LayoutStage) -> [PanelHealth] { stage.journal.statuses.last?.health ?? [] }

    /// Returns the events of ghost touches: every 16 ms, a touch without duration at the same point.
    private func flicker(_ count: Int, from start: Int64) -> ContiguousArray<RawEvent> {
        (0..<count).reduce(into: []) { events, number in
            let time = start + Int64(number) * 16_000
            events += Streams.down(0, Int32(number), 300, 400, at: time)
            events += Streams.up(0, at: time)
        }
    }

    @Test
    func `a plugin that does not use the health of panels receives a status without it`() throws {
        let stage = try stage()
        stage.journal.usesPanelHealth = false
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 1, 1, at: 5_000_000).span, of: left)
        let status = try #require(stage.journal.statuses.last)
        #expect(status.panels == ["left"])
        #expect(status.health.isEmpty)
    }

    @Test
    func `the status is sent after the handlers of the touch that causes it`() throws {
        let stage = try stage()
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 1, 1, at: 5_000_000).span, of: left)
        stage.pipeline.take(Streams.up(0, at: 5_100_000).span, of: left)
        let before = stage.journal.statuses.count
        var countAtTouch: Int?
        stage.journal.meanwhile = { countAtTouch = stage.journal.statuses.count }
        stage.pipeline.take(Streams.down(0, 2, 1, 1, at: 50_000_000).span, of: left)
        #expect(countAtTouch == before)
        #expect(stage.journal.statuses.count > before)
    }

    @Test
    func `a panel is plugged, unplugged or lost, and has the time of its last touch`() throws {
        let stage = try stage()
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        let right = try #require(stage.pipeline.add(panel("right")) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 1, 1, at: 5_000_000).span, of: left)
        stage.pipeline.take(Streams.up(0, at: 5_100_000).span, of: left)
        stage.pipeline.remove(left)
        stage.pipeline.willLose(right)
        stage.pipeline.remove(right)
        #expect(health(stage).map(\.state) == [.unplugged, .lost])
        #expect(health(stage).map(\.panel) == ["left", "right"])
        #expect(health(stage).map(\.screen) == ["left", "right"])
        #expect(health(stage).map(\.metrics.lastTouch) == [1_005, nil])
        _ = stage.pipeline.add(panel("right")) { _ in }
        let status = stage.journal.statuses
        stage.pipeline.take(Streams.down(0, 1, 1, 1, at: 50_000_000).span, of: 3)
        #expect(stage.journal.statuses.count > status.count)
        #expect(health(stage).map(\.state) == [.unplugged, .plugged])
    }

    @Test(.atLimit("removed-panels"), .pastLimit("removed-panels"))
    func `64 removed panels are remembered, and with one more the first is forgotten`() throws {
        let stage = try stage("screens: [{ size: [1000, 1000] }]\nroot: { on: { touchesBegan: m.note } }")
        func comeAndGo(_ number: Int) throws {
            stage.pipeline.remove(try #require(stage.pipeline.add(panel("panel \(number)")) { _ in }))
        }
        for number in 1...64 { try comeAndGo(number) }
        #expect(health(stage).map(\.panel) == (1...64).map { "panel \($0)" })
        try comeAndGo(65)
        #expect(health(stage).map(\.panel) == (2...65).map { "panel \($0)" })
    }

    @Test
    func `a ghost notifies plugins, and its counters outlive the panel`() throws {
        let stage = try stage()
        for _ in 0..<2 {
            let left = try #require(stage.pipeline.add(panel("left")) { _ in })
            stage.pipeline.take(flicker(20, from: 1_000_000).span, of: left)
            #expect(health(stage).map(\.metrics.hasGhost) == [true])
            stage.pipeline.remove(left)
        }
        #expect(health(stage).map(\.metrics.hasGhost) == [false])
        #expect(health(stage).map(\.metrics.ghosts) == [2])
        #expect(health(stage).map(\.metrics.filtered.total) == [16])
    }

    @Test
    func `touches are counted when they begin, without contacts that a filter rejects`() throws {
        let stage = try stage()
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        func touches() -> Int? { stage.pipeline.hub.panel(left)?.metrics().touches }
        stage.pipeline.take(Streams.down(0, 1, 500, 500, at: 1_000_000).span, of: left)
        #expect(touches() == 1)
        stage.pipeline.take(Streams.up(0, at: 1_100_000).span, of: left)
        stage.pipeline.take(flicker(20, from: 2_000_000).span, of: left)
        let filtered = stage.pipeline.hub.panel(left)?.metrics().filtered.total ?? 0
        #expect(filtered > 0)
        #expect(touches() == 21 - filtered)
    }

    @Test
    func `changed filters keep the counts of former ones`() throws {
        let stage = try stage()
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        stage.pipeline.take(flicker(20, from: 1_000_000).span, of: left)
        _ = stage.pipeline.reload(try LayoutStage.plan(layout(ghosts: "20s"), stage.journal))
        #expect(health(stage).map(\.metrics.ghosts) == [1])
        #expect(health(stage).map(\.metrics.hasGhost) == [false])
        #expect(health(stage).map(\.metrics.filtered.total) == [8])
        #expect(stage.pipeline.hub.panel(left)?.metrics().filtered.ghost == 8)
    }

    @Test
    func `a panel whose screen is removed or renamed by a reload leaves that screen`() throws {
        let stage = try stage()
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        let right = try #require(stage.pipeline.add(panel("right")) { _ in })
        for number in [left, right] {
            stage.pipeline.take(Streams.down(0, 1, 1, 1, at: 5_000_000).span, of: number)
        }
        // The reload removes the second screen, so its panel has no screen.
        #expect(stage.pipeline.reload(try LayoutStage.plan(layout(["left"]), stage.journal)) == [right])
        #expect(health(stage).map { "\($0.screen) \($0.state)" } == ["right unplugged", "left plugged"])
        let renamed = layout(["left"]).replacing("name: left, size", with: "name: hall, size")
        #expect(stage.pipeline.reload(try LayoutStage.plan(renamed, stage.journal)) == [])
        let known = health(stage).map { "\($0.screen) \($0.panel) \($0.state)" }
        #expect(known == ["right right unplugged", "left left unplugged", "hall left plugged"])
    }

    @Test
    func `a panel's counts before a reload stay with the former screen`() throws {
        let stage = try stage(layout(["left"]))
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        stage.pipeline.take(flicker(20, from: 1_000_000).span, of: left)
        let renamed = layout(["left"]).replacing("name: left, size", with: "name: hall, size")
        #expect(stage.pipeline.reload(try LayoutStage.plan(renamed, stage.journal)) == [])
        #expect(health(stage).map { "\($0.screen) \($0.metrics.ghosts)" } == ["left 1", "hall 0"])
        #expect(health(stage).map(\.metrics.isUp) == [false, true])
    }

    /// A panel reader whose counters the test sets.
    private final class Reader: PanelReader {
        var metrics = PanelMetrics()
    }

    @Test
    func `the counters of a panel's reader are in its health, also after removal`() throws {
        let (stage, reader) = (try stage(), Reader())
        let left = try #require(stage.pipeline.add(panel("left")) { _ in })
        stage.pipeline.hub.panel(left)?.reader = reader
        (reader.metrics.invalidSlots, reader.metrics.synDropped, reader.metrics.reportRate) = (3, 2, 100)
        #expect(stage.pipeline.panelHealth.map(\.metrics.invalidSlots) == [3])
        #expect(stage.pipeline.panelHealth.map(\.metrics.reportRate) == [100])
        stage.pipeline.remove(left)
        #expect(stage.pipeline.panelHealth.map(\.metrics.synDropped) == [2])
        #expect(stage.pipeline.panelHealth.map(\.metrics.reportRate) == [nil])
    }
}
