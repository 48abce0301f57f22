internal import HandlerEvents
internal import JSON
internal import PluginAPI

extension StreamMessage {
    /// Version of the message format; incremented by changes that break existing clients.
    static let version = 1

    /// Creates the message for an event of this binding.
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
        if [.continues, .value].contains(handlerEvent.event.flow) { move = ObjectIdentifier(binding) }
        isValue = handlerEvent.event.flow == .value
    }

    /// Returns the first message that a client receives.
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
        for (index, message) in live.enumerated() {
            if index > 0 { json.append(raw: ",") }
            json.append(raw: message.bytes)
        }
        json.append(raw: "]}")
        return StreamMessage(bytes: json.bytes)
    }

    /// Returns the message that lists the currently bound views.
    static func views(_ views: [String]) -> StreamMessage {
        .object(["type": "views", "views": .list(views.map { .text($0) })])
    }

    /// Returns the message that contains the result of a command.
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

    /// Returns the last message that a client program receives. A web page receives a WebSocket close frame instead.
    static func bye(_ reason: String) -> StreamMessage { .object(["type": "bye", "reason": .text(reason)]) }

    private static func object(_ value: JSONValue) -> StreamMessage {
        var json = JSONBytes()
        json.append(value)
        return StreamMessage(bytes: json.bytes)
    }
}
