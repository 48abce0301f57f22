internal import Bridge
internal import InputHub
internal import LayoutRuntime
internal import LiveInput
internal import PluginAPI

/// What was counted since the service began, by panel and plugin: it never becomes less.
///
/// Devices and plugins count from when they were opened or made. What they have counted since they were last looked at is
/// added here whenever somebody asks, and before they go: so a panel that is plugged in again, or a plugin that another
/// layout has otherwise, goes on where the former one was. Only the input thread has one.
final class MetricsLedger {
    /// Where a panel's numbers are shown; two panels of one name before one screen have one place.
    struct Place: Hashable, Sendable {
        var panel: String
        var screen: String
    }

    /// A panel that is or was there.
    struct Panel: Sendable {
        let place: Place
        var counts = PanelCounts()
        var state = PanelState()
        /// A device of its name and screen is open, if perhaps not read any more.
        var isThere = false
    }

    /// A plugin that is or was there.
    struct Plugin: Sendable {
        let name: String
        var accepted = 0
        var health = PluginHealth()
        var isThere = false
        /// What it had counted when it was last looked at.
        var known: PluginCounts?
    }

    private(set) var panels: [Panel] = []
    private(set) var plugins: [Plugin] = []
    var goodReloads = 0
    var badReloads = 0

    /// Limit counted-plugins (Internal bounds): plugins with remembered counters.
    ///
    /// Those that were removed first are forgotten.
    private static let limit = 64

    // MARK: Panels

    /// Takes down what a panel has counted by now.
    func credit(_ source: LiveSource, at place: Place) {
        let now = source.counts
        let index = index(of: place)
        panels[index].counts.add(now, since: source.credited)
        let touches = [panels[index].state.lastTouch, source.panel?.lastTouch]
        panels[index].state.lastTouch = touches.compactMap { $0 }.max()
        source.credited = now
    }

    /// Takes down what the panels have counted that are there, and how they are; all others are not there.
    func credit(_ sources: [(source: LiveSource, place: Place)], at now: Int64) {
        // Before any of them makes room for a new one.
        let places = Set(sources.map(\.place))
        for index in panels.indices {
            panels[index].state = PanelState(lastTouch: panels[index].state.lastTouch)
            panels[index].isThere = places.contains(panels[index].place)
        }
        for (source, place) in sources {
            credit(source, at: place)
            let index = index(of: place)
            panels[index].isThere = true
            panels[index].state.join(source.state(at: now))
        }
    }

    private func index(of place: Place) -> Int {
        if let index = panels.firstIndex(where: { $0.place == place }) { return index }
        if panels.count >= Self.limit, let oldest = panels.firstIndex(where: { !$0.isThere }) {
            panels.remove(at: oldest)
        }
        panels.append(Panel(place: place))
        return panels.count - 1
    }

    // MARK: Plugins

    /// Takes down what plugins have counted by now; all others are not there.
    func credit(_ counts: [PluginCounts]) {
        // Before any of them makes room for a new one.
        let names = Set(counts.map(\.name))
        for index in plugins.indices { plugins[index].isThere = names.contains(plugins[index].name) }
        for count in counts {
            let index = index(of: count.name)
            // One that was made anew counts from nothing.
            let known = plugins[index].known.flatMap { $0.number == count.number ? $0 : nil }
            plugins[index].accepted += count.accepted - (known?.accepted ?? 0)
            plugins[index].health.add(count.health, since: known?.health ?? PluginHealth())
            plugins[index].known = count
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

extension PanelState {
    /// Adds how another panel at the same place is.
    fileprivate mutating func join(_ other: PanelState) {
        isUp = isUp || other.isUp
        contacts += other.contacts
        reportRate = other.reportRate ?? reportRate
        silence = [silence, other.silence].compactMap { $0 }.max()
        lastTouch = [lastTouch, other.lastTouch].compactMap { $0 }.max()
    }
}
