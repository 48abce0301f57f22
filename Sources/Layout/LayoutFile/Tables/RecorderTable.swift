internal import JSON
internal import Schema
internal import YAML

extension RecorderLayout {
    static let table = Table<RecorderLayout>(
        "Recorder",
        "The flight recorder (docs/guide/flight-recorder.md).",
        of: RecorderLayout()
    ) {
        Key(
            "seconds",
            .integer(1...3600),
            \.seconds,
            "Seconds in a dump, if the memory is sufficient; 60 unless given."
        )
        Key("memory", .integer(1...256), \.memory, "Maximum memory in megabytes; 8 unless given.")
        Key("directory", .folder, \.directory, "The folder of its dumps; the service's state folder unless given.")
        Key(
            "onFailure",
            .boolean,
            \.onFailure,
            "Whether a failure or a full queue of a plugin causes a dump; false unless given."
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
