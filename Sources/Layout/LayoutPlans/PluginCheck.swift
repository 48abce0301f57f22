internal import LayoutFile
internal import PluginAPI
internal import Schema

/// Reports unused plugins, and plugin settings that refer to missing views, actions or screens.
struct PluginCheck {
    private let layout: Layout
    private let plugins: [Named<PluginPlan>]
    private let reading: Reading

    init(_ layout: Layout, _ plugins: [Named<PluginPlan>], _ reading: Reading) {
        (self.layout, self.plugins, self.reading) = (layout, plugins, reading)
    }

    func run(called: Set<String>, emitted: [Located<String>]) {
        let uses = plugins.flatMap(\.value.traits.sets)
        if !uses.isEmpty {
            let views = Views(layout.viewKinds, gestures: layout.gestureIds)
            let addsViews = plugins.contains(where: \.value.traits.addsViews)
            for use in uses {
                // A missing view is not an error if a plugin can add views at run time, or if the missing view may be
                // an element with an error.
                check(use, views, !addsViews && !layout.unreadNames.mayContain(id: use.view.value))
            }
        }
        checkScreens()
        checkActions(plugins.flatMap(\.value.traits.emits) + emitted)
        // If the layout has errors, unused plugins are not reported, because an invalid element may contain a call of
        // the plugin.
        guard !reading.hasErrors else { return }
        // A script can call the handlers of any plugin.
        guard !plugins.contains(where: { $0.value.script != nil }) else { return }
        for plugin in plugins where !called.contains(plugin.name) && !plugin.value.traits.isUsefulWithoutBindings {
            let remedy = "bind one of its handlers to an event, or remove the plugin"
            reading.warning("no handler call uses the plugin '\(plugin.name)'; \(remedy)", .unused, at: plugin.mark)
        }
    }

    /// Reports actions of plugins that the top-level `actions:` does not contain.
    private func checkActions(_ sent: [Located<String>]) {
        let known = layout.actions.map(\.name)
        for action in sent
        where !known.contains(action.value) && !layout.unreadNames.mayContain(key: action.value) {
            func hint() -> String {
                known.isEmpty ? "; add the action to 'actions:'" : Names.suggestion(for: action.value, in: known)
            }
            reading.error(
                "the top-level 'actions:' has no action '\(action.value)'\(hint())",
                .unknownName,
                at: action.mark
            )
        }
    }

    /// Checks plugins that work on one screen only: reports a missing screen, and warns of calls on other screens.
    private func checkScreens() {
        let bound = plugins.compactMap { plugin in plugin.value.traits.oneScreen.map { (plugin.name, $0) } }
        guard !bound.isEmpty else { return }
        let names = ScreenPlan.all(of: layout).map(\.name)
        var calls: [String: [(screen: String, call: HandlerCall)]] = [:]
        for (screen, name) in zip(layout.screens, names) {
            for call in screen.calls { calls[call.plugin, default: []].append((name, call)) }
        }
        for (plugin, one) in bound {
            if let screen = one.screen, !names.contains(screen.value) {
                if layout.unreadNames.mayContain(id: screen.value) { continue }
                func hint() -> String { Names.suggestion(for: screen.value, in: names) }
                reading.error("there is no screen '\(screen.value)'\(hint())", .unknownName, at: screen.mark)
                continue
            }
            var own = one.screen?.value
            for (name, call) in calls[plugin] ?? [] where call.handler == one.handler {
                if own == nil { own = name }
                guard let own, own != name else { continue }
                reading.warning(
                    "'\(plugin).\(one.handler)' works only on the screen '\(own)'; "
                        + "use a different plugin for the screen '\(name)'",
                    .conflict,
                    at: call.mark
                )
            }
        }
    }

    /// Class names of the layout's views by id, and ids of the layout's gestures.
    private final class Views {
        let kinds: [String: Set<String>]
        let gestures: Set<String>
        private(set) lazy var names = KnownNames(sorting: kinds.keys)

        init(_ kinds: [String: Set<String>], gestures: Set<String>) {
            (self.kinds, self.gestures) = (kinds, gestures)
        }
    }

    /// View properties that plugins may change.
    var changes: ViewChanges {
        var changes = ViewChanges()
        // A plugin with errors is assumed to change any property.
        changes.areUnlimited =
            plugins.count < layout.plugins.count || plugins.contains(where: \.value.traits.setsAnything)
        for use in plugins.flatMap(\.value.traits.sets) { changes.add(use.property?.value, of: use.view.value) }
        return changes
    }

    private func check(_ use: PluginTraits.PropertyUse, _ views: Views, _ mustExist: Bool) {
        let kinds = views.kinds[use.view.value]
        if kinds == nil, use.property?.value == ViewFlag.enabled.rawValue, views.gestures.contains(use.view.value) {
            return
        }
        if kinds == nil, mustExist {
            func hint() -> String { views.names.suggestion(for: use.view.value) }
            reading.warning(
                "there is no view with the id '\(use.view.value)'\(hint())",
                .unknownName,
                at: use.view.mark
            )
        }
        guard let property = use.property else { return }
        guard ViewLayout.propertyNames.contains(property.value) else {
            func hint() -> String { Names.suggestion(for: property.value, in: ViewLayout.propertyNames) }
            return reading.error("a view has no property '\(property.value)'\(hint())", .unknownName, at: property.mark)
        }
        guard let owners = ViewLayout.classes(with: property.value)?.map(\.rawValue), let kinds,
            kinds.isDisjoint(with: owners), let kind = kinds.min()
        else { return }
        reading.error(
            "'\(use.view.value)' is a \(kind) and has no '\(property.value)'; use a \(Names.alternatives(owners))",
            .wrongTarget,
            at: property.mark
        )
    }
}
