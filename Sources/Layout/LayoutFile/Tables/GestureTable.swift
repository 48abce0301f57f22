internal import Schema
internal import YAML

extension Setting where Value == GestureLayout {
    /// A gesture recognizer.
    static var gesture: Setting {
        Setting.table(GestureLayout.table).then { gesture, node, reading in
            gesture.mark = node.mark
            GestureLayout.check(gesture, node, reading)
        }
    }
}

extension GestureLayout {
    /// The keys of a gesture.
    static let table = Table<GestureLayout>(
        "Gesture",
        "What is recognized in the touches of a view and of what is in it.",
        of: GestureLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "What logs, traces and other gestures call it.")
        Key("type", .gestureType, \.type, required: true, "What is recognized; custom ones are raised by a plugin.")
        Key("enabled", .boolean, \.isEnabled, "Whether it receives touches; true unless given.")
        Key("touches", .integer(1...20), \.touches, "Number of fingers; of a pan the least. 1 unless given.")
        Key(
            "maximumTouches",
            .integer(1...20),
            \.maximumTouches,
            "Of a pan: the largest number of fingers; no limit unless given."
        )
        Key(
            "taps",
            .integer(0...20),
            \.taps,
            "Of a tap: number of taps, 1 unless given. Of a longPress: number of taps before it, 0 unless given."
        )
        Key(
            "minimumDuration",
            .time,
            \.minimumDuration,
            "Of a longPress: how long the fingers stay down; 500ms unless given."
        )
        Key(
            "allowableMovement",
            .magnitude,
            \.allowableMovement,
            "Of a longPress: how many points the fingers may move; 10 unless given."
        )
        Key(
            "directions",
            .oneOrMore(of: .direction),
            \.directions,
            "Of a swipe: any of right, left, up and down; right unless given."
        )
        Key(
            "edges",
            .oneOrMore(of: .edge),
            \.edges,
            "Of a screenEdgePan: the edges that it may begin at; none unless given."
        )
        Key(
            "cancelsTouchesInView",
            .boolean,
            \.cancelsTouchesInView,
            "Whether views lose the touches of a recognized gesture; true unless given."
        )
        Key(
            "delaysTouchesBegan",
            .boolean,
            \.delaysTouchesBegan,
            "Whether views get touches only when it has failed; false unless given."
        )
        Key(
            "delaysTouchesEnded",
            .boolean,
            \.delaysTouchesEnded,
            "Whether views get a touch's end only when it has failed; true unless given."
        )
        Key(
            "requireToFail",
            .ids,
            \.requireToFail,
            "Ids of gestures that must fail before this one is recognized; none unless given."
        )
        Key(
            "simultaneousWith",
            .ids,
            \.simultaneousWith,
            "Ids of gestures that may go on at the same time; `\"*\"` for all, none unless given."
        )
        Key(
            "allowedPressTypes",
            .list(of: .pressType),
            \.allowedPressTypes,
            "The presses that it receives; none unless given."
        )
        Key("on", .bindings(of: .gesture), \.on, "States with the handlers that they lead to.")
    }

    /// Keys that only some types have, and those types.
    private static let special: KeyValuePairs<String, [Kind]> = [
        "touches": [.tap, .longPress, .swipe, .pan, .screenEdgePan],
        "maximumTouches": [.pan, .screenEdgePan],
        "taps": [.tap, .longPress],
        "minimumDuration": [.longPress],
        "allowableMovement": [.longPress],
        "directions": [.swipe],
        "edges": [.screenEdgePan],
    ]

    fileprivate static func check(_ gesture: GestureLayout, _ node: Node, _ reading: Reading) {
        for pair in node.mapping ?? [] {
            guard let types = special.first(where: { $0.key == pair.key.scalar?.text })?.value,
                !types.contains(gesture.type)
            else { continue }
            let owners = types.map(\.rawValue).joined(separator: ", ")
            let verb = types.count == 1 ? "has" : "have"
            reading.error("a \(gesture.type.rawValue) has no \(pair.key.name); \(owners) \(verb) it", at: pair.key)
        }
        if gesture.type == .tap, gesture.taps == 0 {
            reading.error("a tap is one tap at least", at: node["taps"] ?? node)
        }
        if let least = gesture.touches, let most = gesture.maximumTouches, least > most {
            reading.error(
                "at most \(most) fingers are fewer than the least, \(least)",
                at: node["maximumTouches"] ?? node
            )
        }
    }
}

extension SequenceLayout {
    /// The keys of a sequence.
    static let table = Table<SequenceLayout>(
        "Sequence",
        "Gestures that must be recognized one after the other.",
        of: SequenceLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "What logs and traces call it.")
        Key(
            "steps",
            .steps,
            \.steps,
            required: true,
            "Ids of gestures in their order; one may stand there several times."
        )
        Key("within", .positiveTime, \.within, "From one step to the next at most; 2s unless given.")
        Key("on", .bindings(of: .sequence), \.on, "States with the handlers that they lead to.")
    }
}

extension Setting where Value == SequenceLayout {
    /// A sequence of gestures.
    static var sequence: Setting {
        Setting.table(SequenceLayout.table).then { sequence, node, _ in sequence.mark = node.mark }
    }
}

extension Setting where Value == [Located<String>] {
    /// Ids of others, one or several.
    fileprivate static var ids: Setting { .oneOrMore(of: Setting<String>.name.located()) }

    fileprivate static var steps: Setting {
        .list(of: Setting<String>.name.located(), count: 2...32, as: "a list of 2 to 32 ids")
    }
}

extension Setting where Value == GestureLayout.Kind {
    fileprivate static var gestureType: Setting {
        .choice([
            "tap": .tap, "longPress": .longPress, "pan": .pan, "screenEdgePan": .screenEdgePan, "pinch": .pinch,
            "rotation": .rotation, "swipe": .swipe, "custom": .custom,
        ])
    }
}

extension Setting where Value == GestureLayout.Direction {
    fileprivate static var direction: Setting {
        .choice(["right": .right, "left": .left, "up": .up, "down": .down])
    }
}

extension Setting where Value == GestureLayout.Edge {
    fileprivate static var edge: Setting {
        .choice(["top": .top, "left": .left, "bottom": .bottom, "right": .right, "all": .all])
    }
}

extension Setting where Value == Located<String> {
    /// A press by ResponderKit's name of it.
    fileprivate static var pressType: Setting {
        Setting<String>.choice([
            "upArrow": "upArrow", "downArrow": "downArrow", "leftArrow": "leftArrow", "rightArrow": "rightArrow",
            "select": "select", "menu": "menu", "playPause": "playPause", "pageUp": "pageUp", "pageDown": "pageDown",
            "keyboard": "keyboard",
        ]).located()
    }
}
