internal import HandlerEvents
internal import JSON
internal import PluginAPI

extension WebhookRequest {
    /// Returns the address for one event. A path is appended to the base address; returns nil without a base address.
    func address(_ handlerEvent: HandlerEvent, _ binding: Binding, base: String?) -> String? {
        let own = url.map { binding.expand($0, handlerEvent, escape: .url) } ?? ""
        if Address.isAbsolute(own) { return own }
        return base.map { Address.join($0, own) }
    }

    /// Returns the body and its content type; nil for a request without a body.
    func content(_ handlerEvent: HandlerEvent, _ binding: Binding) -> (bytes: [UInt8], type: String)? {
        guard method != .get else { return nil }
        switch body {
        case nil: return (Self.whole(handlerEvent, binding), contentType ?? "application/json")
        case .text(let template):
            let type = contentType ?? "text/plain; charset=utf-8"
            return (Array(binding.expand(template, handlerEvent, escape: Self.escape(type)).utf8), type)
        case .some(let value):
            let text = binding.expand(value, handlerEvent).description
            return (Array(text.utf8), contentType ?? "application/json")
        }
    }

    /// Returns the escaping of substituted values in a body with this content type.
    private static func escape(_ type: String) -> Template.Escape {
        let kind = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if kind == "application/json" || kind.hasSuffix("+json") { return .json }
        return kind == "application/x-www-form-urlencoded" ? .url : .plain
    }

    private static func whole(_ handlerEvent: HandlerEvent, _ binding: Binding) -> [UInt8] {
        var bytes = JSONBytes()
        bytes.append(raw: "{\"host\":")
        bytes.append(binding.text(for: .host, in: handlerEvent))
        bytes.append(raw: ",")
        handlerEvent.write(to: &bytes, for: binding)
        bytes.append(raw: "}")
        return bytes.bytes
    }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        let own = url.map { binding.expand($0, handlerEvent, escape: .url) } ?? ""
        var members: [JSONValue.Member] = [.init("url", .text(own)), .init("method", .text(method.rawValue))]
        if let content = content(handlerEvent, binding) {
            members.append(.init("body", .text(String(decoding: content.bytes, as: UTF8.self))))
        }
        return .object(members)
    }
}
