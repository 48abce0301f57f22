public import JSON
public import YAML

/// The keys that a mapping may have: they drive what is read, JSON Schema and the reference page.
public struct Table<Whole: Sendable>: Sendable {
    /// What JSON Schema and the reference call it.
    public let name: String
    /// What such a mapping is, in a sentence.
    public let summary: String
    public let keys: [Key<Whole>]
    private let empty: @Sendable () -> Whole

    /// The keys of mappings, and the value that a mapping without any key stands for.
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

    /// Reads a mapping; every mistake in it is reported, and what is right is read all the same.
    public func read(_ node: Node, _ reading: Reading) -> Whole? {
        var whole = empty()
        return read(node, into: &whole, reading) ? whole : nil
    }

    /// Reads a mapping over what is there already; false if a key that must be there is not, or if it is no mapping.
    public func read(_ node: Node, into whole: inout Whole, _ reading: Reading) -> Bool {
        guard let pairs = node.mapping else {
            func names() -> String {
                guard let scalar = node.scalar, !scalar.isNull else { return "" }
                if let short = shortForm(node, whole) { return "; write '{ \(short): \(scalar.shown) }'" }
                guard keys.count <= 12 else { return "" }
                return "; its keys are \(keys.map(\.name).joined(separator: ", "))"
            }
            reading.error("a mapping is expected here, and not \(node.kind)\(names())", at: node)
            return false
        }
        var isComplete = true
        for (index, pair) in pairs.enumerated() {
            guard let name = pair.key.scalar?.text, let key = keys.first(where: { $0.name == name }) else {
                func fix() -> String {
                    (index > 0 ? Fixes.decimalComma(pairs[index - 1], pair) : nil) ?? hint(pair.key)
                }
                reading.error("\(self.name) has no key \(pair.key.name)\(fix())", at: pair.key)
                continue
            }
            if !key.read(pair.value, &whole, reading), key.entry.isRequired { isComplete = false }
        }
        for key in keys where key.entry.isRequired && node[key.name] == nil {
            reading.error("\(name) needs '\(key.name)': \(key.entry.expected)", at: node)
            isComplete = false
        }
        return isComplete
    }

    /// The only needed key, if a value in the place of the mapping is meant for it.
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
        if name == "<<" { return "; mappings are not merged, so write its keys out" }
        if let fixed = key.scalar?.withBlankAfterColon {
            return "; a blank belongs behind the colon: write '\(fixed)'"
        }
        return Names.suggestion(for: name, in: keys.map(\.name))
    }
}

/// One key of a table, without how it is read.
public struct TableEntry: Sendable {
    public let name: String
    /// What it does, in a sentence for the reference.
    public let summary: String
    public let expected: String
    public let schema: JSONValue
    public let isRequired: Bool
    public let tables: @Sendable () -> [any AnyTable]

    /// A key whose values a setting reads.
    public init<Value>(_ name: String, _ setting: Setting<Value>, isRequired: Bool = false, _ summary: String) {
        (self.name, self.summary, self.isRequired) = (name, summary, isRequired)
        (expected, schema, tables) = (setting.expected, setting.schema, setting.tables)
    }
}

/// One key of a table.
public struct Key<Whole: Sendable>: Sendable {
    let entry: TableEntry
    /// Reads a value into the whole; returns false after a mistake.
    let read: @Sendable (Node, inout Whole, Reading) -> Bool

    public var name: String { entry.name }

    public init<Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ path: any WritableKeyPath<Whole, Value> & Sendable,
        required: Bool = false,
        _ summary: String
    ) {
        self.init(name, setting, required, summary) { $0[keyPath: path] = $1 }
    }

    public init<Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ path: any WritableKeyPath<Whole, Value?> & Sendable,
        required: Bool = false,
        _ summary: String
    ) {
        self.init(name, setting, required, summary) { $0[keyPath: path] = $1 }
    }

    /// A key that is taken out of the mapping before the table reads it; here it stands for the reference.
    public init<Value: Sendable>(earlier name: String, _ setting: Setting<Value>, _ summary: String) {
        self.init(name, setting, false, summary) { _, _ in }
    }

    private init<Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ isRequired: Bool,
        _ summary: String,
        _ set: @escaping @Sendable (inout Whole, Value) -> Void
    ) {
        entry = TableEntry(name, setting, isRequired: isRequired, summary)
        read = { node, whole, reading in
            guard let value = setting.read(node, reading) else { return false }
            set(&whole, value)
            return true
        }
    }
}

/// A table of whatever it is that its mappings say.
public protocol AnyTable: Sendable {
    var name: String { get }
    var summary: String { get }
    /// The keys with what is said of them.
    var entries: [TableEntry] { get }
}

extension Table: AnyTable {
    public var entries: [TableEntry] { keys.map(\.entry) }
}

/// Lets the keys of a table stand below each other.
@resultBuilder
public enum TableBuilder<Whole: Sendable> {
    public static func buildExpression(_ key: Key<Whole>) -> [Key<Whole>] { [key] }
    public static func buildExpression(_ keys: [Key<Whole>]) -> [Key<Whole>] { keys }
    public static func buildBlock(_ keys: [Key<Whole>]...) -> [Key<Whole>] { keys.flatMap { $0 } }
}
