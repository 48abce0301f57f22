import Foundation
import InputEvents
import Metrics
import MetricsReading
import PluginAPI
import Testing

@testable import TouchbridgeService

/// Tests that docs pages and the service's metrics page have the same tables.
struct MetricsPageTests {
    private func page(_ path: String) -> URL {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return folder.appending(path: "../../../docs/reference/\(path)").standardizedFileURL
    }

    /// Compares the table rows below a header of a page with `rows`. If `TOUCHBRIDGE_RECORD` is set, replaces the rows
    /// instead.
    private func expect(_ rows: [String], below header: String, of path: String) throws {
        let current = try String(contentsOf: page(path), encoding: .utf8)
        var lines = current.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: header), "\(path) has no table with the header '\(header)'") + 2
        let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        lines.replaceSubrange(start..<end, with: rows)
        let updated = lines.joined(separator: "\n")
        guard ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == nil else {
            return try updated.write(to: page(path), atomically: true, encoding: .utf8)
        }
        #expect(current == updated, "run 'make record'")
    }

    private func rows<Values: Measured>(_ type: Values.Type) -> [String] {
        Values.families.map { family in
            let metric = family[0]
            let names = Set(family.flatMap { $0.labels.map(\.name) }).sorted()
            let labels = names.map { name in
                let values = family.flatMap { $0.labels.filter { $0.name == name }.map { "`\($0.value)`" } }
                return "`\(name)`" + (values.count > 1 ? ": \(values.joined(separator: ", "))" : "")
            }
            let words = labels.isEmpty ? metric.help : "\(metric.help) Label \(labels.joined(separator: ", "))."
            return "| `\(metric.name)` | \(metric.kind.rawValue) | \(words) |"
        }
    }

    @Test
    func `docs/reference/metrics.md shows the tables of the sources`() throws {
        try expect(
            rows(ServiceMetrics.self) + rows(ProcessMetrics.self),
            below: "| metric of the service | type | what it is |",
            of: "metrics.md"
        )
        try expect(rows(PanelMetrics.self), below: "| metric of a panel | type | what it is |", of: "metrics.md")
        try expect(rows(PluginHealth.self), below: "| metric of a plugin | type | what it is |", of: "metrics.md")
        let former = PanelMetrics.families.compactMap { family in
            family[0].formerName.map { "| `\($0)` | `\(family[0].name)` |" }
        }
        try expect(former, below: "| former name | current name |", of: "metrics.md")
    }

    @Test
    func `docs/reference/plugins/mqtt.md shows the members of a panel's message`() throws {
        let members = PanelMetrics.families.compactMap { family in
            family[0].member.map { "| `\($0)` | `\(family[0].name)` | \(family[0].help) |" }
        }
        #expect(members.count > 5)
        try expect(members, below: "| member | metric | what it is |", of: "plugins/mqtt.md")
        let former = PanelMetrics.families.compactMap { family in
            family[0].formerMember.map { "| `\($0)` | `\(family[0].member ?? "")` |" }
        }
        try expect(former, below: "| former member | current member |", of: "plugins/mqtt.md")
    }

    @Test
    func `the metrics of the service's page are those in docs/reference/metrics.md`() throws {
        var panel = PanelHealth(panel: "Panel", screen: "lobby")
        (panel.metrics.reportRate, panel.metrics.staleContact, panel.metrics.lastTouch) = (100, 1, 1)
        var plugin = CounterAccumulator.Plugin(name: "bus")
        plugin.health.isConnected = true
        let snapshot = MetricsSnapshot(panels: [panel], plugins: [plugin])
        let text = try PrometheusText(snapshot.text(ProcessMetrics(start: 0)))
        let page = try String(contentsOf: page("metrics.md"), encoding: .utf8)
        let named = page.matches(of: #/(?m)^\| `([a-z_]+)` \|/#).map { String($0.output.1) }
        #expect(named.sorted() == text.families.map(\.name).sorted())
        // The metrics in the alerts exist, too.
        for name in page.matches(of: #/(touchbridge_[a-z_]+?)(_bucket)?[\[{ ]/#).map({ String($0.output.1) }) {
            #expect(named.contains(name), "\(name)")
        }
    }
}
