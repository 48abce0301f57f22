internal import HandlerEvents
internal import JSON
internal import PluginAPI

/// A message to a plugin process, sent as one line: see docs/reference/plugin-protocol.md.
enum HostMessage {
    case hello(plugin: String, host: String, settings: JSONValue)
    case bindings([Binding])
    case handlerEvent(HandlerEvent, Binding)
    case reply(TreeReply, id: JSONValue)
    case status(BridgeStatus)
    case ping(Int)
    case stop

    /// Version of the plugin protocol.
    static let version = 1

    /// The message as JSON bytes, terminated by a newline.
    var line: [UInt8] {
        var bytes = JSONBytes()
        write(to: &bytes)
        bytes.append(raw: "\n")
        return bytes.bytes
    }

    private func write(to bytes: inout JSONBytes) {
        switch self {
        case .hello(let plugin, let host, let settings):
            bytes.append([
                "type": "hello", "protocol": .number(Double(Self.version)), "plugin": .text(plugin),
                "host": .text(host), "settings": settings,
            ])
        case .bindings(let bindings):
            bytes.append(["type": "bindings", "bindings": .list(bindings.map(Self.value))])
        case .handlerEvent(let handlerEvent, let binding):
            bytes.append(raw: "{\"type\":\"occurrence\",\"handler\":")
            bytes.append(binding.handler)
            bytes.append(raw: ",")
            handlerEvent.write(to: &bytes, for: binding)
            bytes.append(raw: ",\"arguments\":")
            bytes.append(binding.arguments.expanded(handlerEvent, binding))
            bytes.append(raw: "}")
        case .reply(let reply, let id):
            bytes.append(raw: "{\"type\":\"reply\",\"id\":")
            bytes.append(id)
            bytes.append(raw: ",")
            reply.write(to: &bytes)
            bytes.append(raw: "}")
        case .status(let status):
            bytes.append([
                "type": "status", "panels": .list(status.panels.map { .text($0) }),
                "lastTouch": status.lastTouch.map { .number($0) } ?? .null, "idle": .boolean(status.isIdle),
            ])
        case .ping(let number): bytes.append(["type": "ping", "number": .number(Double(number))])
        case .stop: bytes.append(["type": "stop"])
        }
    }

    private static func value(_ binding: Binding) -> JSONValue {
        .object([
            .init("handler", .text(binding.handler)),
            .init("view", .text(binding.view)),
            .init("gesture", binding.gesture.map { .text($0) } ?? .null),
            .init("action", binding.action.map { .text($0) } ?? .null),
            .init("screen", .text(binding.screen)),
        ])
    }
}
