public import HandlerEvents
public import Platform
public import Schema
public import YAML

/// A complete layout as Swift values. Includes and templates are resolved; references by name are not resolved.
public struct Layout: Sendable {
    public var screens: [ScreenLayout] = []
    public var plugins: [Named<PluginLayout>] = []
    /// Root view of the main window if the layout has a single screen; otherwise each screen has its own root view.
    public var root: ViewLayout?
    /// Windows in addition to the main window.
    public var windows: [WindowLayout] = []
    /// Id of the initial first responder, which receives presses, shakes and media keys.
    public var firstResponder: Located<String>?
    /// Settings of the flight recorder.
    public var recorder = RecorderLayout()
    /// Handlers for events that no responder handled, and for the addition and removal of devices.
    public var on: [EventBinding] = []
    /// Address of the inspector page; nil if the inspector is off.
    public var inspect: Located<InspectLayout>?
    /// Permissions of clients of the control socket.
    public var control = ControlLayout()
    /// Address of the Prometheus metrics; nil if metrics are off.
    public var metrics: Located<MetricsLayout>?
    /// Handlers of the application's actions, by name of the action; value of the top-level `actions:`.
    public var actions: [Named<[HandlerCall]>] = []
    /// Handlers that are called at regular intervals.
    public var timers: [TimerLayout] = []
    /// Names of elements that may be missing from this layout because of reported errors.
    public var unreadNames = UnreadNames.none

    public init() {}
}

/// Layout description of a plugin; the plugin type parses the settings.
public struct PluginLayout: Sendable {
    public var type: Located<String>
    /// The complete mapping of the plugin, including `type`.
    public var node: Node

    public init(type: Located<String>, node: Node) {
        self.type = type
        self.node = node
    }
}

/// Handlers that are called at a regular interval.
public struct TimerLayout: Sendable {
    public var interval: TimeSpan
    public var calls: [HandlerCall]
}

/// Handlers that are bound to an event.
public struct EventBinding: Sendable {
    /// The bound events; several events if the binding has the name `touches` or `presses`.
    public var events: [EventName]
    public var calls: [HandlerCall]
    /// Action that is sent along the responder chain; possible for control events only.
    public var action: Located<String>?
    /// Whether the event continues to the next responder, as if an override called `super`.
    public var pass = false
    /// Whether the layout uses the event name `recognized`, an alias of `ended`.
    public var isNamedRecognized = false
    /// Location of the event's name.
    public var mark: Mark

    public init(events: [EventName], calls: [HandlerCall], mark: Mark) {
        self.events = events
        self.calls = calls
        self.mark = mark
    }
}

/// A handler call of the form `plugin.handler: arguments`.
public struct HandlerCall: Sendable {
    public var plugin: String
    public var handler: String
    /// Value after the colon, which the plugin type parses; nil if the call has no value.
    public var arguments: Node?
    public var mark: Mark
    /// Whether the call was created for the key `mouse` of a view.
    public var isOfMouse = false
    /// Condition on the event; nil if the call is made for every event.
    public var condition: CallCondition?
    /// Maximum rate of the call; nil if the rate is not limited.
    public var rate: CallRate?
    /// Time without further events after which the call is made; nil if the call is made for each event.
    public var quietTime: TimeSpan?
    /// Number that identifies the call in ``CallArguments``, because several calls may have the same source location.
    /// Negative until the call is numbered.
    public var number = -1

    public init(plugin: String, handler: String, arguments: Node?, mark: Mark) {
        self.plugin = plugin
        self.handler = handler
        self.arguments = arguments
        self.mark = mark
    }

    /// Whether the call is a tree command, which is executed without a plugin.
    public var isOfTree: Bool { plugin == TreeHandler.plugin }

    /// The keys that prevent or delay calls, such as a condition.
    package var restrictions: [CallRestriction] {
        var all: [CallRestriction] = []
        if condition != nil { all.append(.when) }
        if rate != nil { all.append(.atMost) }
        if quietTime != nil { all.append(.after) }
        return all
    }
}

/// A key in a mapping of handler calls that prevents or delays these calls.
package enum CallRestriction: String, CaseIterable, Sendable {
    case when, atMost, after

    /// Singular noun that describes the key in messages.
    var noun: String {
        switch self {
        case .when: "condition"
        case .atMost: "rate limit"
        case .after: "delay"
        }
    }
}
