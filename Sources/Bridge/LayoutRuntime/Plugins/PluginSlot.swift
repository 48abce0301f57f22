internal import HandlerEvents
internal import PluginAPI

/// Slot for a plugin or script of the layout. Handler calls refer to the slot, which exists even if creating the plugin
/// or script failed.
final class PluginSlot {
    let name: String
    let plan: PluginPlan
    /// The plugin; nil before its creation, after a failure, in a dry run, and for a script.
    @exclusivity(unchecked) var plugin: (any Plugin)?
    /// The script, also in a dry run; nil for a plugin and for a script that could not be created.
    var script: ScriptRunner?
    /// Whether this is a dry run: no plugin is created, and every call counts as accepted.
    private let isDry: Bool
    /// Number of the slot, unique within its `PluginSet`; the numbers of removed slots are not reused.
    let number: Int
    /// Number of events that the plugin accepted.
    @exclusivity(unchecked) private(set) var acceptedCount = 0
    /// Number of calls dropped by the rate limit `atMost`.
    @exclusivity(unchecked) var limitedCount = 0
    /// Whether the creation or the start of the plugin failed.
    private var hasFailed = false
    /// Number of events lost since the plugin failed.
    @exclusivity(unchecked) private var lostCount = 0

    init(_ name: String, _ plan: PluginPlan, isDry: Bool, number: Int) {
        (self.name, self.plan, self.isDry, self.number) = (name, plan, isDry, number)
    }

    func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults {
        guard let plugin else {
            lostCount += handlerEvents.count
            return HandlerResults(accepted: isDry ? handlerEvents.count : 0)
        }
        let answers = plugin.take(handlerEvents, for: binding)
        acceptedCount += answers.acceptedCount
        return answers
    }

    func fail() {
        plugin = nil
        hasFailed = true
    }

    /// Health of the plugin, even after a failed creation or start; nil for a script and in a dry run.
    var health: PluginHealth? {
        guard var health = plugin?.health ?? (hasFailed ? PluginHealth() : nil) else { return nil }
        if plugin == nil { (health.isConnected, health.failures, health.dropped) = (false, 1, lostCount) }
        (health.accepted, health.limited) = (acceptedCount, limitedCount)
        return health
    }
}
