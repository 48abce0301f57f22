internal import HandlerEvents
internal import JSON
internal import PluginAPI

extension StreamMessage {
    /// The version of the messages; it changes when a client that knows the earlier ones would be wrong about a new one.
    static let version = 1

    /// An event, with the data of its binding.
    init(_ handlerEvent: HandlerEvent, for binding: Binding) {
        var json = JSONBytes()
        json.append(raw: "{\"type\":\"event\",")
        handlerEvent.write(to: &json, for: binding)
        if let data = binding.arguments as? TemplateValue, data != .null {
            json.append(raw: ",\"data\":")
            json.append(binding.expand(data, handlerEvent))
        }
        json.append(raw: "}")
        bytes = json.bytes
        if handlerEvent.event.flow != .single { topic = Topic(group: binding.group, stream: handlerEvent.stream) }
        if [.goesOn, .value].contains(handlerEvent.event.flow) { move = ObjectIdentifier(binding) }
        isValue = handlerEvent.event.flow == .value
    }

    /// What a client gets before anything else.
    static func hello(
        _ context: PluginContext,
        views: [String],
        commands: [TreeCommand.Name],
        live: [StreamMessage]
    ) -> StreamMessage {
        var json = JSONBytes()
        json.append(raw: "{\"type\":\"hello\",\"version\":")
        json.append(Int64(version))
        json.append(raw: ",\"plugin\":")
        json.append(context.name)
        json.append(raw: ",\"host\":")
        json.append(context.hostEnvironment.host)
        json.append(raw: ",\"views\":")
        json.append(.list(views.map { .text($0) }))
        json.append(raw: ",\"allow\":")
        json.append(.list(commands.map { .text($0.rawValue) }))
        json.append(raw: ",\"live\":[")
        for (place, message) in live.enumerated() {
            if place > 0 { json.append(raw: ",") }
            json.append(raw: message.bytes)
        }
        json.append(raw: "]}")
        return StreamMessage(bytes: json.bytes)
    }

    /// The views that are bound from now on.
    static func views(_ views: [String]) -> StreamMessage {
        .object(["type": "views", "views": .list(views.map { .text($0) })])
    }

    /// What came of a command.
    static func reply(_ reply: TreeReply, id: StreamRequest.Identity?) -> StreamMessage {
        var json = JSONBytes()
        json.append(raw: "{\"type\":\"reply\",")
        if let id {
            json.append(raw: "\"id\":")
            json.append(id.json)
            json.append(raw: ",")
        }
        reply.write(to: &json)
        json.append(raw: "}")
        return StreamMessage(bytes: json.bytes)
    }

    /// The last thing that a program hears; pages are told by the WebSocket itself.
    static func bye(_ reason: String) -> StreamMessage { .object(["type": "bye", "reason": .text(reason)]) }

    private static func object(_ value: JSONValue) -> StreamMessage {
        var json = JSONBytes()
        json.append(value)
        return StreamMessage(bytes: json.bytes)
    }
}
