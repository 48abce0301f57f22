import BuiltinPlugins
import Foundation
internal import InputHub
import LayoutFile
internal import LayoutPlans
import PluginAPI
import PluginHosts
import Schema

/// Folder of the layout fixtures.
enum Fixtures {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/layouts")

    /// Returns the layouts in a fixture folder, except those in subfolders, which other layouts include.
    static func layouts(_ name: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }
}

let pluginTypes = BuiltinPlugins.all + HostedPlugins.all

/// Loads a layout file with all built-in and hosted plugin types. `reading` contains the diagnostics.
func check(path: String) -> (plan: LayoutPlan?, reading: Reading) {
    let (layout, reading) = LayoutLoader.load(path: path)
    return (layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }, reading)
}

/// Parses a layout from a string.
func layout(_ text: String) -> (layout: Layout?, messages: [String]) {
    let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
    return (layout, reading.sorted.map(\.description))
}

/// Returns the first line of each diagnostic of a layout, without the file name.
func complaints(_ text: String) -> [String] {
    layout(text).messages.map { message in
        let line = message.prefix { $0 != "\n" }
        return String(line.dropFirst("layout.yaml:".count))
    }
}
