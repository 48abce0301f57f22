import CKernelTestSupport
import Foundation
import Glibc
import InputEvents
import MetricsReading
import TestTraits
import Testing

/// Tests the metrics of the built command with virtual panels on a real kernel. The tests scrape them like Prometheus.
@Suite(.serialized, .tags(.realKernel)) struct MetricsTests {
    private static let port = 19465
    private let scraper = Scraper(port: Self.port)

    init() throws { try #require(bring_loopback_up() == 0) }

    private func layout(_ name: String = "kiosk", input: String = "{}") -> String {
        """
        metrics: { port: \(Self.port) }
        screens: [{ name: \(name), size: [400, 200], input: \(input) }]
        plugins: { journal: { type: log } }
        root: { id: page, on: { touches: { journal.write: page } } }
        """
    }

    private let kiosk = ["panel": "Panel for tests", "screen": "kiosk"]

    @Test func `the metrics of a panel count events, frames, contacts and latency, and the last touch`() throws {
        let panel = try Panel()
        let service = try ServiceProcess(layout())
        try panel.down(slot: 0, id: 1, 1024, 1080)
        for step in 1...20 {
            try panel.move(slot: 0, Int32(1024 + 10 * step), 1080)
            usleep(5_000)
        }
        let down = try scraper.scrape { $0.value("touchbridge_panel_frames_total", kiosk) == 22 }
        // 22 frames: the initial state, the touch-down and 20 moves.
        #expect(down.value("touchbridge_panel_frames_total", kiosk) == 22)
        #expect(try #require(down.value("touchbridge_panel_events_total", kiosk)) > 60)
        #expect(down.value("touchbridge_panel_up", kiosk) == 1)
        #expect(down.value("touchbridge_panel_contacts", kiosk) == 1)
        #expect(down.value("touchbridge_panel_latency_seconds_count", kiosk) == 22)
        #expect(try #require(down.value("touchbridge_panel_lag_seconds_count", kiosk)) >= 1)
        let rate = try #require(down.value("touchbridge_panel_report_rate_hertz", kiosk))
        // 21 reports with 20 pauses of at least 5 ms.
        #expect(rate > 0 && rate < 300)
        let touched = try #require(down.value("touchbridge_panel_last_touch_timestamp_seconds", kiosk))
        #expect(abs(touched - Date().timeIntervalSince1970) < 60)
        #expect(try #require(down.value("touchbridge_panel_stale_contact_seconds", kiosk)) >= 0)
        #expect(try #require(down.value("touchbridge_plugin_accepted_total", ["plugin": "journal"])) >= 20)
        try panel.up(slot: 0)
        let up = try scraper.scrape { $0.value("touchbridge_panel_contacts", kiosk) == 0 }
        #expect(up.value("touchbridge_panel_contacts", kiosk) == 0)
        #expect(up["touchbridge_panel_stale_contact_seconds"] == nil)
        #expect(service.end().status == 0)
    }

    @Test(.rule("L1")) func `a replugged panel continues its counters and is down meanwhile`() throws {
        var panel: Panel? = try Panel()
        let service = try ServiceProcess(layout())
        try panel?.down(slot: 0, id: 1, 100, 100)
        let first = try scraper.scrape { $0.value("touchbridge_panel_frames_total", kiosk) == 2 }
        // This frame must be counted, even though the device is removed before the next scrape.
        try panel?.move(slot: 0, 200, 200)
        #expect(try service.calls(2).count == 2)
        panel = nil
        try service.says("was disconnected")
        let gone = try scraper.scrape { $0.value("touchbridge_panel_up", kiosk) == 0 }
        #expect(gone.value("touchbridge_panel_up", kiosk) == 0)
        #expect(gone.value("touchbridge_panel_frames_total", kiosk) == 3)
        #expect(gone["touchbridge_panel_last_touch_timestamp_seconds"] != nil)
        panel = try Panel()
        try service.says("reading input from '")
        try panel?.down(slot: 0, id: 1, 100, 100)
        let again = try scraper.scrape { $0.value("touchbridge_panel_frames_total", kiosk) == 5 }
        #expect(again.value("touchbridge_panel_frames_total", kiosk) == 5)
        try expectGrowth([first, gone, again])
        #expect(service.end().status == 0)
    }

    @Test func `a reload retains all counters, also when the panel gets another screen and filters`()
        throws
    {
        let panel = try Panel()
        let service = try ServiceProcess(layout(input: "{ filters: { debounce: 10s } }"))
        for id in Int32(1)...3 {
            try panel.down(slot: 0, id: id, 1024, 1080)
            try panel.up(slot: 0)
        }
        let reason = kiosk.merging(["reason": "debounce"]) { $1 }
        let first = try scraper.scrape { $0.value("touchbridge_panel_strokes_filtered_total", reason) == 2 }
        #expect(first.value("touchbridge_panel_strokes_filtered_total", reason) == 2)
        try service.write(layout(input: "{ filters: { debounce: 20s } }"))
        service.signal(SIGHUP)
        try service.says("was reloaded")
        let filtered = try scraper.scrape()
        #expect(filtered.value("touchbridge_panel_strokes_filtered_total", reason) == 2)
        try service.write(layout("other"))
        service.signal(SIGHUP)
        try service.says("was reloaded")
        try panel.down(slot: 0, id: 7, 1024, 1080)
        let other = ["panel": "Panel for tests", "screen": "other"]
        let moved = try scraper.scrape { $0.value("touchbridge_panel_frames_total", other) == 1 }
        #expect(moved.value("touchbridge_panel_frames_total", other) == 1)
        #expect(moved.value("touchbridge_panel_up", kiosk) == 0)
        #expect(moved.value("touchbridge_layout_reloads_total", ["result": "good"]) == 2)
        try expectGrowth([first, filtered, moved])
        #expect(service.end().status == 0)
    }

    @Test(.rule("K1", "K3")) func `SYN_DROPPED and reused tracking ids are counted once each`() throws {
        let panel = try Panel()
        let service = try ServiceProcess(layout())
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.down(slot: 0, id: 2, 200, 200)
        let double = try scraper.scrape { $0.value("touchbridge_panel_tracking_id_reuses_total", kiosk) == 1 }
        #expect(double.value("touchbridge_panel_tracking_id_reuses_total", kiosk) == 1)
        #expect(double.value("touchbridge_panel_syn_dropped_total", kiosk) == 0)
        service.signal(SIGSTOP)
        try panel.flood()
        service.signal(SIGCONT)
        let lost = try scraper.scrape { $0.value("touchbridge_panel_syn_dropped_total", kiosk) == 1 }
        #expect(lost.value("touchbridge_panel_syn_dropped_total", kiosk) == 1)
        #expect(lost.value("touchbridge_panel_tracking_id_reuses_total", kiosk) == 1)
        #expect(service.end().status == 0)
    }

    /// Checks that no counter, histogram sum or bucket decreases or disappears.
    private func expectGrowth(_ pages: [PrometheusText]) throws {
        for (before, after) in zip(pages, pages.dropFirst()) {
            for family in before.families where family.kind != "gauge" {
                for sample in family.samples {
                    let later = after[family.name]?.samples.first {
                        $0.name == sample.name && $0.labels == sample.labels
                    }
                    #expect(try #require(later).value >= sample.value, "\(sample)")
                }
            }
        }
    }
}
