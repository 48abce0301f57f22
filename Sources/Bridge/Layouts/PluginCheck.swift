internal import LayoutFile
internal import PluginAPI
internal import Schema

/// Looks at plugins as parts of their layout: whether they have anything to do there, and whether what they set is there.
struct PluginCheck {
    private let layout: Layout
    private let plugins: [Named<PluginPlan>]
    private let reading: Reading

    init(_ layout: Layout, _ plugins: [Named<PluginPlan>], _ reading: Reading) {
        (self.layout, self.plugins, self.reading) = (layout, plugins, reading)
    }

    func run(called: Set<String>) {
        let uses = plugins.flatMap(\.value.traits.sets)
        if !uses.isEmpty {
            let views = layout.viewKinds
            // Another plugin may bring the view, or what has a mistake may be the view.
            let areAllKnown = !reading.hasErrors && !plugins.contains(where: \.value.traits.addsViews)
            for use in uses { check(use, views, areAllKnown) }
        }
        for plugin in plugins { checkScreen(plugin) }
        // What calls it may be what has a mistake.
        guard !reading.hasErrors else { return }
        for plugin in plugins where !called.contains(plugin.name) && !plugin.value.traits.livesAlone {
            reading.warning("nothing calls the plugin '\(plugin.name)'", at: plugin.mark)
        }
    }

    /// A screen that a plugin is for has to be there, and what is called on another comes to nothing.
    private func checkScreen(_ plugin: Named<PluginPlan>) {
        guard let one = plugin.value.traits.oneScreen else { return }
        let names = ScreenPlan.all(of: layout).map(\.name)
        if let screen = one.screen, !names.contains(screen.value) {
            let hint = Names.suggestion(for: screen.value, in: names)
            return reading.error("there is no screen '\(screen.value)'\(hint)", at: screen.mark)
        }
        var own = one.screen?.value
        for (screen, name) in zip(layout.screens, names) {
            for call in screen.calls where call.plugin == plugin.name && call.handler == one.handler {
                if own == nil { own = name }
                guard let own, own != name else { continue }
                reading.warning(
                    "'\(plugin.name).\(one.handler)' is for '\(own)' alone; '\(name)' needs a plugin of its own",
                    at: call.mark
                )
            }
        }
    }

    /// What plugins may set of views.
    var changes: ViewChanges {
        var changes = ViewChanges()
        // Nothing is known of plugins that have a mistake.
        changes.areUnlimited =
            plugins.count < layout.plugins.count || plugins.contains(where: \.value.traits.setsAnything)
        for use in plugins.flatMap(\.value.traits.sets) { changes.add(use.property?.value, of: use.view.value) }
        return changes
    }

    private func check(_ use: PluginTraits.PropertyUse, _ views: [String: Set<String>], _ areAllKnown: Bool) {
        let kinds = views[use.view.value]
        if kinds == nil, areAllKnown {
            let hint = Names.suggestion(for: use.view.value, in: views.keys.sorted())
            reading.warning("there is no view with the id '\(use.view.value)'\(hint)", at: use.view.mark)
        }
        guard let property = use.property else { return }
        guard ViewLayout.propertyNames.contains(property.value) else {
            let hint = Names.suggestion(for: property.value, in: ViewLayout.propertyNames)
            return reading.error("a view has no property '\(property.value)' to be set\(hint)", at: property.mark)
        }
        guard let owners = ViewLayout.classes(with: property.value)?.map(\.rawValue), let kinds,
            kinds.isDisjoint(with: owners), let kind = kinds.min()
        else { return }
        let names = owners.joined(separator: ", ")
        let message = "'\(use.view.value)' is a \(kind) and has no '\(property.value)'"
        reading.error("\(message); \(names) \(owners.count == 1 ? "has" : "have") it", at: property.mark)
    }
}
