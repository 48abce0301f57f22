/// A built-in command that changes the view tree or its screens; layouts call it as `tree.NAME`, without a plugin.
public enum TreeHandler: String, CaseIterable, Sendable, BitwiseCopyable {
    case show, hide, toggle, enable, disable, set, bringToFront, sendToBack
    case push, pop, popToRoot, present, dismiss
    case becomeFirstResponder, send
    case accommodate

    /// Prefix of calls to these commands; reserved, so no plugin can have this name.
    public static let plugin = "tree"

    /// Number that identifies the command in trace records: its one-based index in `allCases`.
    package var number: UInt8 { UInt8(Self.allCases.firstIndex(of: self)! + 1) }

    /// Creates the command with this number in trace records; returns nil for an unknown number.
    package init?(number: UInt8) {
        guard (1...Self.allCases.count).contains(Int(number)) else { return nil }
        self = Self.allCases[Int(number) - 1]
    }

    /// Effect of the command, in Markdown; for the reference page and the JSON schema.
    public var summary: String {
        switch self {
        case .show: "Shows views: sets `hidden: false`."
        case .hide: "Hides views: sets `hidden: true`."
        case .toggle: "Inverts `hidden`, or another property that is true or false."
        case .enable: "Sets `enabled: true` of controls and gestures."
        case .disable: "Sets `enabled: false` of controls and gestures."
        case .set: "Sets properties of views. Numbers and Boolean values can be placeholders, as in `\"{{value}}\"`."
        case .bringToFront: "Moves views in front of the other subviews of their superviews."
        case .sendToBack: "Moves views behind the other subviews of their superviews."
        case .push: "Pushes a page; if the page is already in the stack, pops all pages above it."
        case .pop: "Pops the top page of a navigation controller; the root stays."
        case .popToRoot: "Pops all pages of a navigation controller except the root."
        case .present: "Presents a page over its controller. Has no effect if the page is already presented."
        case .dismiss: "Dismisses a page and the pages presented over it. Has no effect if the page is not presented."
        case .becomeFirstResponder: "Makes a view or a controller the first responder."
        case .send: "Sends an event of a control, as a touch would, and calls the event's handlers."
        case .accommodate:
            "Switches the `accommodations` of all screens, or of one screen, on or off. Applies to new touches."
        }
    }

    /// Kind of a call's argument, which is the YAML value after `tree.NAME:`.
    public enum Argument: Sendable {
        case views, toggle, properties, page, controller, responder, event, accommodations
    }

    public var argument: Argument {
        switch self {
        case .show, .hide, .enable, .disable, .bringToFront, .sendToBack: .views
        case .toggle: .toggle
        case .set: .properties
        case .push, .present, .dismiss: .page
        case .pop, .popToRoot: .controller
        case .becomeFirstResponder: .responder
        case .send: .event
        case .accommodate: .accommodations
        }
    }
}
