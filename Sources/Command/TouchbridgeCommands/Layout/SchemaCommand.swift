internal import CommandSupport
internal import JSON
internal import LayoutFile
internal import PluginAPI

/// Tells what may stand in a layout, for editors and for people.
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "print the JSON Schema of layouts"
    static let flags: Set<String> = ["markdown"]
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge schema [--markdown]

        Prints the JSON Schema (2020-12) of layouts, with which an editor completes keys and marks mistakes while one
        writes. It is made of the tables that layouts are read by.

          --markdown    the keys as a reference for people instead

        For the YAML extensions of editors, write it to a file and begin the layout with a line that names the file:

          touchbridge schema > layout.schema.json
          # yaml-language-server: $schema=layout.schema.json
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("schema takes no names") }
        try Console.print(
            arguments.has("markdown")
                ? LayoutSchema.markdown()
                : LayoutSchema.json(plugins: LayoutReading.pluginTypes.map(\.settings)).indented
        )
        return 0
    }
}
