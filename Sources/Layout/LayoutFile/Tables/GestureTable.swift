internal import GestureKinds
package import Schema
internal import YAML

extension Setting where Value == GestureLayout {
    static var gesture: Setting {
        Setting.table(GestureLayout.table) { $0.isPartlyInvalid = true }.then { gesture, node, reading in
            gesture.mark = node.mark
            guard !gesture.isPartlyInvalid else { return }
            GestureLayout.check(gesture, node, reading)
        }
    }
}

extension GestureLayout {
    static let table = Table<GestureLayout>(
        "Gesture",
        "A gesture that is recognized in the touches of a view and its subviews.",
        of: GestureLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "The id in logs, traces and references from other gestures.")
        Key("type", .anyCase, \.type, required: true, "The type; a plugin sets the states of a custom gesture.")
        Key("enabled", .boolean, \.isEnabled, "Whether the gesture receives touches. Default: true.")
        GestureKey.all.map { key, _, summary in
            Key(key.name, key.setting, \.settings[key.name], summary)
        }
        Key(
            "cancelsTouchesInView",
            .boolean,
            \.cancelsTouchesInView,
            "Whether a recognized gesture cancels its touches in the views. Default: true."
        )
        Key(
            "delaysTouchesBegan",
            .boolean,
            \.delaysTouchesBegan,
            "Whether touches are delivered to views only after the gesture has failed. Default: false."
        )
        Key(
            "delaysTouchesEnded",
            .boolean,
            \.delaysTouchesEnded,
            "Whether the end of a touch is delivered to views only after the gesture has failed. Default: true."
        )
        Key(
            "requireToFail",
            .ids,
            \.requireToFail,
            "Ids of gestures that must fail before this gesture can be recognized. Default: none."
        )
        Key(
            "simultaneousWith",
            .ids,
            \.simultaneousWith,
            "Ids of gestures that can be recognized together with this gesture, or `\"*\"` for all. Default: none."
        )
        Key(
            "allowedPressTypes",
            .list(of: .pressType),
            \.allowedPressTypes,
            "Types of presses that the gesture receives. Default: none."
        )
        Key("on", .bindings(of: .gesture), \.on, "States and their handlers.")
    }

    fileprivate static func check(_ gesture: GestureLayout, _ node: Node, _ reading: Reading) {
        for pair in node.mapping ?? [] {
            guard let types = GestureKey.all.first(where: { $0.key.name == pair.key.scalar?.text })?.types,
                !types.contains(gesture.type)
            else { continue }
            let message = "a \(gesture.type.rawValue) has no \(pair.key.name)"
            let owners = Names.alternatives(types.map(\.rawValue))
            reading.error("\(message); use a \(owners), or remove \(pair.key.name)", .misplacedKey, at: pair.key)
        }
        gesture.checkValues(node, reading)
    }

    /// Reports a value that is invalid or probably has an unintended effect.
    fileprivate func checkValues(_ node: Node, _ reading: Reading) {
        switch problem {
        case .error(let key, let message): reading.error(message, .wrongValue, at: node[key] ?? node)
        case .warning(let key, let code, let message): reading.warning(message, code, at: (node[key] ?? node).mark)
        case .missingKey, nil: break
        }
    }

    /// The problem in the settings that are specific to this type of gesture; nil if the settings are valid.
    var problem: GestureProblem? { type.kind.problem(in: settings) }
}

extension Setting where Value == GestureLayout {
    /// Accepts the settings of a touch limit as the argument of a handler.
    package static var touchLimit: Setting {
        Setting.table(GestureLayout.touchLimitTable).then { limit, node, reading in
            limit.mark = node.mark
            limit.checkValues(node, reading)
            // With one of these keys, the touch limit has an effect, or an invalid value has already been reported.
            guard node["maximumTouches"] == nil, node["edges"] == nil else { return }
            if case .missingKey(let message) = limit.problem { reading.error(message, .missingKey, at: node) }
        }
    }
}

extension GestureLayout {
    fileprivate static let touchLimitTable = Table<GestureLayout>(
        "TouchLimit",
        "Touches that a handler does not receive.",
        of: GestureLayout(type: .touchLimit)
    ) {
        GestureType.touchLimit.kind.keys.map { Key($0.name, $0.setting, \.settings[$0.name], $0.summary) }
    }
}

extension SequenceLayout {
    static let table = Table<SequenceLayout>(
        "Sequence",
        "Gestures that must be recognized in order.",
        of: SequenceLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "The id in logs and traces.")
        Key(
            "steps",
            .steps,
            \.steps,
            required: true,
            "Ids of gestures, in order. The same id can occur several times."
        )
        Key("within", .positiveTime, \.within, "Maximum time between two steps. Default: 2s.")
        Key("on", .bindings(of: .sequence), \.on, "States and their handlers.")
    }
}

extension Setting where Value == SequenceLayout {
    static var sequence: Setting {
        Setting.table(SequenceLayout.table, ifIncomplete: { _ in }).then { sequence, node, _ in
            sequence.mark = node.mark
        }
    }
}

extension Setting where Value == [Located<String>] {
    /// Accepts the id of another element, or a list of ids.
    fileprivate static var ids: Setting { .oneOrMore(of: Setting<String>.name.located()) }

    fileprivate static var steps: Setting {
        .list(of: Setting<String>.name.located(), count: 2...32, as: "a list of 2 to 32 ids")
    }
}

extension Setting where Value == Located<String> {
    /// Accepts the name of a press type in ResponderKit.
    fileprivate static var pressType: Setting {
        Setting<String>.choice([
            "upArrow": "upArrow", "downArrow": "downArrow", "leftArrow": "leftArrow", "rightArrow": "rightArrow",
            "select": "select", "menu": "menu", "playPause": "playPause", "pageUp": "pageUp", "pageDown": "pageDown",
            "keyboard": "keyboard",
        ]).located()
    }
}
