public import JSON
public import YAML

/// The keys of a mapping, from which parser, JSON Schema and reference page are derived.
public struct Table<Whole: Sendable>: Sendable {
    /// Name in JSON Schema and on the reference page.
    public let name: String
    /// Description of the mapping, in one sentence.
    public let summary: String
    public let keys: [Key<Whole>]
    private let empty: @Sendable () -> Whole

    /// Creates a table; `empty` is the value of a mapping without any keys.
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

    /// Reads a mapping and reports every error in it; nil if a required key is missing or invalid.
    public func read(_ node: Node, _ reading: Reading) -> Whole? {
        var whole = empty()
        return read(node, into: &whole, reading) ? whole : nil
    }

    /// Reads a mapping into an existing value; false if it is no mapping or a required key is missing or invalid.
    public func read(_ node: Node, into whole: inout Whole, _ reading: Reading) -> Bool {
        guard let pairs = node.mapping else {
            func names() -> String {
                guard let scalar = node.scalar, !scalar.isNull else { return "" }
                if let short = shortForm(node, whole) { return "; write '{ \(short): \(scalar.shown) }'" }
                guard keys.count <= 12 else { return "" }
                return "; its keys are \(keys.map(\.name).joined(separator: ", "))"
            }
            reading.error("a mapping is expected here, not \(node.kind)\(names())", at: node)
            return false
        }
        var isComplete = true
        for (index, pair) in pairs.enumerated() {
            guard let key = key(named: pair.key, in: node, reading) else {
                func fix() -> String {
                    (index > 0 ? Fixes.decimalComma(pairs[index - 1], pair) : nil) ?? hint(pair.key)
                }
                reading.error("\(self.name) has no key \(pair.key.name)\(fix())", at: pair.key)
                continue
            }
            if !key.read(pair.value, &whole, reading), key.entry.isRequired { isComplete = false }
        }
        for key in keys where key.entry.isRequired && !key.entry.names.contains(where: { node[$0] != nil }) {
            reading.error("\(name) needs '\(key.name)': \(key.entry.expected)", at: node)
            isComplete = false
        }
        return isComplete
    }

    /// Returns the key with a name; warns of a former name, and reports an error if both names are given.
    private func key(named node: Node, in mapping: Node, _ reading: Reading) -> Key<Whole>? {
        guard let name = node.scalar?.text else { return nil }
        if let key = keys.first(where: { $0.name == name }) { return key }
        guard let key = keys.first(where: { $0.entry.formerName == name }) else { return nil }
        if mapping[key.name] != nil {
            reading.error(
                "'\(name)' is the former name of '\(key.name)', which is also set; remove '\(name)'",
                at: node
            )
        } else {
            reading.warning(
                "'\(name)' is now called '\(key.name)'; the former name works for one more release",
                at: node.mark
            )
        }
        return key
    }

    /// Returns the only required key, if the scalar in place of the mapping is a valid value for it.
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
        if name == "<<" { return "; merge keys are not supported, so copy the keys of the other mapping" }
        if let fixed = key.scalar?.withBlankAfterColon {
            return "; write a space after the colon: '\(fixed)'"
        }
        return Names.suggestion(for: name, in: keys.map(\.name))
    }
}

/// Description of one key of a table, without its reader.
public struct TableEntry: Sendable {
    public let name: String
    /// Description of the key for the reference page, in one sentence.
    public let summary: String
    public let expected: String
    public let schema: JSONValue
    public let isRequired: Bool
    /// Name in the previous release, which is accepted with a warning.
    public let formerName: String?
    public let tables: @Sendable () -> [any AnyTable]

    /// Creates the description of a key with the given setting.
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

    /// The name and the former name.
    var names: [String] { [name] + (formerName.map { [$0] } ?? []) }
}

/// One key of a table.
public struct Key<Whole: Sendable>: Sendable {
    let entry: TableEntry
    /// Reads a value into the whole; returns false if it is invalid.
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

    /// A table for a part of the value; other keys may set properties of the same part.
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

    /// Creates a key for the reference page only: it is removed from the mapping before the table reads it.
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

    /// Returns the same key for a larger value that holds this one.
    public func of<Larger: Sendable>(_ path: any WritableKeyPath<Larger, Whole> & Sendable) -> Key<Larger> {
        let read = read
        return Key<Larger>(entry: entry) { read($0, &$1[keyPath: path], $2) }
    }
}

/// A table without its value type.
public protocol AnyTable: Sendable {
    var name: String { get }
    var summary: String { get }
    /// Descriptions of the keys.
    var entries: [TableEntry] { get }
}

extension Table: AnyTable {
    public var entries: [TableEntry] { keys.map(\.entry) }
}

/// Collects the keys of a table that are listed one per line.
@resultBuilder
public enum TableBuilder<Whole: Sendable> {
    public static func buildExpression(_ key: Key<Whole>) -> [Key<Whole>] { [key] }
    public static func buildExpression(_ keys: [Key<Whole>]) -> [Key<Whole>] { keys }
    public static func buildBlock(_ keys: [Key<Whole>]...) -> [Key<Whole>] { keys.flatMap { $0 } }
}
