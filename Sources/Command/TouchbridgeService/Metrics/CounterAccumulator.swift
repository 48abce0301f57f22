internal import Metrics
internal import PluginAPI

/// Sums of what plugins have counted since the service started, also of former plugins of the same name.
///
/// Plugins count from when they are created; what one has counted since the last look is added here before another
/// layout takes over, and when a page is requested. Only the input thread has one.
final class CounterAccumulator {
    /// A plugin that exists or existed.
    struct Plugin: Sendable {
        let name: String
        var health = PluginHealth()
        var isThere = false
        /// What it had counted at the last look.
        var known: (number: Int, health: PluginHealth)?
    }

    private(set) var plugins: [Plugin] = []
    var service = ServiceMetrics()

    /// Limit counted-plugins (Internal bounds): plugins with remembered counters.
    ///
    /// Those that were removed first are forgotten.
    private static let limit = 64

    /// Adds what the plugins that exist have counted.
    func credit(_ present: [(name: String, number: Int, health: PluginHealth)]) {
        // Before any of them makes room for a new one.
        let names = Set(present.map(\.name))
        for index in plugins.indices {
            plugins[index].isThere = names.contains(plugins[index].name)
            plugins[index].health = plugins[index].health.counted
        }
        for (name, number, health) in present {
            let index = index(of: name)
            // One that was created again counts from zero.
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
