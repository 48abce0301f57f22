internal import HandlerEvents

/// Generates the part of the reference documentation that lists events and their placeholders.
enum EventReference {
    static func markdown() -> String {
        var text = "### Events\n\nThe events that each `on:` accepts.\n\n| `on:` of | events |\n|---|---|\n"
        let responders: [EventOwner] = [.view, .controller, .window, .application]
        let common = EventOwner.controller.events.filter { event in
            responders.allSatisfy { $0.events.contains { $0.name == event.name } }
        }
        text += row("every responder: view, controller, window, layout", common.map(\.name))
        let shared = Set(common.map(\.name))
        for owner in [EventOwner.view, .controller, .window, .application, .gesture, .sequence, .follower, .screen] {
            let names = owner.events.map(\.name).filter { !responders.contains(owner) || !shared.contains($0) }
            if !names.isEmpty { text += row(owner == .follower ? "`follows`" : owner.name, names) }
        }
        text += "\n### Placeholders\n\n"
        text += "The placeholders that arguments can contain, and the events that provide their values. "
        text += "[Numbers and texts](#numbers-and-texts) shows how to scale, round and replace the values. "
        text += "`{{x}}` and `{{y}}` are a location in the view, in points. "
        text += "`{{screenX}}` and `{{screenY}}` are the same location in the screen, in points.\n\n"
        text += "| placeholder | events |\n|---|---|\n"
        for placeholder in Placeholder.allCases {
            text += "| `{{\(placeholder.rawValue)}}` | \(families(of: placeholder)) |\n"
        }
        return text
    }

    private static func row(_ owner: String, _ names: [String]) -> String {
        "| \(owner) | \(names.map { "`\($0)`" }.joined(separator: ", ")) |\n"
    }

    private static let families: KeyValuePairs<String, EventName.Family> = [
        "touches": .touches, "presses": .presses, "motion": .motion, "remote control": .remoteControl,
        "gestures": .gesture, "controls": .control, "actions": .action, "idle, active, dark and wake": .screen,
        "devices": .device, "ghosts": .ghost,
        "stale or silent panels": .panel, "timers": .timer,
    ]

    private static func families(of placeholder: Placeholder) -> String {
        let known = families.filter { placeholder.isKnown(of: $0.value) }.map(\.key)
        return known.count == families.count ? "all events" : known.joined(separator: ", ")
    }
}
