internal import HandlerEvents
internal import JSON
internal import Platform
package import PluginAPI
internal import Schema
internal import YAML

/// Plugin type that runs Lua functions: see docs/reference/plugins/script.md.
package enum ScriptPlugin {
    package static let type = PluginType(
        ScriptSettings.table,
        handlers: [],
        otherHandlers: HandlerType(
            "FUNCTION",
            Setting<TemplateValue>.anything,
            default: .object([]),
            "Calls the script's function of this name, with the value after the colon."
        ),
        check: { settings, node, reading in _ = check(settings, node, reading) },
        traits: { settings, node in
            var traits = PluginTraits(isUsefulWithoutBindings: true, setsAnything: true)
            traits.functions = check(settings, node, Reading())
            traits.persistsState = settings.persist
            return traits
        },
        script: { (settings) throws(ScriptError) in try LuaScript(settings) }
    )

    /// Loads the script to find errors. Returns the names of its functions, or nil if the script has an error.
    private static func check(_ settings: ScriptSettings, _ node: Node, _ reading: Reading) -> [String]? {
        let text = node["code"]
        if text != nil, node["file"] != nil {
            reading.error("'code' and 'file' cannot both be set; remove one of them", .conflict, at: node)
            return nil
        }
        guard let place = text ?? node["file"] else {
            reading.error(
                "a script needs 'code' (the Lua source) or 'file' (the path of a Lua file)",
                .missingKey,
                at: node
            )
            return nil
        }
        guard settings.text.utf8.count <= ScriptSettings.codeLimit else {
            let limit = ScriptSettings.codeLimit
            reading.error(
                "the script has \(settings.text.utf8.count) bytes, more than the limit of \(limit); shorten it",
                .limitExceeded,
                at: place
            )
            return nil
        }
        do throws(ScriptError) {
            let script = try LuaScript(settings)
            try script.load(nil, at: 0, by: NoHost())
            return try script.handlers()
        } catch {
            var mark = place.mark
            if let line = error.line, settings.file == nil, [.literal, .folded].contains(text?.scalar?.style) {
                // The text of a YAML block scalar begins on the line after the `|` or `>`.
                (mark.line, mark.column) = (mark.line + line, 1)
                reading.error(error.message, .scriptError, at: mark)
            } else {
                reading.error("\(settings.file.map { "\($0.path): " } ?? "")\(error)", .scriptError, at: mark)
            }
            return nil
        }
    }

    /// Script host for the check; its functions have no effect.
    private final class NoHost: ScriptHost {
        func get(_ property: String, of view: String) throws(CommandRejection) -> JSONValue { .null }
        func set(_ properties: JSONValue, of view: String) throws(CommandRejection) {}
        func call(_ handler: String, _ arguments: JSONValue) throws(CommandRejection) {}
        func emit(_ action: String, _ value: Double) throws(CommandRejection) {}
        func log(_ text: @autoclosure () -> String) {}
    }
}
