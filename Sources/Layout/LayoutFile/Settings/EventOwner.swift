internal import HandlerEvents

/// Kind of layout element that may contain `on:`; determines the events that are allowed in `on:`.
enum EventOwner: Sendable {
    case view, gesture, sequence, follower, controller, window, screen, application

    /// Name of the element with its article, for messages.
    var name: String {
        switch self {
        case .view: "a view"
        case .gesture: "a gesture"
        case .sequence: "a sequence"
        case .follower: "'follows'"
        case .controller: "a controller"
        case .window: "a window"
        case .screen: "a screen"
        case .application: "the top level of the layout"
        }
    }

    var families: [EventName.Family] {
        switch self {
        case .view: [.touches, .presses, .motion, .remoteControl, .control]
        case .gesture, .sequence, .follower: [.gesture]
        case .controller, .window: [.touches, .presses, .motion, .remoteControl]
        case .screen: [.screen, .device, .ghost, .panel]
        case .application: [.touches, .presses, .motion, .remoteControl, .device]
        }
    }

    /// Names allowed in the element's `on:`, with the events that each name binds.
    var events: [(name: String, events: [EventName])] {
        if self == .follower { return [EventName.began, .changed, .ended, .cancelled].map { ($0.rawValue, [$0]) } }
        let families = families
        var names: [(name: String, events: [EventName])] = []
        for (group, family) in Self.groups where families.contains(family) {
            names.append((group, EventName.allCases.filter { $0.family == family }))
        }
        if families.contains(.gesture) { names.append((EventName.recognized, [.ended])) }
        for event in EventName.allCases where families.contains(event.family) {
            names.append((event.rawValue, [event]))
        }
        return names
    }

    /// Names that bind all events of a family.
    private static let groups: [(String, EventName.Family)] = [("touches", .touches), ("presses", .presses)]

    /// Returns a hint that states where in a layout an event can be bound.
    static func hint(for event: EventName) -> String {
        switch event.family {
        case .touches, .presses, .motion, .remoteControl:
            "bind it in the 'on:' of a view, a controller, a window or the layout's top level"
        case .gesture: "bind it in the 'on:' of a gesture, a sequence or 'follows'"
        case .control: "bind it in the 'on:' of a Control, Button, Slider or Switch"
        case .action: "bind the handlers of actions in 'actions:'"
        case .screen, .ghost, .panel: "bind it in the 'on:' of a screen"
        case .timer: "bind the handlers of timers in 'timers:'"
        case .device: "bind it in the 'on:' of a screen or the layout's top level"
        }
    }
}
