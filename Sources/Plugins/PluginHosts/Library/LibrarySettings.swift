internal import JSON
internal import Schema

/// Settings of a plugin of type `library`.
struct LibrarySettings: Hashable, Sendable {
    var path = ""
    var settings: JSONValue = .object([])

    static let table = Table<LibrarySettings>(
        "library",
        "A shared object of your own; see docs/reference/plugins/library.md.",
        of: LibrarySettings(),
        keys: {
            Key("path", .path, \.path, required: true, "The path of the shared object.")
            Key("settings", .json, \.settings, "Settings for the plugin, passed when it is created.")
        }
    )
}
