internal import HandlerEvents
internal import JSON
internal import Schema

/// JSON Schema and reference documentation of the tree commands, which layouts call as `tree.NAME`.
enum TreeHandlerSchema {
    /// Schema properties for calls of tree commands: one member per command, with the schema of its arguments.
    static let calls: [JSONValue.Member] = TreeHandler.allCases.map { handler in
        .init("\(TreeHandler.plugin).\(handler.rawValue)", ["$ref": .text("#/$defs/\(name(handler))")])
    }

    /// Schemas of the arguments of each command, by definition name.
    static var definitions: [(name: String, schema: JSONValue)] {
        let steps = properties(TransformLayout.table.entries) { _ in true }
        let transform = ("tree-Transform", object(steps, required: []))
        return [transform]
            + TreeHandler.allCases.map { handler in
                let description = JSONValue.Member("description", .text(handler.summary))
                return (name(handler), .object([description] + (schema(handler).members ?? [])))
            }
    }

    private static func name(_ handler: TreeHandler) -> String { "tree-\(handler.rawValue)" }

    private static let id: JSONValue = ["type": "string", "minLength": 1]
    /// Schemas that accept one id or a list of ids.
    private static let idChoices: [JSONValue] = [id, ["type": "array", "items": id, "minItems": 1]]
    private static let ids: JSONValue = ["anyOf": .list(idChoices)]

    private static func schema(_ handler: TreeHandler) -> JSONValue {
        switch handler.argument {
        case .views: ids
        case .page, .controller, .responder: id
        case .toggle:
            [
                "anyOf": .list(
                    idChoices + [
                        object(
                            [
                                .init("view", ids),
                                .init("property", ["enum": names(ViewFlag.allCases.map(\.rawValue))]),
                            ],
                            required: ["view", "property"]
                        )
                    ]
                )
            ]
        case .properties:
            object(
                [.init("view", ids)] + properties(ViewLayout.propertyEntries, areNumbers),
                required: ["view"],
                least: 2
            )
        case .event:
            object([.init("view", ids), .init("event", ["enum": names(controlEvents)])], required: ["view", "event"])
        case .accommodations:
            [
                "anyOf": .list([
                    state, object([.init("screen", ids), .init("enabled", state)], required: ["screen", "enabled"]),
                ])
            ]
        }
    }

    private static var controlEvents: [String] {
        EventName.allCases.filter { $0.family == .control }.map(\.rawValue)
    }

    private static func names(_ all: [String]) -> JSONValue { .list(all.map { .text($0) }) }

    private static func object(_ properties: [JSONValue.Member], required: [String], least: Int = 0) -> JSONValue {
        [
            "type": "object", "properties": .object(properties), "required": names(required),
            "additionalProperties": false, "minProperties": .number(Double(least)),
        ]
    }

    // MARK: Placeholders

    /// Whether a placeholder may replace a number or Boolean in a property.
    private static func areNumbers(_ property: String) -> Bool {
        ["value", "alpha", "tag", "frame", "bounds", "center", "transform"].contains(property)
            || ViewFlag(rawValue: property) != nil
    }

    /// Schemas of properties. If `areOpen` returns true for a property, its numbers and Booleans may be placeholders.
    private static func properties(_ entries: [TableEntry], _ areOpen: (String) -> Bool) -> [JSONValue.Member] {
        entries.map { entry in
            let schema = areOpen(entry.name) ? open(entry.schema) : entry.schema
            return .init(entry.name, ["description": .text(entry.summary), "anyOf": [schema]])
        }
    }

    /// Schema of the state to which `tree.accommodate` switches.
    private static let state: JSONValue = ["anyOf": [["type": "boolean"], ["enum": ["toggle"]], placeholder]]
    private static let placeholder: JSONValue = ["type": "string", "pattern": #"^\{\{.*\}\}$"#]

    /// Returns a schema in which each number or Boolean may be a placeholder.
    private static func open(_ schema: JSONValue) -> JSONValue {
        if schema["$ref"] == "#/$defs/Transform" { return ["$ref": "#/$defs/tree-Transform"] }
        if let choices = schema["anyOf"]?.list { return ["anyOf": .list(choices.map(open))] }
        switch schema["type"]?.text {
        case "number", "integer", "boolean": return ["anyOf": [schema, placeholder]]
        case "array":
            return .object(
                (schema.members ?? []).map { .init($0.key, $0.key == "items" ? open($0.value) : $0.value) }
            )
        default: return schema
        }
    }

    // MARK: Reference page

    /// Returns the section of the reference documentation that lists the tree commands.
    static func markdown() -> String {
        var text = "### All tree commands\n\nThese calls need no entry in `plugins:`.\n\n"
        text += "| call | effect |\n|---|---|\n"
        for handler in TreeHandler.allCases {
            text += "| `\(TreeHandler.plugin).\(handler.rawValue): \(example(handler))` | \(handler.summary) |\n"
        }
        return text
    }

    private static func example(_ handler: TreeHandler) -> String {
        switch handler {
        case .show, .hide: "[menu, veil]"
        case .toggle: "menu"
        case .enable, .disable: "[play, stop]"
        case .set: "{ view: lamp, alpha: 0.5, hidden: false }"
        case .bringToFront, .sendToBack: "card"
        case .push, .present, .dismiss: "settings"
        case .pop, .popToRoot: "pages"
        case .becomeFirstResponder: "player"
        case .send: "{ view: volume, event: valueChanged }"
        case .accommodate: "toggle"
        }
    }
}
