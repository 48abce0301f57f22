internal import CommandSupport
internal import JSON
internal import LayoutFile
internal import PluginAPI

/// Prints the keys and values that a layout can contain, as JSON Schema for editors or as Markdown for people.
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "print the JSON Schema of layouts, for editors"
    static let flags: Set<String> = ["markdown"]
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge schema [--markdown]

        Prints the JSON Schema (2020-12) of layouts. Editors use the schema to complete keys and mark errors. The
        schema is generated from the tables that the layout parser uses.

          --markdown    print the keys as a reference page instead

        For the YAML extension of an editor, write the schema to a file, and name that file in the layout's first line:

            # yaml-language-server: $schema=layout.schema.json

        For instance:

            touchbridge schema > layout.schema.json
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("'schema' takes no arguments; remove them") }
        try Console.print(
            arguments.has("markdown")
                ? LayoutSchema.markdown()
                : LayoutSchema.json(plugins: LayoutReading.pluginTypes.map(\.settings)).indented
        )
        return 0
    }
}
