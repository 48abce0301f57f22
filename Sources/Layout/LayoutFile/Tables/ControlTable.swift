internal import JSON
internal import Schema
internal import YAML

extension ControlLayout {
    static let table = Table<ControlLayout>(
        "Control",
        "Permissions of clients of the control socket (docs/guide/control.md).",
        of: ControlLayout()
    ) {
        Key(
            "allow",
            .list(of: .command),
            \.allow,
            "Commands that clients can use: commands that change the view tree, and `tap`. Default: none."
        )
    }
}

extension Setting where Value == String {
    /// Accepts the name of a control socket command that requires permission.
    fileprivate static var command: Setting {
        .choice([
            "set": "set", "add": "add", "remove": "remove", "cancelTouches": "cancelTouches", "raise": "raise",
            "send": "send", "focus": "focus", "change": "change", "emit": "emit", "tap": "tap",
        ])
    }
}
