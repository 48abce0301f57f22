import Contacts
import InputEvents
internal import InputHub
internal import LayoutRuntime
import MetricsReading
import PluginAPI
import Testing

@testable import CommandSupport
@testable import LiveInput
@testable import TouchbridgeService

/// What is counted, and the page that shows it.
struct MetricsTests {
    private func text(_ snapshot: MetricsSnapshot) throws -> PrometheusText {
        try PrometheusText(snapshot.text(ProcessNumbers(start: 1_700_000_000)))
    }

    private func panel(_ name: String, _ change: (inout PanelCounts) -> Void = { _ in }) -> MetricsLedger.Panel {
        var panel = MetricsLedger.Panel(place: .init(panel: name, screen: "lobby"))
        change(&panel.counts)
        return panel
    }

    @Test
    func `every number of a panel is on the page, with its name and its screen`() throws {
        var panel = panel("Panel") { counts in
            (counts.events, counts.frames, counts.drops, counts.doubleIDs, counts.badSlots) = (10, 2, 3, 4, 5)
            (counts.backwardTimes, counts.ghosts, counts.stuck) = (6, 7, 8)
            counts.dropped.outOfRange = 1
            counts.dropped.inDeadZone = 2
            counts.dropped.bounced = 3
            counts.dropped.ofGhosts = 4
            counts.lag.add(100)
            counts.lag.add(101)
            counts.latency.add(2_000_000)
        }
        panel.state = PanelState(isUp: true, contacts: 2, reportRate: 100, silence: 1_500_000, lastTouch: 5_000_000)
        let text = try text(MetricsSnapshot(panels: [panel], goodReloads: 1, badReloads: 2, epoch: 1000))
        let labels = ["panel": "Panel", "screen": "lobby"]
        for (name, value) in [
            ("up", 1.0), ("contacts", 2), ("report_rate_hertz", 100), ("quiet_contact_seconds", 1.5),
            ("last_touch_timestamp_seconds", 1005), ("events_total", 10), ("frames_total", 2), ("overflows_total", 3),
            ("double_ids_total", 4), ("bad_slots_total", 5), ("backward_frames_total", 6), ("ghosts_total", 7),
            ("stuck_contacts_total", 8), ("lag_seconds_count", 2), ("latency_seconds_sum", 2),
        ] {
            #expect(text.value("touchbridge_panel_\(name)", labels) == value, "\(name)")
        }
        let reasons = ["outOfRange": 1.0, "deadZone": 2, "debounce": 3, "ghost": 4]
        for (reason, count) in reasons {
            let name = "touchbridge_panel_strokes_kept_back_total"
            #expect(text.value(name, labels.merging(["reason": reason]) { $1 }) == count)
        }
        #expect(text.value("touchbridge_panel_lag_seconds_bucket", ["le": "0.0001"]) == 1)
        #expect(text.value("touchbridge_panel_lag_seconds_bucket", ["le": "0.00025"]) == 2)
        #expect(text.value("touchbridge_panel_latency_seconds_bucket", ["le": "1.0"]) == 0)
        #expect(text.value("touchbridge_panel_latency_seconds_bucket", ["le": "+Inf"]) == 1)
        #expect(text.value("touchbridge_layout_reloads_total", ["result": "good"]) == 1)
        #expect(text.value("touchbridge_layout_reloads_total", ["result": "bad"]) == 2)
    }

    @Test
    func `counters are called total, and every family says what it is`() throws {
        var ledger = MetricsLedger.Plugin(name: "bus")
        (ledger.isThere, ledger.health.isConnected) = (true, true)
        let text = try text(MetricsSnapshot(panels: [panel("Panel")], plugins: [ledger]))
        #expect(text.families.count >= 25)
        for family in text.families {
            #expect(family.help?.isEmpty == false, "\(family.name)")
            #expect((family.kind == "counter") == family.name.hasSuffix("_total"), "\(family.name)")
        }
        #expect(text.value("touchbridge_build_info", ["version": programVersion]) == 1)
        #expect(text.value("process_start_time_seconds") == 1_700_000_000)
        #expect(try #require(text.value("process_resident_memory_bytes")) > 1_000_000)
        #expect(try #require(text.value("process_open_fds")) >= 3)
    }

    @Test(arguments: ["a \"quoted\" one", "back\\slash", "two\nlines", "größer ≥ \u{0}\u{7f}", "}", "a=\"b\",c", ""])
    func `a name is whatever a device says that it is`(name: String) throws {
        let text = try text(MetricsSnapshot(panels: [panel(name)]))
        #expect(text["touchbridge_panel_up"]?.samples.map(\.labels) == [["panel": name, "screen": "lobby"]])
    }

    @Test
    func `nothing that is not known is on the page`() throws {
        let text = try text(MetricsSnapshot(panels: [panel("Panel")]))
        for name in ["report_rate_hertz", "quiet_contact_seconds", "last_touch_timestamp_seconds"] {
            #expect(text["touchbridge_panel_\(name)"] == nil)
        }
        #expect(try self.text(MetricsSnapshot())["touchbridge_panel_up"] == nil)
    }

    // MARK: Counting

    @Test
    func `a duration belongs to the class whose bound it does not exceed`() {
        var counts = DurationCounts()
        for bound in DurationCounts.bounds {
            counts.add(bound)
            counts.add(bound + 1)
        }
        counts.add(-5)
        for place in counts.counts.indices {
            let isFirst = place == 0
            #expect(counts.counts[place] == (isFirst ? 2 : place == DurationCounts.bounds.count ? 1 : 2), "\(place)")
        }
        #expect(counts.total == UInt64(2 * DurationCounts.bounds.count + 1))
    }

    @Test
    func `every number that is counted is declared as a counter, once`() {
        func integers(_ value: Any) -> Int {
            Mirror(reflecting: value).children.reduce(0) { sum, child in
                if child.value is DurationCounts { return sum }
                return sum + (child.value is Int ? 1 : integers(child.value))
            }
        }
        #expect(integers(PanelCounts()) == PanelCounts.counters.count)
        #expect(Set(PanelCounts.counters.map(\.path)).count == PanelCounts.counters.count)
        // All but what waits, which is no counter.
        #expect(integers(PluginHealth()) - 1 == PluginHealth.counters.count)
        #expect(Set(PluginHealth.counters.map(\.path)).count == PluginHealth.counters.count)
        #expect(integers(PanelHealth(panel: "", screen: "")) == PanelHealth.counters.count)
        #expect(Set(PanelHealth.counters.map(\.path)).count == PanelHealth.counters.count)
    }

    @Test
    func `what is counted anew is added to what was counted before`() {
        var (total, first, second) = (PanelCounts(), PanelCounts(), PanelCounts())
        (first.frames, first.dropped.bounced) = (5, 2)
        first.latency.add(10)
        total.add(first, since: PanelCounts())
        var later = first
        later.frames = 9
        later.latency.add(10)
        total.add(later, since: first)
        // The panel was plugged in again, and counts from nothing.
        second.frames = 1
        total.add(second, since: PanelCounts())
        #expect(total.frames == 10)
        #expect(total.dropped.bounced == 2)
        #expect(total.latency.total == 2)
        #expect(total.latency.sum == 20)
    }

    /// The numbers of a value and of what it is made of, by their paths.
    private func numbers(of value: Any, _ path: String = "") -> [String: Int] {
        if let number = value as? Int { return [path: number] }
        if let durations = value as? DurationCounts { return [path: Int(durations.total)] }
        let children = Mirror(reflecting: value).children.map { numbers(of: $0.value, "\(path).\($0.label ?? "?")") }
        return children.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    @Test
    func `no count of a panel is forgotten where they are added up, or on the page`() throws {
        var full = PanelCounts()
        (full.events, full.frames, full.drops, full.doubleIDs, full.badSlots) = (101, 102, 103, 104, 105)
        (full.backwardTimes, full.ghosts, full.stuck) = (106, 107, 108)
        (full.dropped.outOfRange, full.dropped.inDeadZone) = (109, 110)
        (full.dropped.bounced, full.dropped.ofGhosts) = (111, 112)
        for _ in 0..<113 { full.lag.add(1) }
        for _ in 0..<114 { full.latency.add(1) }
        let numbers = numbers(of: full)
        #expect(Set(numbers.values).count == numbers.count, "give each count a number of its own here")
        #expect(!numbers.values.contains(0), "give each count a number here: \(numbers.filter { $0.value == 0 }.keys)")
        var total = PanelCounts()
        total.add(full, since: PanelCounts())
        #expect(total == full)
        let page = String(
            decoding: MetricsSnapshot(panels: [panel("Panel") { $0 = full }]).text(ProcessNumbers(start: 1)),
            as: UTF8.self
        )
        for (path, number) in numbers { #expect(page.contains("} \(number)\n"), "\(path) is not on the page") }
    }

    @Test
    func `no count of a plugin is forgotten where they are added up, or on the page`() throws {
        var health = PluginHealth()
        (health.delivered, health.coalesced, health.dropped) = (202, 203, 204)
        (health.failures, health.restarts, health.waiting) = (205, 206, 207)
        let ledger = MetricsLedger()
        ledger.credit([PluginCounts("bus", 1, 201, health)])
        #expect(ledger.plugins.map(\.health) == [health])
        let page = String(
            decoding: MetricsSnapshot(plugins: ledger.plugins).text(ProcessNumbers(start: 1)),
            as: UTF8.self
        )
        let numbers = numbers(of: health).merging(["accepted": 201]) { $1 }
        #expect(!numbers.values.contains(0), "give each count a number here")
        for (path, number) in numbers { #expect(page.contains("} \(number)\n"), "\(path) is not on the page") }
    }

    @Test
    func `the rate of reports is that of frames with fingers, and pauses do not count`() {
        var rate = ReportRate()
        var time: Int64 = 0
        for stroke in 0..<3 {
            for _ in 0..<20 {
                rate.note(time, isTouched: true)
                time += 8_000
            }
            rate.note(time, isTouched: false)
            time += Int64(stroke + 1) * 50_000
        }
        #expect(rate.perSecond == 125)
        for _ in 0..<2000 {
            rate.note(time, isTouched: true)
            time += 5_000
        }
        #expect(abs(rate.perSecond! - 200) < 2)
    }
}
