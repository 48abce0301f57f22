internal import JSON
internal import Schema
internal import YAML

extension InspectLayout {
    static let table = Table<InspectLayout>(
        "Inspect",
        "Where the inspector's page is served, on this machine only.",
        of: InspectLayout()
    ) {
        Key(
            "port",
            .integer(0...65535),
            \.port,
            "The port of the loopback; 7070 unless given, and 0 takes any that is free."
        )
        Key(
            "tokenFile",
            Setting<String>.name.map(expected: "the path of a file") { $0 },
            \.tokenFile,
            "A file with the secret of the page's address; a new one at each start unless given."
        )
    }
}
