internal import Metrics
internal import PluginAPI

/// Totals of plugin counters since the service started, including former plugins of the same name.
///
/// Counters of a plugin start at its creation. Increments are added before a reload and for each scrape. Used by the
/// input thread only.
final class CounterAccumulator {
    /// A plugin that exists or existed.
    struct Plugin: Sendable {
        let name: String
        var health = PluginHealth()
        var isThere = false
        /// Counters at the last update.
        var known: (number: Int, health: PluginHealth)?
    }

    private(set) var plugins: [Plugin] = []
    var service = ServiceMetrics()

    /// Limit counted-plugins (Internal bounds): plugins whose counters are retained.
    ///
    /// The earliest removed plugins are forgotten first.
    private static let limit = 64

    /// Adds the increments of the existing plugins.
    func credit(_ present: [(name: String, number: Int, health: PluginHealth)]) {
        // First for known plugins: `index(of:)` may remove one of them to add a new plugin.
        let names = Set(present.map(\.name))
        for index in plugins.indices {
            plugins[index].isThere = names.contains(plugins[index].name)
            plugins[index].health = plugins[index].health.counted
        }
        for (name, number, health) in present {
            let index = index(of: name)
            // A recreated plugin counts from zero.
            let known = plugins[index].known.flatMap { $0.number == number ? $0.health : nil }
            plugins[index].health.add(health, since: known ?? PluginHealth())
            plugins[index].known = (number, health)
            plugins[index].isThere = true
        }
    }

    private func index(of name: String) -> Int {
        if let index = plugins.firstIndex(where: { $0.name == name }) { return index }
        if plugins.count >= Self.limit, let oldest = plugins.firstIndex(where: { !$0.isThere }) {
            plugins.remove(at: oldest)
        }
        plugins.append(Plugin(name: name))
        return plugins.count - 1
    }
}
