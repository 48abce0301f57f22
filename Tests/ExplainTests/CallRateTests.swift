import HandlerEvents
import PluginAPI
import Testing

@testable import Explain
@testable import Snapshots

/// Tests how long calls wait for a plugin with a rate limit (the setting `rate`).
struct CallRateTests {
    private static func facts(perSecond: Int, queue: Int) -> LayoutFacts {
        var facts = LayoutFacts()
        facts.callRates["journal"] = PluginTraits.Rate(perSecond: perSecond, queue: queue)
        return facts
    }

    /// Returns the waiting times of calls; all times are in milliseconds.
    private func waits(_ calls: [(EventName, Int64)], _ facts: LayoutFacts, of plugin: String = "journal") -> [Int64] {
        var rates = CallRates()
        return calls.map { rates.wait(of: plugin, on: $0, at: $1 * 1000, facts) / 1000 }
    }

    @Test
    func `calls wait until the plugin has carried out the earlier calls`() {
        let facts = Self.facts(perSecond: 2, queue: 8)
        let calls: [(EventName, Int64)] = [0, 100, 200, 300, 5000].map { (.touchUpInside, $0) }
        #expect(waits(calls, facts) == [0, 0, 300, 700, 0])
        #expect(waits(calls, facts, of: "other") == [0, 0, 0, 0, 0])
    }

    @Test
    func `no waiting time is stated after moves`() {
        let facts = Self.facts(perSecond: 1, queue: 8)
        #expect(waits([(.touchesBegan, 0), (.touchesMoved, 10), (.touchesEnded, 20)], facts) == [0, 0, 0])
        #expect(waits([(.valueChanged, 0), (.touchUpInside, 20)], facts) == [0, 0])
    }

    @Test
    func `calls that a full queue drops do not delay later calls`() {
        let facts = Self.facts(perSecond: 1, queue: 8)
        let flood: [(EventName, Int64)] = (0..<100).map { _ in (.touchUpInside, 0) }
        #expect(waits(flood, facts).max() == 7000)
        #expect(waits(flood + [(.touchUpInside, 20_000)], facts).last == 0)
    }
}
