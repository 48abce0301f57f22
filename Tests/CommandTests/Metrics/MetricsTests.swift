import InputEvents
import Metrics
import MetricsReading
import PluginAPI
import Testing

@testable import CommandSupport
@testable import LiveInput
@testable import TouchbridgeService

/// Tests the counters and the metrics page.
struct MetricsTests {
    private func text(_ snapshot: MetricsSnapshot) throws -> PrometheusText {
        try PrometheusText(snapshot.text(ProcessMetrics(start: 1_700_000_000)))
    }

    private func panel(_ name: String, _ change: (inout PanelMetrics) -> Void = { _ in }) -> PanelHealth {
        var panel = PanelHealth(panel: name, screen: "lobby")
        change(&panel.metrics)
        return panel
    }

    @Test
    func `every value of a panel is on the page with its name and screen`() throws {
        let panel = panel("Panel") { metrics in
            (metrics.isUp, metrics.contacts, metrics.reportRate, metrics.staleContact) = (true, 2, 100, 1.5)
            (metrics.lastTouch, metrics.events, metrics.frames, metrics.synDropped) = (1005, 10, 2, 3)
            (metrics.trackingIDReuses, metrics.invalidSlots, metrics.backwardFrames) = (4, 5, 6)
            (metrics.ghosts, metrics.staleContacts, metrics.resyncs, metrics.hasGhost) = (7, 8, 9, true)
            metrics.touches = 11
            (metrics.filtered.outOfRange, metrics.filtered.deadZone) = (1, 2)
            (metrics.filtered.debounce, metrics.filtered.ghost) = (3, 4)
            metrics.lag.add(100)
            metrics.lag.add(101)
            metrics.latency.add(2_000_000)
        }
        var service = ServiceMetrics()
        (service.goodReloads, service.badReloads) = (1, 2)
        let text = try text(MetricsSnapshot(panels: [panel], service: service))
        let labels = ["panel": "Panel", "screen": "lobby"]
        for (name, value) in [
            ("up", 1.0), ("contacts", 2), ("report_rate_hertz", 100), ("stale_contact_seconds", 1.5),
            ("last_touch_timestamp_seconds", 1005), ("events_total", 10), ("frames_total", 2), ("syn_dropped_total", 3),
            ("tracking_id_reuses_total", 4), ("invalid_slots_total", 5), ("backward_frames_total", 6),
            ("ghosts_total", 7), ("touches_total", 11),
            ("stale_contacts_total", 8), ("resyncs_total", 9), ("ghost", 1), ("lag_seconds_count", 2),
            ("latency_seconds_sum", 2),
        ] {
            #expect(text.value("touchbridge_panel_\(name)", labels) == value, "\(name)")
        }
        for former in PanelMetrics.metrics.compactMap({ metric in metric.formerName.map { ($0, metric.name) } }) {
            let reason = former.1.hasSuffix("strokes_filtered_total") ? ["reason": "debounce"] : [:]
            let value = text.value(former.1, labels.merging(reason) { $1 })
            #expect(value != nil && text.value(former.0, labels.merging(reason) { $1 }) == value, "\(former.0)")
        }
        let reasons = ["outOfRange": 1.0, "deadZone": 2, "debounce": 3, "ghost": 4]
        for (reason, count) in reasons {
            let name = "touchbridge_panel_strokes_filtered_total"
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
    func `counters are named total, and every family has a help text`() throws {
        var plugin = CounterAccumulator.Plugin(name: "bus")
        plugin.health.isConnected = true
        let text = try text(MetricsSnapshot(panels: [panel("Panel")], plugins: [plugin]))
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
    func `a device name is escaped in labels`(name: String) throws {
        let text = try text(MetricsSnapshot(panels: [panel(name)]))
        #expect(text["touchbridge_panel_up"]?.samples.map(\.labels) == [["panel": name, "screen": "lobby"]])
    }

    @Test
    func `unknown values are omitted from the page`() throws {
        let text = try text(MetricsSnapshot(panels: [panel("Panel")]))
        for name in ["report_rate_hertz", "stale_contact_seconds", "last_touch_timestamp_seconds"] {
            #expect(text["touchbridge_panel_\(name)"] == nil)
        }
        #expect(try self.text(MetricsSnapshot())["touchbridge_panel_up"] == nil)
    }

    // MARK: Tables of metrics

    private static let tables: [any Measured.Type] = [
        PanelMetrics.self, PluginHealth.self, ProcessMetrics.self, ServiceMetrics.self,
    ]

    @Test(arguments: tables)
    func `each property has one line in its table`(type: any Measured.Type) { expectLines(of: type) }

    private func expectLines<Values: Measured>(of type: Values.Type) {
        let properties = properties(of: Values())
        let lines = Values.metrics.map { metric in
            let path = String(reflecting: metric.path)
            return String(path[(path.firstIndex(of: ".") ?? path.endIndex)...])
        }
        let missing = properties.filter { !lines.contains($0) }
        #expect(missing.isEmpty, "\(type) has no line for them in its table 'metrics', so nobody sees their values")
        #expect(Set(lines).count == lines.count, "two lines of \(type) have the same property: \(lines)")
        #expect(lines.count == properties.count)
    }

    private func properties(of value: Any, _ name: String = "") -> [String] {
        let mirror = Mirror(reflecting: value)
        let isWhole = mirror.displayStyle == .struct && !mirror.children.isEmpty && !(value is DurationCounts)
        guard isWhole else { return [name] }
        return mirror.children.flatMap { properties(of: $0.value, "\(name).\($0.label ?? "?")") }
    }

    @Test(arguments: tables)
    func `lines of one name are adjacent and share one help text`(type: any Measured.Type) { expectFamilies(of: type) }

    private func expectFamilies<Values: Measured>(of type: Values.Type) {
        let names = Values.families.compactMap(\.first?.name)
        #expect(Set(names).count == names.count)
        for family in Values.families { #expect(Set(family.map(\.help)).count == 1) }
    }

    @Test
    func `new counts are added to the earlier totals`() {
        var (total, first, second) = (PanelMetrics(), PanelMetrics(), PanelMetrics())
        (first.frames, first.filtered.debounce, first.contacts) = (5, 2, 3)
        first.latency.add(10)
        total.add(first)
        var later = first
        later.frames = 9
        later.latency.add(10)
        total.add(later, since: first)
        // A reconnected panel counts from zero.
        second.frames = 1
        total.add(second)
        #expect(total.frames == 10)
        #expect(total.filtered.debounce == 2)
        #expect(total.latency.total == 2)
        #expect(total.latency.sum == 20)
        #expect(total.counted.contacts == 0 && total.counted.frames == 10 && total.counted.latency == total.latency)
    }

    @Test
    func `gauges of two sources with the same labels are joined`() {
        var (left, right) = (PanelMetrics(), PanelMetrics())
        (left.isUp, left.contacts, left.staleContact) = (true, 1, 2)
        (right.contacts, right.staleContact, right.lastTouch) = (2, 1, 5)
        left.add(right)
        #expect(left.isUp && left.contacts == 3)
        #expect(left.staleContact == 2 && left.lastTouch == 5 && left.reportRate == nil)
    }

    // MARK: Counting

    @Test
    func `a duration is counted in the bucket whose bound it does not exceed`() {
        var counts = DurationCounts()
        for bound in DurationCounts.bounds {
            counts.add(bound)
            counts.add(bound + 1)
        }
        counts.add(-5)
        for index in counts.counts.indices {
            let isFirst = index == 0
            #expect(counts.counts[index] == (isFirst ? 2 : index == DurationCounts.bounds.count ? 1 : 2), "\(index)")
        }
        #expect(counts.total == UInt64(2 * DurationCounts.bounds.count + 1))
    }

    @Test
    func `the report rate counts frames with fingers and ignores pauses`() {
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
