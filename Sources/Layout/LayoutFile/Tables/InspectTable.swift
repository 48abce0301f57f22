internal import JSON
internal import Schema
internal import YAML

extension InspectLayout {
    static let table = Table<InspectLayout>(
        "Inspect",
        "The inspector's web page, on the loopback interface (docs/guide/inspector.md).",
        of: InspectLayout()
    ) {
        Key(
            "port",
            .integer(0...65535),
            \.port,
            "The TCP port. Default: 7070. 0 selects a free port."
        )
        Key(
            "tokenFile",
            Setting<String>.name.map(expected: "the path of a file") { $0 },
            \.tokenFile,
            "The file that contains the secret in the page's URL. Default: a new secret at each start."
        )
    }
}
