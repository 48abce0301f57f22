public import HandlerEvents
public import Schema
public import YAML

/// A whole layout as values, as it was written: includes and templates are resolved, names are not looked up.
public struct Layout: Sendable {
    public var screens: [ScreenLayout] = []
    public var plugins: [Named<PluginLayout>] = []
    /// What the only screen's main window shows; with several screens each has its own.
    public var root: ViewLayout?
    /// Windows beside the main one.
    public var windows: [WindowLayout] = []
    /// Who gets presses, shakes and media keys at the beginning.
    public var firstResponder: Located<String>?
    /// What is kept of the last moments.
    public var recorder = RecorderLayout()
    /// What nobody else took, and devices that come and go.
    public var on: [EventBinding] = []
    /// Where a page shows where touches go; nil for nowhere.
    public var inspect: InspectLayout?
    /// Where what is counted is shown; nil for nowhere.
    public var metrics: MetricsLayout?
    /// Actions that the application answers to.
    public var actions: [Named<[HandlerCall]>] = []

    public init() {}
}

/// A plugin as it was written; its settings are read by who knows its type.
public struct PluginLayout: Sendable {
    public var type: Located<String>
    /// The whole mapping, `type` included.
    public var node: Node

    public init(type: Located<String>, node: Node) {
        self.type = type
        self.node = node
    }
}

/// Handlers bound to an event.
public struct EventBinding: Sendable {
    /// The events, several for `touches` and `presses`.
    public var events: [EventName]
    public var calls: [HandlerCall]
    /// An action that climbs the chain; only control events have it.
    public var action: Located<String>?
    /// Hands the event on as an override that calls super does.
    public var pass = false
    /// Where the event's name stands.
    public var mark: Mark

    public init(events: [EventName], calls: [HandlerCall], mark: Mark) {
        self.events = events
        self.calls = calls
        self.mark = mark
    }
}

/// `plugin.handler: arguments`.
public struct HandlerCall: Sendable {
    public var plugin: String
    public var handler: String
    /// What stands behind the colon; read by who knows the plugin. Nil when nothing does.
    public var arguments: Node?
    public var mark: Mark
    /// What whoever resolves the call finds it by again: one place in a text may stand for several calls. Negative until
    /// then.
    public var number = -1

    public init(plugin: String, handler: String, arguments: Node?, mark: Mark) {
        self.plugin = plugin
        self.handler = handler
        self.arguments = arguments
        self.mark = mark
    }
}
