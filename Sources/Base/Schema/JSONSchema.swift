public import JSON

/// Generates a JSON Schema (2020-12) from tables; a table lists the keys of one type of mapping. Editors use the schema
/// for completion and validation.
public struct JSONSchema {
    /// Keys that are allowed in every mapping, such as `include`.
    private let common: [TableEntry]
    /// Definitions by table name, in the order of the first reference.
    private var definitions: [JSONValue.Member] = []

    public init(common: [TableEntry] = []) { self.common = common }

    /// Definitions generated so far, by name.
    public var defined: [JSONValue.Member] { definitions }

    /// Adds definitions for a table and all referenced tables. The table's definition also contains the keys in
    /// `extra`. Its name is `name`, by default the table's name.
    public mutating func define(_ table: any AnyTable, as name: String? = nil, besides extra: [TableEntry] = []) {
        let name = name ?? table.name
        guard !definitions.contains(where: { $0.key == name }) else { return }
        // Appends a placeholder first, so that this definition precedes the definitions of the referenced tables.
        let index = definitions.count
        definitions.append(JSONValue.Member(name, true))
        let entries = table.entries
        definitions[index].value = schema(of: entries + extra + common, table.summary)
        for entry in entries { for other in entry.tables() { define(other) } }
    }

    /// Adds or replaces a definition.
    public mutating func define(_ name: String, _ schema: JSONValue) {
        definitions.removeAll { $0.key == name }
        definitions.append(JSONValue.Member(name, schema))
    }

    /// Returns the complete schema for documents whose root is the definition named `root`.
    public func document(of root: String, title: String) -> JSONValue {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .text(title),
            "$ref": .text("#/$defs/\(root)"),
            "$defs": .object(definitions),
        ]
    }

    private func schema(of entries: [TableEntry], _ summary: String) -> JSONValue {
        let properties = properties(entries)
        var members: [JSONValue.Member] = [
            .init("description", .text(summary)), .init("type", "object"), .init("properties", .object(properties)),
            .init("additionalProperties", false),
        ]
        let required = entries.filter { $0.isRequired && $0.formerName == nil }.map { JSONValue.text($0.name) }
        if !required.isEmpty, let include = common.first {
            // If the mapping contains `include`, the included file may contain the required keys.
            let choices: [JSONValue] = [["required": .list(required)], ["required": [.text(include.name)]]]
            members.append(.init("anyOf", .list(choices)))
        } else if !required.isEmpty {
            members.append(.init("required", .list(required)))
        }
        return .object(members)
    }

    private func properties(_ entries: [TableEntry]) -> [JSONValue.Member] {
        entries.flatMap { entry in
            entry.names.map { property(entry, named: $0) }
        }
    }

    private func property(_ entry: TableEntry, named name: String) -> JSONValue.Member {
        let description = JSONValue.Member("description", .text(entry.summary))
        guard case .object(var members) = entry.schema else { return .init(name, .object([description])) }
        // A mapping with user-defined keys also accepts the common keys, such as `include`.
        if entry.schema["additionalProperties"]?.members != nil, entry.schema["propertyNames"] == nil {
            members.append(.init("properties", .object(properties(common))))
        }
        if name == entry.formerName { members.append(.init("deprecated", true)) }
        return .init(name, .object([description] + members))
    }
}
