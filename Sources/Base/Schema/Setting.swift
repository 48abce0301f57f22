public import JSON
public import YAML

/// Type of a value in a source text. Parses the value, and describes it in messages and in the JSON Schema.
public struct Setting<Value: Sendable>: Sendable {
    /// Description of a valid value, with its article, such as "a number from 0 to 1".
    public let expected: String
    /// JSON Schema of the value; references a table (a mapping with known keys) as `#/$defs/NAME`.
    public let schema: JSONValue
    /// Returns the tables that the schema references.
    public let tables: @Sendable () -> [any AnyTable]
    private let body: @Sendable (Node, Reading) -> Value?

    /// Creates a setting. `read` must report an error before it returns nil.
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

    /// Creates a setting for scalars. If `read` returns nil, reports the error "'KEY' must be EXPECTED, not …".
    ///
    /// `fix` returns a correction for the message.
    public init(
        expected: String,
        schema: JSONValue,
        fix: @escaping @Sendable (Node) -> String? = { _ in nil },
        scalar read: @escaping @Sendable (Scalar) -> Value?
    ) {
        self.init(expected: expected, schema: schema) { node, reading in
            if let value = node.scalar.flatMap(read) { return value }
            func remedy() -> String { Fixes.words(Fixes.unquotedPlaceholder(node) ?? fix(node)) }
            reading.expected(expected, not: "\(node.kind)\(remedy())", at: node)
            return nil
        }
    }

    /// Reads the value of a node; reports an error and returns nil if the value is invalid.
    public func read(_ node: Node, _ reading: Reading) -> Value? { body(node, reading) }

    /// Returns a setting that converts the value; reports an error if `transform` returns nil.
    public func map<Other: Sendable>(
        expected: String? = nil,
        _ transform: @escaping @Sendable (Value) -> Other?
    ) -> Setting<Other> {
        let expected = expected ?? self.expected
        let body = body
        return Setting<Other>(expected: expected, schema: schema, tables: tables) { node, reading in
            guard let value = body(node, reading) else { return nil }
            if let other = transform(value) { return other }
            reading.expected(expected, not: node.kind, at: node)
            return nil
        }
    }

    /// Returns a setting that calls `look` after reading a value. `look` may modify the value and report errors.
    public func then(_ look: @escaping @Sendable (inout Value, Node, Reading) -> Void) -> Setting {
        let body = body
        return Setting(expected: expected, schema: schema, tables: tables) { node, reading in
            guard var value = body(node, reading) else { return nil }
            look(&value, node, reading)
            return value
        }
    }

    /// Returns a copy of the setting with a different description in messages or a different JSON Schema.
    public func described(_ expected: String? = nil, schema: JSONValue? = nil) -> Setting {
        Setting(expected: expected ?? self.expected, schema: schema ?? self.schema, tables: tables, read: body)
    }
}
