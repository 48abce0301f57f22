internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// Arguments of the handler `post`.
struct WebhookRequest: HandlerArguments, Hashable {
    enum Method: String, Sendable, CaseIterable {
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case get = "GET"
    }

    /// Address or path; nil means the plugin's address.
    var url: Template?
    var method = Method.post
    var headers: [Header] = []
    /// Body of the request; nil means the complete event.
    var body: TemplateValue?
    /// Content type; nil means the default for this kind of body.
    var contentType: String?

    var templates: [Template] { [url].compactMap { $0 } + headers.map(\.value) + (body?.templates ?? []) }

    static let table = Table<WebhookRequest>(
        "webhook.post",
        "A request to send.",
        of: WebhookRequest(),
        keys: {
            Key("url", .address, \.url, "The address, or a path that is appended to the plugin's 'url'.")
            Key("method", .method, \.method, "The HTTP method: post, put, patch, delete or get. Default: post.")
            Key("headers", .headers, \.headers, "Headers in addition to the plugin's.")
            Key(
                "body",
                .anything,
                \.body,
                "A string, or a value that is sent as JSON. Default: the whole event."
            )
            Key("contentType", .name, \.contentType, "The media type of a body that is neither JSON nor plain text.")
        }
    )

    /// Accepts the value of `post:`.
    static var setting: Setting<WebhookRequest> {
        let address = Setting<Template?>.address
        let whole = Setting<WebhookRequest>.table(table)
        return Setting(
            expected: "\(address.expected), or a mapping",
            schema: ["anyOf": [address.schema, whole.schema]],
            tables: whole.tables
        ) { node, reading in
            guard node.mapping != nil else { return address.read(node, reading).map { WebhookRequest(url: $0) } }
            guard let request = whole.read(node, reading) else { return nil }
            if request.method == .get, request.body != nil {
                let message = "a GET request cannot have a body; remove 'body', or change 'method'"
                reading.error(message, .conflict, at: node["body"] ?? node)
            }
            if let type = request.contentType, !type.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) {
                reading.error(
                    "a content type must have the form type/subtype, such as text/csv",
                    .wrongValue,
                    at: node["contentType"] ?? node
                )
            }
            return request
        }
    }
}

extension Setting where Value == Template? {
    /// Accepts an absolute address or a path.
    static var address: Setting {
        let template = Setting<Template>.template
        return Setting(expected: "an address or a path", schema: ["type": "string"]) { node, reading in
            guard let value = template.read(node, reading) else { return nil }
            if let mistake = Address.mistake(value.source.withoutPlaceholders) {
                reading.error(mistake, .wrongValue, at: node)
                return nil
            }
            let server = try? Template(String(Address.server(value.source)))
            if let changing = server?.placeholders.first(where: { ![.host, .plugin, .screen].contains($0) }) {
                let message =
                    "'{{\(changing.rawValue)}}' in the host name selects a different server for each event"
                reading.warning("\(message); move the placeholder to the path", .wrongPlaceholder, at: node.mark)
            }
            return value
        }
    }
}

extension WebhookRequest {
    /// Reports an error if neither the request nor the plugin has an absolute address.
    static func check(_ settings: WebhookSettings, _ call: PluginCall, _ reading: Reading) {
        guard settings.url == nil, let request = call.arguments as? WebhookRequest else { return }
        if let path = request.url {
            guard !Address.isAbsolute(path.source) else { return }
            let mark = call.node.map { $0["url"] ?? $0 }?.mark ?? call.mark
            let message = "'\(path.source)' does not start with http:// or https://, and the plugin has no 'url'"
            reading.error("\(message); add 'url' to the plugin, or write a complete URL", .missingKey, at: mark)
        } else {
            reading.error(
                "the request has no URL; add 'url' to the request or to the plugin",
                .missingKey,
                at: call.mark
            )
        }
    }
}

extension String {
    /// The string with each placeholder replaced by "x", for checks of the fixed text.
    fileprivate var withoutPlaceholders: String {
        var (result, rest) = ("", self[...])
        while let open = rest.utf8Range(of: "{{"), let close = rest[open.upperBound...].utf8Range(of: "}}") {
            result += rest[..<open.lowerBound] + "x"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}

extension Setting where Value == WebhookRequest.Method {
    static var method: Setting {
        .choice(["post": .post, "put": .put, "patch": .patch, "delete": .delete, "get": .get])
    }
}
