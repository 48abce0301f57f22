internal import HandlerEvents
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == PluginLayout {
    /// Accepts the mapping of a plugin. Reads only `type`; the plugin type reads the other keys.
    ///
    /// After an error, returns a plugin with an empty `type`. Calls of this plugin then cause no further errors.
    static var plugin: Setting {
        Setting(
            expected: "a mapping with 'type'",
            // `LayoutSchema` generates the definition `Plugin` from the tables of the plugin types.
            schema: ["$ref": "#/$defs/Plugin"]
        ) { node, reading in
            guard node.mapping != nil else {
                func remedy() -> String {
                    guard let scalar = node.scalar, !scalar.isNull, scalar.text.utf8.count < 80 else { return "" }
                    return "; write '{ type: \(scalar.shown) }'"
                }
                reading.expected("a mapping with 'type'", not: "\(node.kind)\(remedy())", at: node)
                return PluginLayout(type: Located("", at: node.mark), node: node)
            }
            guard let type = node["type"] else {
                let fixed = node.mapping?.lazy.compactMap { $0.key.scalar?.withBlankAfterColon }.first
                func remedy() -> String {
                    if let fixed { return "; write a space after the colon: '\(fixed)'" }
                    guard let kind = (node["platform"] ?? node["kind"] ?? node["class"])?.scalar else {
                        return ", as in 'type: log'"
                    }
                    return "; write 'type: \(kind.shown)'"
                }
                reading.error("a plugin needs 'type'\(remedy())", .missingKey, at: node)
                return PluginLayout(type: Located("", at: node.mark), node: node)
            }
            let name = Setting<String>.name.read(type, reading) ?? ""
            return PluginLayout(type: Located(name, at: type.mark), node: node)
        }
    }
}

extension Setting where Value == [Named<PluginLayout>] {
    /// Accepts a mapping from plugin names to plugins; handler calls use these names.
    static var plugins: Setting {
        .dictionary(of: .plugin).then { plugins, _, reading in
            for plugin in plugins where plugin.name.contains(where: { $0 == "." || $0.isWhitespace }) {
                let rule = "a plugin's name cannot contain dots or spaces, because calls are written 'plugin.handler'"
                reading.error("\(rule); use a different name", .wrongName, at: plugin.mark)
            }
            for plugin in plugins where plugin.name == TreeHandler.plugin {
                let reason = "the name 'tree' is reserved for commands to the view tree"
                reading.error("\(reason); use a different name", .wrongName, at: plugin.mark)
            }
        }
    }
}
