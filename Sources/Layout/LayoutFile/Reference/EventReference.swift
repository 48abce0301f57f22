internal import HandlerEvents

/// The part of the reference that lists events and their placeholders.
enum EventReference {
    static func markdown() -> String {
        var text = "### Events\n\nWhat may stand in `on:`, by where it stands.\n\n| where | events |\n|---|---|\n"
        for owner in [EventOwner.view, .controller, .window, .gesture, .sequence, .screen, .application] {
            let names = owner.events.map { "`\($0.name)`" }.joined(separator: ", ")
            text += "| \(owner.name) | \(names) |\n"
        }
        text += "\n### Placeholders\n\nWhat may stand between `{{` and `}}` in arguments, and for which events. "
        text +=
            "A number has as many digits as it needs; `{{x:0}}` rounds it to whole points, and `{{x:2}}` to two decimals, "
        text += "of which there may be 0 to 9. "
        text += "`x` and `y` count in the view's own points, `screenX` and `screenY` in the screen's.\n\n"
        text += "| placeholder | events |\n|---|---|\n"
        for placeholder in Placeholder.allCases {
            text += "| `{{\(placeholder.rawValue)}}` | \(families(of: placeholder)) |\n"
        }
        return text
    }

    private static let families: KeyValuePairs<String, EventName.Family> = [
        "touches": .touches, "presses": .presses, "motion": .motion, "remote control": .remoteControl,
        "gestures": .gesture, "controls": .control, "actions": .action, "idle, active, dark and wake": .screen,
        "devices": .device, "ghosts": .ghost,
    ]

    private static func families(of placeholder: Placeholder) -> String {
        let known = families.filter { placeholder.isKnown(of: $0.value) }.map(\.key)
        return known.count == families.count ? "all" : known.joined(separator: ", ")
    }
}
