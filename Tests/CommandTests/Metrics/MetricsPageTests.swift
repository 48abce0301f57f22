import Foundation
import MetricsReading
import PluginAPI
import Testing

@testable import LiveInput
@testable import TouchbridgeService

/// The page in docs names what is on the page of the service, and nothing else.
struct MetricsPageTests {
    @Test
    func `every metric is in docs/metrics.md, and no other`() throws {
        var panel = MetricsLedger.Panel(place: .init(panel: "Panel", screen: "lobby"))
        panel.state = PanelState(isUp: true, contacts: 1, reportRate: 100, silence: 1, lastTouch: 1)
        var plugin = MetricsLedger.Plugin(name: "bus")
        (plugin.isThere, plugin.health.isConnected) = (true, true)
        let snapshot = MetricsSnapshot(panels: [panel], plugins: [plugin])
        let text = try PrometheusText(snapshot.text(ProcessNumbers(start: 0)))
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let page = try String(contentsOf: root.appending(path: "docs/metrics.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: #/`([a-z_]+)`/#).map { String($0.output.1) }
        }
        #expect(Set(named) == Set(text.families.map(\.name)))
        #expect(named.count == Set(named).count)
        // What the alerts ask for is there, too.
        for name in page.matches(of: #/(touchbridge_[a-z_]+?)(_bucket)?[\[{ ]/#).map({ String($0.output.1) }) {
            #expect(named.contains(name), "\(name)")
        }
    }
}
