public import JSON
public import YAML

/// A kind of value that people may write: how it is read, what messages and JSON Schema say of it.
public struct Setting<Value: Sendable>: Sendable {
    /// What is expected, with its article: "a number from 0 to 1".
    public let expected: String
    /// What JSON Schema says of it; tables are referred to as `#/$defs/NAME`.
    public let schema: JSONValue
    /// The tables that the schema refers to.
    public let tables: @Sendable () -> [any AnyTable]
    private let body: @Sendable (Node, Reading) -> Value?

    /// A kind of value; `read` reports what is wrong before it answers nil.
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

    /// A kind of single value; a nil of `read` is reported as "EXPECTED is expected here, and not …", with what `fix`
    /// says is to be written instead.
    public init(
        expected: String,
        schema: JSONValue,
        fix: @escaping @Sendable (Node) -> String? = { _ in nil },
        scalar read: @escaping @Sendable (Scalar) -> Value?
    ) {
        self.init(expected: expected, schema: schema) { node, reading in
            if let value = node.scalar.flatMap(read) { return value }
            func remedy() -> String { Fixes.words(Fixes.unquotedPlaceholder(node) ?? fix(node)) }
            reading.error("\(expected) is expected here, and not \(node.kind)\(remedy())", at: node)
            return nil
        }
    }

    /// The value that stands at a node, nil after a mistake, which is reported.
    public func read(_ node: Node, _ reading: Reading) -> Value? { body(node, reading) }

    /// The same value in another shape; nil of `transform` is reported as a mistake.
    public func map<Other: Sendable>(
        expected: String? = nil,
        _ transform: @escaping @Sendable (Value) -> Other?
    ) -> Setting<Other> {
        let expected = expected ?? self.expected
        let body = body
        return Setting<Other>(expected: expected, schema: schema, tables: tables) { node, reading in
            guard let value = body(node, reading) else { return nil }
            if let other = transform(value) { return other }
            reading.error("\(expected) is expected here, and not \(node.kind)", at: node)
            return nil
        }
    }

    /// The same value, looked at and completed once it is read; what is wrong with it is reported.
    public func then(_ look: @escaping @Sendable (inout Value, Node, Reading) -> Void) -> Setting {
        let body = body
        return Setting(expected: expected, schema: schema, tables: tables) { node, reading in
            guard var value = body(node, reading) else { return nil }
            look(&value, node, reading)
            return value
        }
    }

    /// The same values, of which messages and JSON Schema say something else.
    public func described(_ expected: String? = nil, schema: JSONValue? = nil) -> Setting {
        Setting(expected: expected ?? self.expected, schema: schema ?? self.schema, tables: tables, read: body)
    }
}
