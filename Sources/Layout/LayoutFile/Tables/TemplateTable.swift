internal import JSON
internal import Schema
internal import YAML

/// A template before expansion. Its view is read each time the template is used.
struct TemplateLayout: Sendable {
    /// Parameters with their default values.
    var parameters: [Named<Node>] = []
    var view: Node?

    static let table = Table<TemplateLayout>(
        "Template",
        "A reusable view with parameters.",
        of: TemplateLayout()
    ) {
        Key(
            "parameters",
            .parameters,
            \.parameters,
            "Parameters with their default values; a parameter without a value is required."
        )
        Key("view", .templateView, \.view, required: true, "The view; `${name}` is replaced by the parameter's value.")
    }
}

extension Setting where Value == [Named<Node>] {
    /// Accepts a mapping from parameter names to values.
    static var parameters: Setting { .dictionary(of: .node) }
}

extension Setting where Value == Node {
    /// Accepts any value of `repeat:`. `Repetition` parses the value before the view is read.
    static var repetition: Setting {
        let items: JSONValue = [
            "anyOf": [["type": "array"], ["type": "string", "pattern": #"\.\.|\$\{"#]]
        ]
        let named: JSONValue = [
            "type": "object", "additionalProperties": items, "minProperties": 1, "maxProperties": 1,
        ]
        let schema: JSONValue = ["anyOf": .list((items["anyOf"]?.list ?? []) + [named])]
        return Setting(expected: Repetition.expected, schema: schema) { node, _ in node }
    }

    /// Accepts a view without parsing it, because the view is parsed at each use of the template.
    fileprivate static var templateView: Setting {
        let schema = ParametrizedSchema.view
        let read: @Sendable (Node, Reading) -> Node? = { node, reading in
            if node.mapping != nil { return node }
            reading.expected("a mapping", not: node.kind, at: node)
            return nil
        }
        return Setting(expected: "a mapping", schema: schema, tables: { [ViewLayout.table] }, read: read)
    }
}
