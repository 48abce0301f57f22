import BuiltinPlugins
import Foundation
internal import InputHub
import LayoutFile
internal import LayoutPlans
import PluginAPI
import PluginHosts
import Schema

/// The folder of the layouts that are fixtures.
enum Fixtures {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/layouts")

    /// The layouts of one of its folders; those beside them that are only included lie deeper.
    static func layouts(_ name: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }
}

let pluginTypes = BuiltinPlugins.all + HostedPlugins.all

/// Everything that is to be said of a layout's file, whichever plugins it has.
func check(path: String) -> (plan: LayoutPlan?, reading: Reading) {
    let (layout, reading) = LayoutLoader.load(path: path)
    return (layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }, reading)
}

/// Reads a layout that stands in a test.
func layout(_ text: String) -> (layout: Layout?, messages: [String]) {
    let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
    return (layout, reading.sorted.map(\.description))
}

/// The first lines of what is wrong with a layout, without the name of the file.
func complaints(_ text: String) -> [String] {
    layout(text).messages.map { message in
        let line = message.prefix { $0 != "\n" }
        return String(line.dropFirst("layout.yaml:".count))
    }
}
