import Foundation
import PluginAPI
import Schema
import Testing
import YAML

/// A plugin's page in docs/reference/plugins. The tests compare its tables with the settings schema.
enum PluginPage {
    private static func text(_ type: PluginType) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: "docs/reference/plugins/\(type.name).md"), encoding: .utf8)
    }

    /// Returns the settings keys whose row on the page is missing or different.
    static func missingRows(_ type: PluginType) throws -> [String] {
        let lines = Set(try text(type).split(separator: "\n").map(String.init))
        return tables(type).flatMap(\.entries).map(row).filter { !lines.contains($0) }
    }

    /// Returns the tables of the settings and handler arguments, including referenced tables.
    private static func tables(_ type: PluginType) -> [any AnyTable] {
        var tables = [type.settings] + type.handlers.flatMap { $0.tables() }
        var next = 0
        while next < tables.count {
            let others = tables[next].entries.flatMap { $0.tables() }
            tables += others.filter { other in !tables.contains { $0.name == other.name } }
            next += 1
        }
        return tables
    }

    private static func row(_ entry: TableEntry) -> String {
        "| `\(entry.name)`\(entry.isRequired ? ", required" : "") | \(entry.expected) | \(entry.summary) |"
    }
}

extension PluginPage {
    /// Returns the layouts in the page's code blocks.
    static func examples(_ type: PluginType) throws -> [String] {
        try text(type).components(separatedBy: "```").filter { $0.hasPrefix("yaml\n") }.map { String($0.dropFirst(5)) }
    }

    /// Returns the errors in the settings and handler calls of a layout's plugins of the given type.
    static func mistakes(in layout: String, _ type: PluginType) throws -> [String] {
        let reading = Reading()
        let document = try Document(Array(layout.utf8), file: "\(type.name).md", source: reading.nextSource)
        reading.add(document)
        let root = try #require(document.root)
        let plugins = (root["plugins"]?.mapping ?? []).filter { $0.value["type"]?.scalar?.text == type.name }
        try #require(!plugins.isEmpty)
        for plugin in plugins { _ = type.read(plugin.value, reading) }
        let names = plugins.compactMap { $0.key.scalar?.text }
        let calls = calls(in: root).filter { call in names.contains { call.key.hasPrefix($0 + ".") } }
        for (key, node) in calls {
            let name = String(key.drop { $0 != "." }.dropFirst())
            let handler = try #require(type.handler(name), "there is no handler \(name)")
            // The layout itself reads the settings of a touch limit, so the handler's arguments are nil here.
            _ = handler.read(handler.acceptsTouchLimit ? nil : node, reading, at: Mark(line: 1, column: 1))
        }
        return reading.diagnostics.map(\.description)
    }

    /// Returns all keys with their values, and all other scalars with nil, at any depth.
    private static func calls(in node: Node) -> [(key: String, value: Node?)] {
        switch node.content {
        case .scalar(let scalar): [(scalar.text, nil)]
        case .sequence(let nodes): nodes.flatMap(calls)
        case .mapping(let pairs):
            pairs.flatMap { pair in
                [(key: pair.key.scalar?.text ?? "", value: pair.value)] + calls(in: pair.value)
            }
        }
    }
}
