public import LayoutFile
internal import Occurrences
public import PluginAPI
public import Schema
internal import YAML

/// A layout whose plugins and handler calls are understood: all that is needed to make it live, and nothing alive yet.
public struct LayoutPlan: Sendable {
    /// The layout, its calls numbered.
    public let layout: Layout
    /// The screens with their places beside each other, at least one.
    public let screens: [ScreenPlan]
    /// The plugins that are to be made, in the order of the text.
    public let plugins: [Named<PluginPlan>]
    /// The files that it was read from, the layout's own first.
    public let files: [String]
    let calls: CallArguments

    /// Reads the settings of plugins and the arguments of calls; nil when there is any mistake, in whichever phase.
    ///
    /// Mistakes and what is surely not meant are added to the reading, which tells all of them together.
    public init?(_ layout: Layout, types: [PluginType], _ reading: Reading) {
        var layout = layout
        var (plugins, calls): ([Named<PluginPlan>], _) = ([], CallArguments())
        for plugin in layout.plugins {
            guard let type = types.first(where: { $0.name == plugin.value.type.value }) else {
                let name = plugin.value.type.value
                let hint = Names.suggestion(for: name, in: types.map(\.name))
                reading.error("there is no type of plugin '\(name)'\(hint)", at: plugin.value.type.mark)
                calls.add(nil, named: plugin.name)
                continue
            }
            calls.add(type, named: plugin.name)
            if let plan = type.read(plugin.value.node, reading) {
                plugins.append(Named(plugin.name, plan, at: plugin.mark))
            }
        }
        layout.editCalls { calls.read(&$0, of: $1, reading) }
        if reading.hasErrors { return nil }
        // The screens are those of the layout whose calls are numbered.
        screens = ScreenPlan.all(of: layout)
        (self.layout, self.plugins, self.calls) = (layout, plugins, calls)
        files = reading.files
    }
}
