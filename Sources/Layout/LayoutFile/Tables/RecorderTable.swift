internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == RecorderLayout {
    /// `true`, `false`, or what the recorder keeps and where it leaves it.
    static var recorder: Setting {
        let table = Setting.table(RecorderLayout.table)
        return Setting(
            expected: "true, false or a mapping",
            schema: ["anyOf": [["type": "boolean"], table.schema]],
            tables: table.tables
        ) { node, reading in
            if let isOn = node.scalar?.boolean {
                var recorder = RecorderLayout()
                recorder.isOn = isOn
                return recorder
            }
            guard node.mapping != nil else {
                let remedy = Fixes.words(Fixes.boolean(node))
                reading.error("true, false or a mapping is expected here, and not \(node.kind)\(remedy)", at: node)
                return nil
            }
            return table.read(node, reading)
        }
    }
}

extension RecorderLayout {
    /// The keys of `recorder:`.
    static let table = Table<RecorderLayout>(
        "Recorder",
        "What the flight recorder keeps of the last moments, and where it leaves it (docs/flight-recorder.md).",
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
