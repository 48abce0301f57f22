internal import HandlerEvents
public import LayoutFile
public import PluginAPI
public import Schema
internal import YAML

/// A layout with parsed plugin settings and handler calls. Contains everything that is needed to run the layout, but no
/// live objects.
public struct LayoutPlan: Sendable {
    /// The layout, in which every handler call is numbered.
    public let layout: Layout
    /// The screens with their frames; at least one screen.
    public let screens: [ScreenPlan]
    /// The plugins to create, in the order of the layout file.
    public private(set) var plugins: [Named<PluginPlan>]
    /// The files from which the layout was read; the layout file itself is first.
    public let files: [String]
    package let calls: CallArguments

    /// Parses the settings of plugins and the arguments of calls; returns nil if any step found an error.
    ///
    /// Errors and warnings are added to `reading`, which reports all diagnostics together.
    public init?(_ layout: Layout, types: [PluginType], _ reading: Reading) {
        var layout = layout
        var (plugins, calls): ([Named<PluginPlan>], _) = ([], CallArguments())
        for plugin in layout.plugins {
            guard let type = types.first(where: { $0.name == plugin.value.type.value }) else {
                let name = plugin.value.type.value
                func hint() -> String { Names.suggestion(for: name, in: types.map(\.name)) }
                if !name.isEmpty {
                    reading.error(
                        "there is no plugin type '\(name)'\(hint())",
                        .unknownName,
                        at: plugin.value.type.mark
                    )
                }
                calls.add(nil, nil, named: plugin.name)
                continue
            }
            let plan = type.read(plugin.value.node, reading)
            calls.add(type, plan, named: plugin.name)
            if let plan { plugins.append(Named(plugin.name, plan, at: plugin.mark)) }
        }
        layout.editCalls { calls.read(&$0, at: $1, reading) }
        layout.addTouchLimits(calls.touchLimits, reading)
        layout.checkHeldTouches(reading)
        let treeCalls = calls.treeCalls
        if !treeCalls.isEmpty {
            let addsViews = plugins.contains(where: \.value.traits.addsViews)
            TreeCallCheck(layout, addsViews: addsViews, reading).run(treeCalls)
        }
        let check = PluginCheck(layout, plugins, reading)
        check.run(called: calls.called, emitted: calls.emitted)
        var changes = check.changes
        for call in treeCalls { call.add(to: &changes) }
        var reach = ReachCheck(layout, changes, reading)
        reach.run()
        if reading.hasErrors { return nil }
        // The screens must be created after the calls were numbered. Otherwise, the screens would contain calls without
        // numbers.
        screens = ScreenPlan.all(of: layout)
        (self.layout, self.plugins, self.calls) = (layout, plugins, calls)
        files = reading.files
    }

    /// Reports plugins and handler calls whose requirements this machine does not meet.
    public func checkMachine(_ reading: Reading) {
        for plugin in plugins { plugin.value.checkHere(reading) }
        calls.checkMachine(reading)
    }

    /// Returns the warnings about requirements of a handler call, and of its plugin, that this machine does not meet.
    package func machineWarnings(for binding: Binding) -> [(code: Diagnostic.Code, message: String)] {
        guard let plugin = plugins.first(where: { $0.name == binding.plugin })?.value else { return [] }
        let reading = Reading()
        plugin.checkHere(reading)
        plugin.checkMachine(PluginCall(binding.arguments, nil, at: Mark(line: 1, column: 1)), reading)
        return reading.diagnostics.map { ($0.code, $0.problem.message) }
    }

    /// Returns a copy in which `replace` supplies the plan of every plugin except scripts.
    package func replacingPlugins(_ replace: (Named<PluginPlan>) -> PluginPlan) -> LayoutPlan {
        var copy = self
        copy.plugins = plugins.map { $0.value.script == nil ? Named($0.name, replace($0), at: $0.mark) : $0 }
        return copy
    }
}
