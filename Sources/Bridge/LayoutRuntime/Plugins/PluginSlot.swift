internal import HandlerEvents
internal import PluginAPI

/// Slot for a plugin or script of the layout. Handler calls refer to the slot, whether or not the plugin or script
/// could be created.
final class PluginSlot {
    let name: String
    let plan: PluginPlan
    /// The plugin; nil before its creation, after a failure, in a dry run, and for a script.
    @exclusivity(unchecked) var plugin: (any Plugin)?
    /// The script, if the slot is for a script instead of a plugin; also set in a dry run. Nil if the script could not
    /// be created.
    var script: ScriptRunner?
    /// Whether this is a dry run: no plugin is created, and every call counts as accepted.
    private let isDry: Bool
    /// Number of the slot, unique within its `PluginSet`; the numbers of removed slots are not reused.
    let number: Int
    /// Number of events that the plugin accepted.
    @exclusivity(unchecked) private(set) var acceptedCount = 0
    /// Number of calls that the rate limit `atMost` dropped.
    @exclusivity(unchecked) var limitedCount = 0
    /// Whether creating or starting the plugin failed.
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

    /// Health of the plugin, also available if the plugin could not be created or started; nil for a script and in a
    /// dry run.
    var health: PluginHealth? {
        guard var health = plugin?.health ?? (hasFailed ? PluginHealth() : nil) else { return nil }
        if plugin == nil { (health.isConnected, health.failures, health.dropped) = (false, 1, lostCount) }
        (health.accepted, health.limited) = (acceptedCount, limitedCount)
        return health
    }
}
