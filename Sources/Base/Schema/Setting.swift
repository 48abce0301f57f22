public import JSON
public import YAML

/// Type of a value in a source text: how it is read, and its description in messages and JSON Schema.
public struct Setting<Value: Sendable>: Sendable {
    /// What is expected, with its article: "a number from 0 to 1".
    public let expected: String
    /// JSON Schema of the value; tables are referenced as `#/$defs/NAME`.
    public let schema: JSONValue
    /// The tables that the schema refers to.
    public let tables: @Sendable () -> [any AnyTable]
    private let body: @Sendable (Node, Reading) -> Value?

    /// Creates a setting; `read` reports an error before it returns nil.
    public init(
        expected: String,
        schema: JSONValue,
        tables: @escaping @Sendable () -> [any AnyTable] = { [] },
        read: @escaping @Sendable (Node, Reading) -> Value?
    ) {
        self.expected = expected
        self.schema = schema
        self.tables = tables
        body = read
    }

    /// Creates a setting for scalars; if `read` returns nil, "EXPECTED is expected here, not …" is reported.
    ///
    /// `fix` returns what to write instead, for the message.
    public init(
        expected: String,
        schema: JSONValue,
        fix: @escaping @Sendable (Node) -> String? = { _ in nil },
        scalar read: @escaping @Sendable (Scalar) -> Value?
    ) {
        self.init(expected: expected, schema: schema) { node, reading in
            if let value = node.scalar.flatMap(read) { return value }
            func remedy() -> String { Fixes.words(Fixes.unquotedPlaceholder(node) ?? fix(node)) }
            reading.error("\(expected) is expected here, not \(node.kind)\(remedy())", at: node)
            return nil
        }
    }

    /// Reads the value of a node; reports an error and returns nil if it is invalid.
    public func read(_ node: Node, _ reading: Reading) -> Value? { body(node, reading) }

    /// Converts the value; nil from `transform` is reported as an error.
    public func map<Other: Sendable>(
        expected: String? = nil,
        _ transform: @escaping @Sendable (Value) -> Other?
    ) -> Setting<Other> {
        let expected = expected ?? self.expected
        let body = body
        return Setting<Other>(expected: expected, schema: schema, tables: tables) { node, reading in
            guard let value = body(node, reading) else { return nil }
            if let other = transform(value) { return other }
            reading.error("\(expected) is expected here, not \(node.kind)", at: node)
            return nil
        }
    }

    /// Checks or completes the value after it is read; `look` reports errors.
    public func then(_ look: @escaping @Sendable (inout Value, Node, Reading) -> Void) -> Setting {
        let body = body
        return Setting(expected: expected, schema: schema, tables: tables) { node, reading in
            guard var value = body(node, reading) else { return nil }
            look(&value, node, reading)
            return value
        }
    }

    /// Returns the setting with another description in messages or JSON Schema.
    public func described(_ expected: String? = nil, schema: JSONValue? = nil) -> Setting {
        Setting(expected: expected ?? self.expected, schema: schema ?? self.schema, tables: tables, read: body)
    }
}
