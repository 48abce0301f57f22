import PluginAPI
import Testing

@testable import TouchbridgeService

/// Tests that counters never decrease, even when their source is recreated.
struct CounterAccumulatorTests {
    private func counts(
        _ name: String,
        _ number: Int,
        accepted: Int,
        failures: Int,
        waiting: Int = 0
    ) -> (name: String, number: Int, health: PluginHealth) {
        var health = PluginHealth()
        (health.failures, health.waiting, health.delivered) = (failures, waiting, accepted)
        health.accepted = accepted
        return (name, number, health)
    }

    @Test
    func `counters of a recreated plugin continue from the former values`() {
        let counters = CounterAccumulator()
        counters.credit([counts("bus", 1, accepted: 10, failures: 2, waiting: 3)])
        counters.credit([counts("bus", 1, accepted: 12, failures: 2, waiting: 1)])
        #expect(counters.plugins.map(\.health.accepted) == [12])
        #expect(counters.plugins[0].health.waiting == 1)
        // A reload with other settings recreates the plugin; the new plugin counts from zero.
        counters.credit([counts("bus", 2, accepted: 1, failures: 1)])
        #expect(counters.plugins.map(\.health.accepted) == [13])
        #expect(counters.plugins[0].health.failures == 3)
        #expect(counters.plugins[0].health.delivered == 13)
        // A reload removes the plugin, and the next reload adds the plugin again.
        counters.credit([])
        #expect(!counters.plugins[0].isThere)
        #expect(counters.plugins.map(\.health.accepted) == [13])
        counters.credit([counts("bus", 3, accepted: 1, failures: 0)])
        #expect(counters.plugins.map(\.health.accepted) == [14])
    }

    @Test
    func `of more plugins than the maximum, removed ones are dropped`() {
        let counters = CounterAccumulator()
        for number in 0..<200 { counters.credit([counts("plugin \(number)", number, accepted: 1, failures: 0)]) }
        #expect(counters.plugins.count == 64)
        #expect(counters.plugins.last?.name == "plugin 199")
    }

    @Test
    func `an existing plugin is never dropped for others, in any order`() {
        let counters = CounterAccumulator()
        counters.credit([counts("bus", 1, accepted: 10, failures: 0)])
        for number in 0..<100 {
            let other = counts("plugin \(number)", 3 + number, accepted: 1, failures: 0)
            counters.credit([other, counts("bus", 2, accepted: 1, failures: 0)])
        }
        #expect(counters.plugins.count == 64)
        #expect(counters.plugins.first { $0.name == "bus" }?.health.accepted == 11)
    }
}
