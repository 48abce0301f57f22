internal import Bridge
internal import BuiltinPlugins
internal import LayoutFile
internal import PluginAPI
internal import Schema

/// Reads a layout with all the kinds of plugins that this command has.
enum LayoutReading {
    static let pluginTypes: [PluginType] = BuiltinPlugins.all

    /// The plan, nil when there is a mistake, and everything that is to be said, in the order of the text.
    static func plan(_ path: String) -> (plan: LayoutPlan?, diagnostics: [Diagnostic]) {
        let (layout, reading) = LayoutLoader.load(path: path)
        let plan = layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }
        return (plan, reading.sorted)
    }
}
