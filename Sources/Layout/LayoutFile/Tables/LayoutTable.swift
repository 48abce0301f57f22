internal import Schema
internal import YAML

extension Layout {
    /// The top-level keys of a layout.
    static let table = Table<Layout>(
        "Layout",
        "A whole layout.",
        of: Layout()
    ) {
        Key(
            "screens",
            // Limit screens (Layouts): screens. Past it: an error at `screens:`.
            .list(of: .screen, count: 0...64),
            \.screens,
            "The screens; one unless given."
        )
        Key("plugins", .plugins, \.plugins, "The plugins by the names that handler calls have for them.")
        Key(earlier: "templates", .dictionary(of: .table(TemplateLayout.table)), "Views that are used several times.")
        Key("root", .view, \.root, "The view that fills the only screen.")
        Key("windows", .list(of: .window), \.windows, "Windows of the only screen beside the one with the root.")
        Key(
            "firstResponder",
            Setting<String>.name.located(),
            \.firstResponder,
            "The id of the responder that receives presses, shakes and media keys."
        )
        Key(
            "recorder",
            Setting.booleanOrTable(RecorderLayout.table, default: RecorderLayout()).map { $0 ?? .off },
            \.recorder,
            "What is kept of the last moments; on unless it is said otherwise."
        )
        Key("on", .bindings(of: .application), \.on, "Events that no responder handled, and added and removed devices.")
        Key(
            "inspect",
            .booleanOrTable(InspectLayout.table, default: InspectLayout()),
            \.inspect,
            "Whether a page shows where touches go, and where; it is not."
        )
        Key(
            "metrics",
            .booleanOrTable(MetricsLayout.table, default: MetricsLayout()),
            \.metrics,
            "Whether what is counted is shown to Prometheus, and where; it is not."
        )
        Key("actions", .actions, \.actions, "Actions that no other responder handled.")
    }
}
