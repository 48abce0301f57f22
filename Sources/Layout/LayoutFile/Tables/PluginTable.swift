internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == PluginLayout {
    /// A plugin's mapping, of which only the type is read here.
    static var plugin: Setting {
        Setting(
            expected: "a mapping with a type",
            // Defined by who knows which plugins there are.
            schema: ["$ref": "#/$defs/Plugin"]
        ) { node, reading in
            guard node.mapping != nil else {
                reading.error("a mapping with a type is expected here, and not \(node.kind)", at: node)
                return nil
            }
            guard let type = node["type"] else {
                let fixed = node.mapping?.lazy.compactMap { $0.key.scalar?.withBlankAfterColon }.first
                func remedy() -> String {
                    if let fixed { return "; a blank belongs behind the colon: write '\(fixed)'" }
                    guard let kind = (node["platform"] ?? node["kind"] ?? node["class"])?.scalar else { return "" }
                    return "; write 'type: \(kind.shown)'"
                }
                reading.error("a plugin needs 'type': a name\(remedy())", at: node)
                return nil
            }
            return Setting<String>.name.read(type, reading).map {
                PluginLayout(type: Located($0, at: type.mark), node: node)
            }
        }
    }
}

extension Setting where Value == [Named<PluginLayout>] {
    /// Plugins by the names that handler calls have for them.
    static var plugins: Setting {
        .dictionary(of: .plugin).then { plugins, _, reading in
            for plugin in plugins where plugin.name.contains(where: { $0 == "." || $0.isWhitespace }) {
                let reason = "calls are written 'plugin.handler'"
                reading.error("a plugin's name has no points and no spaces, since \(reason)", at: plugin.mark)
            }
        }
    }
}
