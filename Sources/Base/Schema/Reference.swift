internal import Platform

/// Generates the layout reference page from tables.
public enum Reference {
    /// Returns Markdown with a section for `root` and for each directly or indirectly referenced table. A section
    /// consists of a heading and a table of keys.
    public static func markdown(of root: any AnyTable, heading: String = "##") -> String {
        var tables: [any AnyTable] = [root]
        var next = 0
        while next < tables.count {
            for entry in tables[next].entries {
                for other in entry.tables() where !tables.contains(where: { $0.name == other.name }) {
                    tables.append(other)
                }
            }
            next += 1
        }
        return tables.map { section(of: $0, heading) }.joined(separator: "\n")
    }

    private static func section(of table: any AnyTable, _ heading: String) -> String {
        var text = "\(heading) \(table.name)\n\n\(table.summary)\n\n| key | value | description |\n|---|---|---|\n"
        for entry in table.entries {
            let required = entry.isRequired ? " **Required.**" : ""
            text += "| `\(entry.name)` | \(value(of: entry)) | \(escaped(entry.summary))\(required) |\n"
        }
        return text
    }

    private static func value(of entry: TableEntry) -> String {
        let links = entry.tables().map { "[\($0.name)](#\($0.name.lowercased()))" }
        let expected = escaped(entry.expected)
        return links.isEmpty ? expected : "\(expected): \(links.joined(separator: ", "))"
    }

    private static func escaped(_ text: String) -> String { text.with("\\|", for: "|") }
}
