internal import InputHub
internal import Occurrences
internal import PluginAPI

/// A plugin's place among those of a layout: handler calls find it here, whether it could be made or not.
final class PluginSlot {
    let name: String
    let plan: PluginPlan
    /// The plugin; nil while it is not made, where it could not be, and in a dry run.
    @exclusivity(unchecked) var plugin: (any Plugin)?
    /// Nothing is made, and every call counts as taken.
    private let isDry: Bool
    /// No other slot of the set ever had or will have it.
    let number: Int
    /// How many occurrences the plugin took.
    @exclusivity(unchecked) private(set) var acceptedCount = 0
    /// It could not be made or started.
    private var hasFailed = false
    /// How many occurrences were in vain since then.
    @exclusivity(unchecked) private var lostCount = 0

    init(_ name: String, _ plan: PluginPlan, isDry: Bool, number: Int) {
        (self.name, self.plan, self.isDry, self.number) = (name, plan, isDry, number)
    }

    func take(_ occurrences: Span<Occurrence>, for binding: Binding) -> Answers {
        guard let plugin else {
            lostCount += occurrences.count
            return Answers(accepted: isDry ? occurrences.count : 0)
        }
        let answers = plugin.take(occurrences, for: binding)
        acceptedCount += answers.acceptedCount
        return answers
    }

    func fail() {
        plugin = nil
        hasFailed = true
    }

    /// How the plugin is, or that it never came to be; nil while there is none.
    var health: PluginHealth? {
        guard plugin == nil, hasFailed else { return plugin?.health }
        var health = PluginHealth()
        (health.isConnected, health.failures, health.dropped) = (false, 1, lostCount)
        return health
    }
}
