package import HandlerEvents
package import PluginAPI
package import Schema

extension Setting where Value == Template {
    /// A template in a plugin's settings. Allows only the placeholders `{{host}}` and `{{plugin}}`; other placeholders
    /// need an event.
    package static var settingTemplate: Setting {
        let template = Setting.template
        return Setting(expected: template.expected, schema: template.schema) { node, reading in
            guard let value = template.read(node, reading) else { return nil }
            for placeholder in value.placeholders where placeholder != .host && placeholder != .plugin {
                reading.error(
                    "'{{\(placeholder.rawValue)}}' is available in handler arguments only; use {{host}} or {{plugin}} here",
                    .wrongPlaceholder,
                    at: node
                )
                return nil
            }
            return value
        }
    }
}

extension Template {
    /// Returns the string with the placeholders replaced by values from the plugin's context.
    package func expanded(for context: PluginContext, escape: Escape = .plain) -> String {
        expanded(HandlerEvent(.active, at: 0), escape: escape) { placeholder in
            switch placeholder {
            case .host: context.hostEnvironment.host
            case .plugin: context.name
            default: ""
            }
        }
    }
}
