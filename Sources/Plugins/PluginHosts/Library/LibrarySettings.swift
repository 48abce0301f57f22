internal import JSON
internal import Schema

/// Settings of a plugin of type `library`.
struct LibrarySettings: Hashable, Sendable {
    var path = ""
    var settings: JSONValue = .object([])

    static let table = Table<LibrarySettings>(
        "library",
        "Calls a shared object on the input thread; see docs/reference/plugins/library.md.",
        of: LibrarySettings(),
        keys: {
            Key("path", .path, \.path, required: true, "The path of the shared object.")
            Key("settings", .json, \.settings, "Settings that are passed to the shared object's callback `create`.")
        }
    )
}
