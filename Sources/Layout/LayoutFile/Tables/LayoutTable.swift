internal import Schema
internal import YAML

extension Layout {
    /// Table of the top-level keys of a layout.
    static let table = Table<Layout>(
        "Layout",
        "The top level of a layout.",
        of: Layout()
    ) {
        Key(
            "screens",
            // Limit screens (limits.md, Layouts): maximum number of screens of a layout. If exceeded: an error is
            // reported at the `screens:` key.
            .list(of: .screen, count: 0...64),
            \.screens,
            "The screens. Default: one screen."
        )
        Key("plugins", .plugins, \.plugins, "The plugins by name; handler calls use these names.")
        Key(
            earlier: "templates",
            .dictionary(of: .table(TemplateLayout.table)),
            "Reusable views with parameters, by name."
        )
        Key("root", .view, \.root, "The view that fills the screen of a layout with one screen.")
        Key("windows", .list(of: .window), \.windows, "Additional windows of the screen of a layout with one screen.")
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
            "Whether the flight recorder is enabled, or its settings. Default: true."
        )
        Key(
            "on",
            .bindings(of: .application),
            \.on,
            "Handlers of events that no responder handled, and of added and removed devices."
        )
        Key(
            "inspect",
            .server(InspectLayout.table, default: InspectLayout()),
            \.inspect,
            "Whether the service serves the inspector's page. Default: false."
        )
        Key(
            "metrics",
            .server(MetricsLayout.table, default: MetricsLayout()),
            \.metrics,
            "Whether the service serves metrics for Prometheus. Default: false."
        )
        Key(
            "control",
            .table(ControlLayout.table),
            \.control,
            "Permissions of clients of the control socket."
        )
        Key("actions", .actions, \.actions, "Handlers of actions that no other responder handled.")
        Key("timers", .timers, \.timers, "Handler calls that are made repeatedly, each with `every`.")
    }
}

extension Setting {
    /// Accepts the address of a server of Touchbridge, or a Boolean that turns the server on or off. Stores the source
    /// location with the address.
    fileprivate static func server<Address>(
        _ table: @escaping @Sendable @autoclosure () -> Table<Address>,
        default address: Address
    ) -> Setting where Value == Located<Address>? {
        Setting<Address?>.booleanOrTable(table(), default: address).located().map { server in
            .some(server.value.map { Located($0, at: server.mark) })
        }
    }
}
