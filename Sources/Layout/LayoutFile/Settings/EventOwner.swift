internal import HandlerEvents

/// Elements of a layout that can have `on:`, with the events that each of them allows.
enum EventOwner: Sendable {
    case view, gesture, sequence, controller, window, screen, application

    /// The name with its article, for messages.
    var name: String {
        switch self {
        case .view: "a view"
        case .gesture: "a gesture"
        case .sequence: "a sequence"
        case .controller: "a controller"
        case .window: "a window"
        case .screen: "a screen"
        case .application: "the top level of the layout"
        }
    }

    var families: [EventName.Family] {
        switch self {
        case .view: [.touches, .presses, .motion, .remoteControl, .control]
        case .gesture, .sequence: [.gesture]
        case .controller, .window: [.touches, .presses, .motion, .remoteControl]
        case .screen: [.screen, .device, .ghost]
        case .application: [.touches, .presses, .motion, .remoteControl, .device]
        }
    }

    /// The names that its `on:` allows, each with the events that it stands for.
    var events: [(name: String, events: [EventName])] {
        let families = families
        var names: [(name: String, events: [EventName])] = []
        for (group, family) in Self.groups where families.contains(family) {
            names.append((group, EventName.allCases.filter { $0.family == family }))
        }
        if families.contains(.gesture) { names.append(("recognized", [.ended])) }
        for event in EventName.allCases where families.contains(event.family) {
            names.append((event.rawValue, [event]))
        }
        return names
    }

    /// Names that stand for all events of a family.
    private static let groups: [(String, EventName.Family)] = [("touches", .touches), ("presses", .presses)]

    /// Returns where to bind an event that this owner does not have.
    static func hint(for event: EventName) -> String {
        switch event.family {
        case .touches, .presses, .motion, .remoteControl:
            "bind it in the 'on:' of a view, a controller, a window or the layout's top level"
        case .gesture: "bind it in the 'on:' of a gesture or a sequence"
        case .control: "bind it in the 'on:' of a Control, Button, Slider or Switch"
        case .action: "bind the handlers of actions in 'actions:'"
        case .screen, .ghost: "bind it in the 'on:' of a screen"
        case .device: "bind it in the 'on:' of a screen or the layout's top level"
        }
    }
}
