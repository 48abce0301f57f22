internal import PluginAPI
internal import Schema

/// What a layout says of a `uinput` plugin.
struct UInputSettings: Equatable, Sendable {
    var name = "Touchbridge"
    var screen: String?
    var fingers = 10
    /// In millimetres; as large as a point is on a common screen unless given.
    var size: [Double] = []
    var cancel = Cancel.palm

    /// How who reads the panel learns that a touch is taken back.
    enum Cancel: Equatable, Sendable {
        case palm, lift
    }

    static let table = Table<UInputSettings>(
        "uinput",
        "Hands touches on to a virtual touchscreen, which a compositor or a browser reads, and sends key presses.",
        of: UInputSettings()
    ) {
        Key("name", .deviceName, \.name, "What the virtual devices are called; Touchbridge unless given.")
        Key("screen", .name, \.screen, "Whose touches it hands on, where a layout has several; the first unless given.")
        Key("fingers", .integer(1...64), \.fingers, "How many touches there can be at a time; 10 unless given.")
        Key(
            "cancel",
            .choice(["palm": .palm, "lift": .lift]),
            \.cancel,
            "How touches are taken back: as a palm, or lifted for a compositor that keeps a palm down; palm unless given."
        )
        Key(
            "size",
            .millimetres,
            \.size,
            "Width and height of the screen in millimetres, for who reads it and cares."
        )
    }
}

extension Setting where Value == String {
    /// The kernel keeps 80 bytes of it, and what it is follows behind.
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
