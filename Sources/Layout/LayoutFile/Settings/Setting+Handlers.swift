internal import HandlerEvents
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == [HandlerCall] {
    /// Accepts one handler call or a list of handler calls, which are executed in order.
    static var calls: Setting {
        Setting(expected: "handler calls", schema: HandlerSchema.calls()) { node, reading in
            var reader = CallReader(reading)
            reader.read(node)
            return reader.calls
        }
    }
}

extension Setting where Value == [EventBinding] {
    /// Accepts a mapping from event names to handler calls; `owner` determines the allowed events.
    static func bindings(of owner: EventOwner) -> Setting {
        let events = owner.events
        let names = events.map(\.name)
        return Setting(
            expected: "a mapping of events to handler calls",
            schema: HandlerSchema.bindings(of: owner, names)
        ) { node, reading in
            guard let pairs = node.mapping else {
                let expected = "a mapping of events to handler calls"
                reading.expected(expected, not: "\(node.kind)\(remedy(node, names))", at: node)
                return nil
            }
            return pairs.compactMap { pair in
                guard let name = pair.key.scalar?.text, let known = events.first(where: { $0.name == name }) else {
                    reading.error(unknown(pair.key, owner, names), .unknownName, at: pair.key)
                    return unknown(pair)
                }
                let family = known.events[0].family
                let canPass = [.touches, .presses, .motion, .remoteControl].contains(family)
                var reader = CallReader(reading, takesActions: family == .control, canPass: canPass)
                reading.naming(pair.key, of: pair.value) { reader.read(pair.value) }
                // If `canPass` is true, the event travels along the responder chain. An empty list without `pass` is
                // then valid: it consumes the event.
                if reader.isEmptyList, !canPass || reader.pass {
                    let remedy = "write a call such as 'plugin.handler', or remove '\(name)'"
                    reading.warning("'\(name)' calls no handler; \(remedy)", .noEffect, at: pair.key.mark)
                }
                var binding = EventBinding(events: known.events, calls: reader.calls, mark: pair.key.mark)
                binding.action = reader.action
                binding.pass = reader.pass
                binding.isNamedRecognized = name == EventName.recognized
                return binding
            }
        }
    }

    /// Returns a binding with the calls of an unknown event, for the check of their arguments. Returns nil if a call is
    /// invalid: the unknown key may then be a misplaced layout key.
    private static func unknown(_ pair: Node.Pair) -> EventBinding? {
        let trial = Reading()
        var reader = CallReader(trial, takesActions: true, canPass: true)
        reader.read(pair.value)
        guard !trial.hasErrors else { return nil }
        return EventBinding(events: [], calls: reader.calls, mark: pair.key.mark)
    }

    /// Returns a correction for calls that are written where a mapping of events to calls is expected.
    private static func remedy(_ node: Node, _ names: [String]) -> String {
        if node.sequence != nil { return "; remove the '[ ]' or the '- '" }
        guard let call = node.scalar, call.text.contains(".") else { return "" }
        let event = names.contains("touchUpInside") ? "touchUpInside" : names[0]
        return "; write '{ \(event): \(call.shown) }'"
    }

    private static func unknown(_ key: Node, _ owner: EventOwner, _ names: [String]) -> String {
        guard let text = key.scalar?.text else { return "the name of an event must be a string, not \(key.kind)" }
        if let event = EventName(rawValue: text) {
            return "\(owner.name) has no event \(key.name); \(EventOwner.hint(for: event))"
        }
        if let fixed = key.scalar?.withBlankAfterColon {
            return "\(owner.name) has no event \(key.name); write a space after the colon: '\(fixed)'"
        }
        return "\(owner.name) has no event \(key.name)\(Names.suggestion(for: text, in: names))"
    }
}

extension Setting where Value == [Named<[HandlerCall]>] {
    /// Accepts a mapping from action names to handler calls.
    static var actions: Setting { .dictionary(of: .calls) }
}

/// JSON Schema of handler calls.
enum HandlerSchema {
    static func bindings(of owner: EventOwner, _ names: [String]) -> JSONValue {
        [
            "type": "object",
            "propertyNames": ["enum": .list(names.map { .text($0) })],
            "additionalProperties": calls(
                takesActions: owner.families.contains(.control),
                canPass: owner.families.contains(.touches)
            ),
        ]
    }

    static func calls(takesActions: Bool = false, canPass: Bool = false) -> JSONValue {
        let word: JSONValue =
            takesActions
            ? ["type": "string", "minLength": 1]
            : ["type": "string", "pattern": .text(name)]
        let plain: [JSONValue] = [word, mapping(restrictions)]
        let list: JSONValue = ["type": "array", "items": ["anyOf": .list(plain)]]
        var long: [JSONValue.Member] = [.init("do", ["anyOf": .list(plain + [list])])] + restrictions
        if canPass { long.append(.init("pass", ["type": "boolean"])) }
        let entries: [JSONValue] = [word, mapping(long)]
        return ["anyOf": .list(entries + [["type": "array", "items": ["anyOf": .list(entries)]]])]
    }

    static let name = #"^[^.]+\.[^.]+$"#

    static func mapping(
        _ extra: [JSONValue.Member],
        required: [JSONValue] = [],
        count: Double = 1
    ) -> JSONValue {
        let shape: JSONValue = [
            "type": "object",
            "properties": .object(extra + TreeHandlerSchema.calls),
            "patternProperties": .object([.init(name, true)]),
            "additionalProperties": false,
            "minProperties": .number(count),
        ]
        guard !required.isEmpty, let members = shape.members else { return shape }
        return .object(members + [.init("required", .list(required))])
    }
}
