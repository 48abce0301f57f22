public import JSON
public import Schema

/// Generates the JSON Schema of layouts and the layout reference from the tables of layout keys.
public enum LayoutSchema {
    /// Returns the JSON Schema (2020-12) of layouts, including the settings of the given plugins.
    public static func json(plugins: [any AnyTable] = []) -> JSONValue {
        var schema = JSONSchema(common: [include])
        schema.define(Layout.table)
        for (name, value) in TreeHandlerSchema.definitions { schema.define(name, value) }
        for (name, value) in ParametrizedSchema.definitions(of: schema.defined, from: ViewLayout.table.name) {
            schema.define(name, value)
        }
        // In a template, the class may be a parameter, so the rules about classes apply only to views outside of
        // templates.
        if let view = schema.defined.first(where: { $0.key == ViewLayout.table.name }) {
            let rules = JSONValue.Member("dependentSchemas", ViewLayout.classSchema)
            schema.define(view.key, .object((ParametrizedSchema.repeatable(view.value).members ?? []) + [rules]))
        }
        if !plugins.isEmpty {
            for plugin in plugins { schema.define(plugin, as: definition(of: plugin), besides: [type]) }
            schema.define("Plugin", self.plugin(plugins))
        } else {
            schema.define("Plugin", anyPlugin)
        }
        return schema.document(of: Layout.table.name, title: "Touchbridge layout")
    }

    /// Returns the generated part of docs/reference/layout.md, which lists the keys.
    public static func markdown() -> String {
        Reference.markdown(of: Layout.table, heading: "###") + "\n" + EventReference.markdown() + "\n"
            + TreeHandlerSchema.markdown()
    }

    private static let include = entry("include", "A file whose keys are added to this mapping.")
    private static let type = entry("type", "The type of plugin.")

    private static func entry(_ name: String, _ summary: String) -> TableEntry {
        TableEntry(name, Setting<String>.name.described(schema: ["type": "string"]), summary)
    }

    private static var anyPlugin: JSONValue {
        ["type": "object", "properties": ["type": ["type": "string"]], "required": ["type"]]
    }

    private static func definition(of plugin: any AnyTable) -> String { "plugin-\(plugin.name)" }

    /// Returns the schema of a plugin; the value of `type` determines which other keys are allowed.
    private static func plugin(_ plugins: [any AnyTable]) -> JSONValue {
        let names = plugins.map { JSONValue.text($0.name) }
        let rules: [JSONValue] = plugins.map { plugin in
            [
                "if": ["properties": ["type": ["const": .text(plugin.name)]]],
                "then": ["$ref": .text("#/$defs/\(definition(of: plugin))")],
            ]
        }
        return [
            "type": "object", "properties": ["type": ["enum": .list(names)]], "required": ["type"],
            "allOf": .list(rules),
        ]
    }
}
