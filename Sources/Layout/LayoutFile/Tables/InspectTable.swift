internal import JSON
internal import Schema
internal import YAML

extension InspectLayout {
    static let table = Table<InspectLayout>(
        "Inspect",
        "The inspector's page, on the loopback (docs/guide/inspector.md).",
        of: InspectLayout()
    ) {
        Key(
            "port",
            .integer(0...65535),
            \.port,
            "The port; 7070 unless given. 0 selects a free port."
        )
        Key(
            "tokenFile",
            Setting<String>.name.map(expected: "the path of a file") { $0 },
            \.tokenFile,
            "A file with the secret of the page's address; a new secret at each start unless given."
        )
    }
}
