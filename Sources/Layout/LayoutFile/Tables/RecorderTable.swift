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
            "Period that a dump covers, in seconds, if the memory is sufficient. Default: 60."
        )
        Key("memory", .integer(1...256), \.memory, "Maximum memory in megabytes. Default: 8.")
        Key("directory", .folder, \.directory, "The directory of the dumps. Default: the service's state directory.")
        Key(
            "onFailure",
            .boolean,
            \.onFailure,
            "Whether a failure or a full queue of a plugin causes a dump. Default: false."
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
