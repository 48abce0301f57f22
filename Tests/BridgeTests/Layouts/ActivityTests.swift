internal import Bridge
import Contacts
import HandlerEvents
import InputEvents
internal import InputHub
internal import LayoutPlans
import PluginAPI
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests idle screens, and the addition and removal of devices.
struct ActivityTests {
    private let text = """
        screens:
          - { name: left, size: [1000, 1000], idle: { after: 90s, do: [m.note] }, on: { active: m.note } }
          - { name: right, size: [1000, 1000], idle: { after: 10s }, on: { idle: m.note, active: m.note } }
        """

    @Test
    func `each screen becomes idle after its own time without a touch`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        stage.tap(100, 100, at: 5_000_000)
        stage.pipeline.advance(to: 10_000_000)
        #expect(stage.drain() == ["right idle"])
        stage.pipeline.advance(to: 95_049_999)
        #expect(stage.drain() == [])
        stage.pipeline.advance(to: 95_050_000)
        #expect(stage.drain() == ["left idle"])
        #expect(stage.journal.handlerEvents.last?.time == 95_050_000)
    }

    @Test
    func `a touch activates its screen before any handler is called`() throws {
        let stage = try LayoutStage(
            text.replacing("{ name: left,", with: "{ name: left, root: { id: v, on: { touchesBegan: m.note } },")
        )
        stage.pipeline.advance(to: 200_000_000)
        _ = stage.drain()
        stage.down(1500, 10, at: 200_000_001)
        #expect(stage.drain() == ["right active"])
        stage.down(10, 10, at: 200_000_002, finger: 1)
        #expect(stage.drain() == ["left active", "v touchesBegan"])
    }

    @Test
    func `an idle screen stays idle over a reload, and the next touch activates it`() throws {
        let stage = try LayoutStage(text)
        stage.pipeline.advance(to: 95_000_000)
        _ = stage.drain()
        _ = stage.pipeline.reload(try LayoutStage.plan(text), at: 96_000_000)
        _ = stage.drain()
        stage.down(1500, 10, at: 97_000_000)
        #expect(stage.drain() == ["right active"])
        stage.up(1500, 10, at: 97_000_001)
        stage.pipeline.advance(to: 107_000_001)
        #expect(stage.drain() == ["right idle"])
    }

    @Test
    func `a resting finger keeps its screen active`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        stage.down(1500, 10, at: 1_000_000)
        stage.pipeline.advance(to: 60_000_000)
        #expect(stage.drain() == [])
        stage.up(1500, 10, at: 61_000_000)
        stage.pipeline.advance(to: 71_000_000)
        #expect(stage.drain() == ["right idle"])
    }

    @Test
    func `the idle timer is off while a finger rests, and restarts after the last one lifted`() throws {
        let stage = try LayoutStage(
            "screens: [{ name: s, size: [1000, 1000], idle: { after: 10s, do: [m.note] } }]\nroot: {}"
        )
        _ = stage.drain()
        stage.down(10, 10, at: 1_000_000)
        stage.down(20, 20, at: 2_000_000, finger: 1)
        stage.pipeline.advance(to: 20_000_000)
        #expect(stage.pipeline.nextDeadline == nil)
        stage.up(10, 10, at: 30_000_000)
        #expect(stage.pipeline.nextDeadline == nil)
        // The idle time starts at the cancellation, because a touch counts as user activity.
        stage.pipeline.application.resignActive()
        stage.pipeline.application.becomeActive()
        #expect(stage.pipeline.nextDeadline == 40_000_000)
        stage.pipeline.advance(to: 40_000_000)
        #expect(stage.drain() == ["s idle"])
        // Cancellation before the end of the idle time.
        stage.down(10, 10, at: 50_000_000)
        stage.pipeline.application.advance(to: 55_000_000)
        stage.pipeline.application.resignActive()
        stage.pipeline.application.becomeActive()
        stage.pipeline.advance(to: 64_999_999)
        #expect(stage.drain() == [])
        stage.pipeline.advance(to: 65_000_000)
        #expect(stage.drain() == ["s idle"])
    }

    @Test
    func `the status for plugins contains panels, idleness and the last touch`() throws {
        var options = Pipeline.Options()
        options.clock = { 40_000_000 }
        options.wallClock = { 1000 }
        let stage = try LayoutStage("screens: [{ idle: { after: 10s } }]\nroot: {}", options: options)
        let number = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 20_000_000).span, of: number)
        stage.pipeline.take(Streams.up(0, at: 20_000_000).span, of: number)
        stage.pipeline.advance(to: 30_000_000)
        let statuses = stage.journal.statuses
        #expect(statuses.contains { $0.panels == ["panel"] && !$0.isIdle && $0.lastTouch == 980 })
        #expect(statuses.last?.panels == ["panel"] && statuses.last?.lastTouch == 980 && statuses.last?.isIdle == true)
    }

    @Test
    func `deviceAdded is sent at a device's first event, deviceRemoved at its removal`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ name: lobby, on: { deviceAdded: { m.keep: "{{device}}" } } }]
            root: {}
            on: { deviceAdded: { m.keep: "{{device}}" }, deviceRemoved: { m.keep: "{{device}}" } }
            """
        )
        _ = stage.drain()
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        let keys = try #require(stage.pipeline.add(Streams.keys()) { _ in })
        #expect(stage.drain() == [])
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 20).span, of: panel)
        stage.pipeline.take(Streams.key(103, 1, at: 30).span, of: keys)
        stage.pipeline.remove(panel)
        #expect(
            stage.drain() == [
                #"lobby deviceAdded "panel""#, #"application deviceAdded "keys""#,
                #"application deviceRemoved "panel""#,
            ]
        )
    }
}

/// Tests that layout timers fire on time for any division of the input into chunks.
struct LayoutChunkTests {
    private let text = """
        screens: [{ size: [1000, 1000], idle: { after: 3s, do: [m.note] }, on: { active: m.note } }]
        root:
          id: v
          on: { touches: m.note }
          gestures: [{ id: tap, type: tap, on: { ended: m.note } }]
          sequences: [{ id: twice, steps: [tap, tap], within: 1s, on: { began: m.note, ended: m.note, failed: m.note } }]
        """

    private func taps() -> ContiguousArray<RawEvent> {
        let times: [Int64] = [1_000_000, 1_500_000, 4_000_000, 5_500_000, 9_000_000, 9_900_000]
        var events: ContiguousArray<RawEvent> = []
        for (number, time) in times.enumerated() {
            events += Streams.down(0, Int32(number), 10, 10, at: time)
            events += Streams.up(0, at: time + 50_000)
        }
        return events
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `input in portions of any length gives the same trace`(_ length: Int) throws {
        var traces: [[String]] = []
        for length in [length, 1] {
            let stage = try LayoutStage(text, isDryRun: true, tracing: true)
            let number = try #require(stage.pipeline.add(Streams.panel()) { _ in })
            let events = taps()
            var start = 0
            while start < events.count {
                let end = min(start + length, events.count)
                stage.pipeline.take(events.span.extracting(start..<end), of: number)
                start = end
            }
            stage.pipeline.advance(to: 20_000_000)
            traces.append(stage.trace)
        }
        #expect(traces[0] == traces[1])
        let handlerEvents = traces[0].filter { $0.contains(#""kind":"handler""#) }
        #expect(handlerEvents.count { $0.contains(#""on":"idle""#) } == 2)
        #expect(handlerEvents.count { $0.contains(#""on":"failed""#) } == 2)
    }
}

/// Tests the assignment of panels to screens, and the orientation of panels.
struct PanelPlacingTests {
    private let text = """
        screens:
          - { name: any, size: [100, 100], deadZones: [[0, 0, 20, 100]], on: {} }
          - { name: named, size: [200, 100], input: { name: "Wall*", rotation: 180 }, deadZones: [[0, 0, 20, 100]] }
        on: { touchesBegan: { m.keep: "{{screenX:0}},{{screenY:0}}" } }
        """

    @Test
    func `a panel belongs to the screen that names it, other panels to the screen for any`() throws {
        let stage = try LayoutStage(text)
        #expect(stage.pipeline.screen(for: Streams.panel(name: "Wall 7"))?.name == "named")
        #expect(stage.pipeline.screen(for: Streams.panel(name: "Desk"))?.name == "any")
    }

    @Test
    func `a panel that matches no screen is ignored`() throws {
        let stage = try LayoutStage("screens: [{ input: { name: Wall } }]\nroot: {}")
        var complaints: [String] = []
        #expect(stage.pipeline.add(Streams.panel(name: "Desk")) { complaints.append($0) } == nil)
        #expect(complaints == ["device 'Desk' is ignored: it matches no screen's `input:`"])
    }

    @Test
    func `a device classified as a mouse is a touchscreen on the screen that accepts it`() throws {
        let stage = try LayoutStage(
            """
            screens:
              - { name: any, size: [100, 100] }
              - { name: strict, size: [100, 100], input: { name: "Elo*" } }
              - { name: elo, size: [400, 200], input: { name: "Elo*", accept: true, flipY: true } }
            on: { touches: { m.keep: "{{event}} {{screen}} {{screenX:1}},{{screenY:1}}" } }
            """
        )
        var complaints: [String] = []
        #expect(stage.pipeline.add(Streams.mouse(name: "Mouse")) { complaints.append($0) } == nil)
        let hint = #"; to use it as a touchscreen, add to its screen: input: { name: "Mouse", accept: true }"#
        #expect(complaints == ["device 'Mouse' is ignored: it is a mouse\(hint)"])
        let elo = Streams.mouse(name: "Elo 2700")
        #expect(stage.pipeline.kind(of: elo) == .touchscreen)
        #expect(stage.pipeline.screen(for: elo)?.name == "elo")
        #expect(stage.pipeline.screen(for: Streams.panel(name: "Elo 2701"))?.name == "strict")
        let number = try #require(stage.pipeline.add(elo) { complaints.append($0) })
        #expect(complaints.count == 1)
        func send(_ events: [RawEvent], at time: Int64) {
            stage.pipeline.take((events + [RawEvent(.report, at: time)]).span, of: number)
        }
        send([RawEvent(.x, 250, at: 20), RawEvent(.y, 999, at: 20), RawEvent(.buttonLeft, 1, at: 20)], at: 20)
        send([RawEvent(.buttonLeft, 0, at: 30)], at: 30)
        #expect(stage.journal.handlerEvents.map(\.screenX) == [100, 100])
        #expect(stage.journal.handlerEvents.map(\.screenY) == [0, 0])
    }

    @Test
    func `a reload without accept releases the device`() throws {
        func text(_ accept: Bool) -> String {
            "screens: [{ size: [100, 100], input: { name: Elo, accept: \(accept) } }]\nroot: {}"
        }
        let stage = try LayoutStage(text(true))
        let number = try #require(stage.pipeline.add(Streams.mouse(name: "Elo")) { _ in })
        #expect(stage.pipeline.reload(try LayoutStage.plan(text(true)), at: 10) == [])
        #expect(stage.pipeline.reload(try LayoutStage.plan(text(false)), at: 20) == [number])
    }

    @Test(.rule("V10", "V13"))
    func `a reload that accepts a pen as a touchscreen releases it as a pen`() throws {
        func text(_ input: String) -> String { "screens: [{ size: [100, 100], input: { \(input) } }]\nroot: {}" }
        let stage = try LayoutStage(text("touchArbitration: false"))
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        #expect(stage.pipeline.hub.panel(panel)?.settings.filters.arbitrates == false)
        let pen = Streams.pen(name: "Pen")
        let number = try #require(stage.pipeline.add(pen) { _ in })
        #expect(stage.pipeline.hub.panel(number) == nil)
        #expect(stage.pipeline.reload(try LayoutStage.plan(text("name: '*'")), at: 10) == [])
        #expect(stage.pipeline.hub.panel(panel)?.settings.filters.arbitrates == true)
        let accepting = try LayoutStage.plan(text("name: Pen, accept: true"))
        #expect(stage.pipeline.reload(accepting, at: 20) == [panel, number])
        let again = try #require(stage.pipeline.add(pen) { _ in })
        #expect(stage.pipeline.hub.panel(again) != nil)
    }

    @Test
    func `touches are mapped to the panel's screen and its dead zones`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        let wall = try #require(stage.pipeline.add(Streams.panel(name: "Wall")) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 100, 100, at: 20).span, of: wall)
        stage.pipeline.take(Streams.down(1, 2, 950, 500, at: 30).span, of: wall)
        #expect(stage.journal.handlerEvents.map(\.screenX) == [179.8])
        #expect(stage.journal.handlerEvents.map(\.screenY) == [89.9])
    }

    @Test
    func `a reload remaps panels and returns those without a screen`() throws {
        let stage = try LayoutStage(text)
        let desk = try #require(stage.pipeline.add(Streams.panel(name: "Desk")) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 500, 500, at: 20).span, of: desk)
        let other = "screens: [{ size: [1000, 1000] }]\nroot: { on: { touchesBegan: m.note } }"
        #expect(stage.pipeline.reload(try LayoutStage.plan(other, stage.journal)) == [])
        stage.pipeline.take(Streams.up(0, at: 30).span, of: desk)
        stage.pipeline.take(Streams.down(0, 2, 500, 500, at: 40).span, of: desk)
        #expect(stage.journal.handlerEvents.last?.x == 500)
        let none = "screens: [{ input: { name: Wall } }]\nroot: {}"
        #expect(stage.pipeline.reload(try LayoutStage.plan(none, stage.journal)) == [desk])
    }
}
