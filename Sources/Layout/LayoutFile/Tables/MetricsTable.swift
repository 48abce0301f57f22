internal import JSON
internal import Schema
internal import YAML

extension MetricsLayout {
    /// The keys of `metrics:`.
    static let table = Table<MetricsLayout>(
        "Metrics",
        "Where Prometheus finds what is counted of panels, plugins and the process, on this machine only.",
        of: MetricsLayout()
    ) {
        Key("port", .integer(1...65535), \.port, "The port of the loopback; 9465 unless given.")
    }
}

extension Setting where Value == MetricsLayout? {
    /// True for the usual place, false for none, or a mapping that says more.
    static var metrics: Setting {
        let (table, boolean) = (Setting<MetricsLayout>.table(MetricsLayout.table), Setting<Bool>.boolean)
        return Setting(
            expected: "true, false or a mapping",
            schema: ["anyOf": [boolean.schema, table.schema]],
            tables: table.tables
        ) { node, reading in
            if let boolean = node.scalar?.boolean { return .some(boolean ? MetricsLayout() : nil) }
            guard node.mapping != nil else {
                let remedy = Fixes.words(Fixes.boolean(node))
                reading.error("true, false or a mapping is expected here, and not \(node.kind)\(remedy)", at: node)
                return nil
            }
            return table.read(node, reading).map { .some($0) }
        }
    }
}
