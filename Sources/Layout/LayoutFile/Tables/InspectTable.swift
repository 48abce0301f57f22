internal import JSON
internal import Schema
internal import YAML

extension InspectLayout {
    /// The keys of `inspect:`.
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

extension Setting where Value == InspectLayout? {
    /// True for the usual place, false for none, or a mapping that says more.
    static var inspect: Setting {
        let (table, boolean) = (Setting<InspectLayout>.table(InspectLayout.table), Setting<Bool>.boolean)
        return Setting(
            expected: "true, false or a mapping",
            schema: ["anyOf": [boolean.schema, table.schema]],
            tables: table.tables
        ) { node, reading in
            if let boolean = node.scalar?.boolean { return .some(boolean ? InspectLayout() : nil) }
            guard node.mapping != nil else {
                let remedy = Fixes.words(Fixes.boolean(node))
                reading.error("true, false or a mapping is expected here, and not \(node.kind)\(remedy)", at: node)
                return nil
            }
            return table.read(node, reading).map { .some($0) }
        }
    }
}
