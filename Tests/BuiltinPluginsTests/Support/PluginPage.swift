import Foundation
import PluginAPI
import Schema
import Testing

/// The page of a plugin in docs/plugins, whose tables are those that the settings are read by.
enum PluginPage {
    /// Every key is on the plugin's page as its table has it; says which rows are missing.
    static func missingRows(_ type: PluginType, tables: [any AnyTable]) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let page = try String(contentsOf: root.appending(path: "docs/plugins/\(type.name).md"), encoding: .utf8)
        let lines = Set(page.split(separator: "\n").map(String.init))
        return tables.flatMap(\.entries).map(row).filter { !lines.contains($0) }
    }

    private static func row(_ entry: TableEntry) -> String {
        "| `\(entry.name)`\(entry.isRequired ? ", required" : "") | \(entry.expected) | \(entry.summary) |"
    }
}
