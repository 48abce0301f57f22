internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == WindowLayout {
    static var window: Setting {
        Setting.table(WindowLayout.table).then { window, node, reading in
            window.mark = node.mark
            FrameLayout.checkKeys(of: node, reading)
        }
    }
}

extension WindowLayout {
    static let table = Table<WindowLayout>(
        "Window",
        "A tree of views of its own, above or below others.",
        of: WindowLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "What logs and traces call it.")
        Key("frame", .frame, \.frame, "Where it lies on its screen; the whole screen unless given.")
        Key("edges", .edges, \.frame, "The frame by its distances from the screen's edges.")
        Key(
            "level",
            .level,
            \.level,
            "Higher windows are touched first: normal (0), statusBar (1000), alert (2000) or a number."
        )
        Key("key", .boolean, \.isKey, "Whether it gets presses, shakes and media keys.")
        Key("hidden", .boolean, \.isHidden, "A hidden window gets no touches.")
        Key("root", .view, \.root, "The view that fills the window.")
        Key("firstResponder", Setting<String>.name.located(), \.firstResponder, "The id of its first responder.")
        Key("on", .bindings(of: .window), \.on, "Events with the handlers that they lead to.")
        Key("actions", .actions, \.actions, "Actions that it answers when they climb the chain.")
    }
}

extension Setting where Value == Double {
    /// A window level by name or as a number.
    fileprivate static var level: Setting {
        let names = ["normal": 0.0, "statusBar": 1000, "alert": 2000]
        return Setting(
            expected: "normal, statusBar, alert or a number",
            schema: ["anyOf": [["enum": ["normal", "statusBar", "alert"]], ["type": "number"]]],
            scalar: { names[$0.text] ?? $0.number }
        )
    }
}
