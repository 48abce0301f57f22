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
        "A separate view tree, in front of or behind other windows.",
        of: WindowLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "The id in logs and traces.")
        Key("frame", .frame, \.frame, "The frame on the screen. Default: the whole screen.")
        Key("edges", .edges, \.frame, "The frame as distances from the screen's edges.")
        Key(
            "level",
            .level,
            \.level,
            "The level: `normal` (0), `statusBar` (1000), `alert` (2000) or a number. A window with a higher level is in front."
        )
        Key(
            "key",
            .boolean,
            \.isKey,
            "Whether the window is the key window, which receives presses, shakes and media keys."
        )
        Key("hidden", .boolean, \.isHidden, "Whether the window is hidden; a hidden window receives no touches.")
        Key("root", .view, \.root, "The view that fills the window.")
        Key(
            "firstResponder",
            Setting<String>.name.located(),
            \.firstResponder,
            "The id of the window's first responder."
        )
        Key("on", .bindings(of: .window), \.on, "Events and their handlers.")
        Key("actions", .actions, \.actions, "Handlers of actions that reach this window in the responder chain.")
    }
}

extension Setting where Value == Double {
    /// Accepts a window level: a name or a number.
    fileprivate static var level: Setting {
        let names = ["normal": 0.0, "statusBar": 1000, "alert": 2000]
        return Setting(
            expected: "normal, statusBar, alert or a number",
            schema: ["anyOf": [["enum": ["normal", "statusBar", "alert"]], ["type": "number"]]],
            scalar: { names[$0.text] ?? $0.number }
        )
    }
}
