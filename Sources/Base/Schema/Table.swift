public import JSON
public import YAML

/// The keys of a mapping; source of the parser, the JSON Schema and the reference page.
public struct Table<Whole: Sendable>: Sendable {
    /// Name of the table in the JSON Schema and on the reference page.
    public let name: String
    /// One-sentence description of the mapping.
    public let summary: String
    public let keys: [Key<Whole>]
    private let empty: @Sendable () -> Whole

    /// Creates a table; `empty` is the value of a mapping without keys.
    public init(
        _ name: String,
        _ summary: String,
        of empty: @escaping @Sendable @autoclosure () -> Whole,
        @TableBuilder<Whole> keys: () -> [Key<Whole>]
    ) {
        self.name = name
        self.summary = summary
        self.empty = empty
        self.keys = keys()
    }

    /// Reads a mapping and reports all errors in it; returns nil if a required key is missing or invalid.
    public func read(_ node: Node, _ reading: Reading) -> Whole? {
        var whole = empty()
        return read(node, into: &whole, reading) ? whole : nil
    }

    /// Reads a mapping and reports all errors in it; returns nil if the node is not a mapping. If a required key is
    /// missing or invalid, calls `mark` and returns a value with the valid keys.
    func readParts(_ node: Node, _ reading: Reading, ifIncomplete mark: (inout Whole) -> Void) -> Whole? {
        var whole = empty()
        if !read(node, into: &whole, reading) {
            guard node.mapping != nil else { return nil }
            mark(&whole)
        }
        return whole
    }

    /// Reads a mapping into an existing value. Returns false if the node is not a mapping, or if a required key is
    /// missing or invalid.
    public func read(_ node: Node, into whole: inout Whole, _ reading: Reading) -> Bool {
        guard let pairs = node.mapping else {
            func names() -> String {
                guard let scalar = node.scalar, !scalar.isNull else { return "" }
                if let short = shortForm(node, whole) {
                    // Mappings with the key `do`, such as `idle:`, have no effect without handlers.
                    let handlers = keys.contains { $0.name == "do" } ? ", do: plugin.handler" : ""
                    return "; write '{ \(short): \(scalar.shown)\(handlers) }'"
                }
                guard keys.count <= 12 else { return "" }
                return "; write a mapping with these keys: \(keys.map(\.name).joined(separator: ", "))"
            }
            reading.expected("a mapping", not: "\(node.kind)\(names())", at: node)
            return false
        }
        var isComplete = true
        let outerKey = reading.valueKey
        let title = title(forValueOf: outerKey?.key)
        defer { reading.valueKey = outerKey }
        for (index, pair) in pairs.enumerated() {
            guard let key = key(named: pair.key, in: node, reading) else {
                func fix() -> String {
                    (index > 0 ? Fixes.decimalComma(pairs[index - 1], pair) : nil) ?? hint(pair.key)
                }
                reading.error("\(title) has no key \(pair.key.name)\(fix())", .unknownKey, at: pair.key)
                continue
            }
            reading.valueKey = (pair.key, pair.value.mark, key.entry.isRequired, 0)
            if !key.read(pair.value, &whole, reading), key.entry.isRequired { isComplete = false }
        }
        for key in keys where key.entry.isRequired && !key.entry.names.contains(where: { node[$0] != nil }) {
            reading.error("\(title) needs '\(key.name)': \(key.entry.expected)", .missingKey, at: node)
            isComplete = false
        }
        return isComplete
    }

    /// Returns the name of the mapping for messages: the table's name, or the quoted key if the table is named after
    /// the key (table `Dark`, key 'dark').
    private func title(forValueOf key: Node?) -> String {
        guard let key = key?.scalar?.text, key != name, key.prefix(1).uppercased() + key.dropFirst() == name else {
            return name
        }
        return "'\(key)'"
    }

    /// Returns the key with the given name; nil if the table has no such key. Warns about a former name, or reports an
    /// error if the mapping also contains the current name.
    private func key(named node: Node, in mapping: Node, _ reading: Reading) -> Key<Whole>? {
        guard let name = node.scalar?.text else { return nil }
        if let key = keys.first(where: { $0.name == name }) { return key }
        guard let key = keys.first(where: { $0.entry.formerName == name }) else { return nil }
        if mapping[key.name] != nil {
            reading.error(
                "'\(name)' is the former name of '\(key.name)', which is also set; remove '\(name)'",
                .duplicateKey,
                at: node
            )
        } else {
            reading.warning(
                "'\(name)' was renamed to '\(key.name)' and is accepted until the next major version; write '\(key.name)'",
                .formerName,
                at: node.mark
            )
        }
        return key
    }

    /// Returns the name of the only required key if the scalar `node` is a valid value of this key; otherwise nil. The
    /// scalar is then probably a short form of the mapping.
    private func shortForm(_ node: Node, _ whole: Whole) -> String? {
        let needed = keys.filter(\.entry.isRequired)
        guard needed.count == 1, let key = needed.first, let text = node.scalar?.text, text.utf8.count < 80 else {
            return nil
        }
        let trial = Reading()
        var copy = whole
        return key.read(node, &copy, trial) && !trial.hasErrors ? key.name : nil
    }

    private func hint(_ key: Node) -> String {
        guard let name = key.scalar?.text else { return "" }
        if name == "<<" { return "; write << without quotes" }
        if let fixed = key.scalar?.withBlankAfterColon {
            return "; write a space after the colon: '\(fixed)'"
        }
        return Names.suggestion(for: name, in: keys.map(\.name))
    }
}

/// Description of one key of a table, without its parser.
public struct TableEntry: Sendable {
    public let name: String
    /// One-sentence description of the key for the reference page.
    public let summary: String
    public let expected: String
    public let schema: JSONValue
    public let isRequired: Bool
    /// Name of the key in earlier releases; accepted with a warning until the next major version.
    public let formerName: String?
    public let tables: @Sendable () -> [any AnyTable]

    public init<Value>(
        _ name: String,
        _ setting: Setting<Value>,
        isRequired: Bool = false,
        formerly formerName: String? = nil,
        _ summary: String
    ) {
        (self.name, self.summary, self.isRequired, self.formerName) = (name, summary, isRequired, formerName)
        (expected, schema, tables) = (setting.expected, setting.schema, setting.tables)
    }

    /// The current name and the former name, if any.
    var names: [String] { [name] + (formerName.map { [$0] } ?? []) }
}

/// One key of a table.
public struct Key<Whole: Sendable>: Sendable {
    let entry: TableEntry
    /// Reads the key's value from a node and stores it in `Whole`; returns false for an invalid value.
    let read: @Sendable (Node, inout Whole, Reading) -> Bool

    public var name: String { entry.name }

    public init<Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ path: any WritableKeyPath<Whole, Value> & Sendable,
        required: Bool = false,
        formerly formerName: String? = nil,
        _ summary: String
    ) {
        self.init(name, setting, required, formerName, summary) { $0[keyPath: path] = $1 }
    }

    public init<Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ path: any WritableKeyPath<Whole, Value?> & Sendable,
        required: Bool = false,
        formerly formerName: String? = nil,
        _ summary: String
    ) {
        self.init(name, setting, required, formerName, summary) { $0[keyPath: path] = $1 }
    }

    /// Creates a key for a mapping. The mapping sets properties of the value at `path`; other keys may set further
    /// properties of this value.
    public init<Part: Sendable>(
        _ name: String,
        _ table: Table<Part>,
        partOf path: any WritableKeyPath<Whole, Part> & Sendable,
        _ summary: String
    ) {
        self.init(entry: TableEntry(name, Setting<Part>.table(table), summary)) { node, whole, reading in
            table.read(node, into: &whole[keyPath: path], reading)
        }
    }

    /// Creates a key only for the reference page and the JSON Schema. Other code parses and removes the key before the
    /// table reads the mapping.
    public init<Value: Sendable>(earlier name: String, _ setting: Setting<Value>, _ summary: String) {
        self.init(name, setting, false, nil, summary) { _, _ in }
    }

    private init<Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ isRequired: Bool,
        _ formerName: String?,
        _ summary: String,
        _ set: @escaping @Sendable (inout Whole, Value) -> Void
    ) {
        entry = TableEntry(name, setting, isRequired: isRequired, formerly: formerName, summary)
        read = { node, whole, reading in
            guard let value = setting.read(node, reading) else { return false }
            set(&whole, value)
            return true
        }
    }

    private init(entry: TableEntry, read: @escaping @Sendable (Node, inout Whole, Reading) -> Bool) {
        (self.entry, self.read) = (entry, read)
    }

    /// Converts the key for the table of a larger value; `path` is the path from the larger value to `Whole`.
    public func of<Larger: Sendable>(_ path: any WritableKeyPath<Larger, Whole> & Sendable) -> Key<Larger> {
        let read = read
        return Key<Larger>(entry: entry) { read($0, &$1[keyPath: path], $2) }
    }
}

/// A type-erased table.
public protocol AnyTable: Sendable {
    var name: String { get }
    var summary: String { get }
    /// Descriptions of the keys.
    var entries: [TableEntry] { get }
}

extension Table: AnyTable {
    public var entries: [TableEntry] { keys.map(\.entry) }
}

/// Result builder that collects the keys of a table.
@resultBuilder
public enum TableBuilder<Whole: Sendable> {
    public static func buildExpression(_ key: Key<Whole>) -> [Key<Whole>] { [key] }
    public static func buildExpression(_ keys: [Key<Whole>]) -> [Key<Whole>] { keys }
    public static func buildBlock(_ keys: [Key<Whole>]...) -> [Key<Whole>] { keys.flatMap { $0 } }
}
