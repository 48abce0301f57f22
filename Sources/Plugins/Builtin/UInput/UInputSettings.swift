internal import PluginAPI
internal import Schema

/// Settings of a plugin of type `uinput`.
struct UInputSettings: Equatable, Sendable {
    var name = "Touchbridge"
    var screen: String?
    var fingers = 10
    /// Width and height in millimetres. If empty, the size is computed with 96 points per inch.
    var size: [Double] = []
    var cancel = Cancel.palm

    /// How a cancelled touch is reported to readers of the panel.
    enum Cancel: Equatable, Sendable {
        case palm, lift
    }

    static let table = Table<UInputSettings>(
        "uinput",
        "Forwards touches to a virtual touchscreen and presses keys, for a compositor or a browser.",
        of: UInputSettings()
    ) {
        Key("name", .deviceName, \.name, "Name of the virtual devices. Default: Touchbridge.")
        Key(
            "screen",
            .name,
            \.screen,
            "The screen whose touches are forwarded. Default: the first screen that binds `forward`."
        )
        Key("fingers", .integer(1...64), \.fingers, "Maximum number of touches at a time. Default: 10.")
        Key(
            "cancel",
            .choice(["palm": .palm, "lift": .lift]),
            \.cancel,
            "How a cancelled touch is reported. `palm` marks the touch as a palm (`MT_TOOL_PALM`), so libinput sends a touch cancel. `lift` lifts the finger, for a compositor that ignores touch cancels. Default: palm."
        )
        Key(
            "size",
            .millimetres,
            \.size,
            "Width and height of the screen in millimetres, from which the devices' resolution is computed."
        )
    }
}

extension Setting where Value == String {
    /// Accepts a device name. The kernel stores 80 bytes, including the appended word for the device type.
    fileprivate static var deviceName: Setting {
        Setting.name.map(expected: "a name of at most 60 bytes without control characters") { name in
            name.utf8.count <= 60 && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
                ? name : nil
        }
    }
}

extension Setting where Value == [Double] {
    fileprivate static var millimetres: Setting {
        Setting.list(of: .number(1...100_000), count: 2...2, as: "a list of width and height in millimetres")
    }
}
