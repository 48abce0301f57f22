internal import DeviceNodes
internal import HandlerEvents
internal import InputEvents
internal import JSON
internal import PluginAPI
internal import Schema
internal import VirtualDevices
internal import YAML

/// Keys that are pressed together, such as `ctrl+shift+i`.
struct KeyStroke: Equatable, Sendable {
    let text: String
    let keys: [KeyCode]

    /// Events that press the keys, in the order of the text.
    var pressEvents: [RawEvent] { keys.flatMap { [RawEvent($0, 1, at: 0), RawEvent(.report, at: 0)] } }
    /// Events that release the keys, in reverse order.
    var releaseEvents: [RawEvent] { keys.reversed().flatMap { [RawEvent($0, 0, at: 0), RawEvent(.report, at: 0)] } }
}

/// Arguments of the handlers `key` and `keys`: a sequence of key strokes.
struct KeyStrokes: HandlerArguments {
    let strokes: [KeyStroke]
    /// Events of all key strokes, created when the layout is read.
    let events: [RawEvent]

    init(_ strokes: [KeyStroke]) {
        self.strokes = strokes
        events = strokes.flatMap { $0.pressEvents + $0.releaseEvents }
    }

    var templates: [Template] { [] }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        .list(strokes.map { .text($0.text) })
    }
}

/// Argument of the handler `hold`: keys that are down while a finger is down.
struct HeldKeys: HandlerArguments {
    let stroke: KeyStroke
    // Created when the layout is read.
    let pressEvents: [RawEvent]
    let releaseEvents: [RawEvent]

    init(_ stroke: KeyStroke) {
        (self.stroke, pressEvents, releaseEvents) = (stroke, stroke.pressEvents, stroke.releaseEvents)
    }

    var templates: [Template] { [] }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue { .text(stroke.text) }
}

extension Setting where Value == KeyStroke {
    /// Accepts one key, or several keys joined by `+`.
    static var keyStroke: Setting {
        let expected = "a key such as F5 or ctrl+r"
        return Setting(expected: expected, schema: ["type": ["string", "number"]]) { node, reading in
            guard let text = node.scalar?.text, !text.isEmpty, text.utf8.count <= 100 else {
                reading.expected(expected, not: node.kind, at: node)
                return nil
            }
            var keys: [KeyCode] = []
            for name in text.split(separator: "+", omittingEmptySubsequences: false).map(String.init) {
                guard let key = KeyCode(named: name) else {
                    func hint() -> String {
                        if let stroke = keysJoined(otherwise: name) { return "; write '\(stroke)'" }
                        return Names.suggestion(for: name.lowercased(), in: KeyCode.keyboardNames)
                    }
                    reading.error("unknown key '\(name)'\(hint())", .unknownName, at: node)
                    return nil
                }
                guard !keys.contains(key) else {
                    reading.error(
                        "the key combination contains '\(name)' twice; write '\(name)' once",
                        .wrongValue,
                        at: node
                    )
                    return nil
                }
                keys.append(key)
            }
            return KeyStroke(text: text, keys: keys)
        }
    }
}

/// Returns `ctrl+r` for `ctrl-r` or `ctrl r`; nil if the parts are not key names.
private func keysJoined(otherwise text: String) -> String? {
    let names = text.split { "- _".contains($0) }.map(String.init)
    guard names.count > 1, names.allSatisfy({ KeyCode(named: $0) != nil }) else { return nil }
    return names.joined(separator: "+").lowercased()
}

extension Setting where Value == HeldKeys {
    static var heldKeys: Setting { Setting<KeyStroke>.keyStroke.map { HeldKeys($0) } }
}

extension Setting where Value == KeyStrokes {
    static var oneStroke: Setting { Setting<KeyStroke>.keyStroke.map { KeyStrokes([$0]) } }

    static var manyStrokes: Setting {
        Setting<[KeyStroke]>.list(of: .keyStroke, count: 1...100).map { KeyStrokes($0) }
    }
}
