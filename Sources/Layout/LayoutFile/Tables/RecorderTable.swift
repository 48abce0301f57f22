internal import JSON
internal import Schema
internal import YAML

extension RecorderLayout {
    static let table = Table<RecorderLayout>(
        "Recorder",
        "What the flight recorder keeps of the last moments, and where it leaves it (docs/guide/flight-recorder.md).",
        of: RecorderLayout()
    ) {
        Key(
            "seconds",
            .integer(1...3600),
            \.seconds,
            "So many seconds a dump reaches back, as far as the memory goes; 60 unless given."
        )
        Key("memory", .integer(1...256), \.memory, "The megabytes that it may take; 8 unless given.")
        Key("directory", .folder, \.directory, "The folder of its dumps, absolute; the service's own unless given.")
        Key(
            "onFailure",
            .boolean,
            \.onFailure,
            "Whether a plugin that fails, or has no room for a call, is a reason for a dump."
        )
    }
}

extension Setting where Value == String {
    fileprivate static var folder: Setting {
        Setting(
            expected: "an absolute path",
            schema: ["type": "string", "pattern": "^/"],
            scalar: { $0.text.hasPrefix("/") && !$0.text.utf8.contains(0) ? $0.text : nil }
        )
    }
}
