internal import Metrics
internal import PluginAPI

/// Totals of plugin counters since the service started. Counters of former plugins with the same name are included.
///
/// The counters of a plugin start at zero when the plugin is created. The increments of these counters are added to the
/// totals before each reload and for each scrape. Used only by the input thread.
final class CounterAccumulator {
    /// An existing or former plugin.
    struct Plugin: Sendable {
        let name: String
        var health = PluginHealth()
        var isThere = false
        /// Counters at the time of the last update, with the number that identifies the plugin instance; nil before the
        /// first update.
        var known: (number: Int, health: PluginHealth)?
    }

    private(set) var plugins: [Plugin] = []
    var service = ServiceMetrics()

    /// Limit counted-plugins (limits.md, Internal bounds): maximum number of plugins whose counters are retained.
    ///
    /// When the limit is exceeded, the oldest entry of a removed plugin is deleted.
    private static let limit = 64

    /// Adds the counter increments of the existing plugins to the totals.
    func credit(_ present: [(name: String, number: Int, health: PluginHealth)]) {
        // Marks the existing plugins first, because `index(of:)` may delete unmarked entries to make room for a new
        // entry.
        let names = Set(present.map(\.name))
        for index in plugins.indices {
            plugins[index].isThere = names.contains(plugins[index].name)
            plugins[index].health = plugins[index].health.counted
        }
        for (name, number, health) in present {
            let index = index(of: name)
            // If the plugin was created again, its number has changed and its counters have restarted at zero.
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
