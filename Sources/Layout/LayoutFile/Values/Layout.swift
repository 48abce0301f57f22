public import HandlerEvents
public import Schema
public import YAML

/// A whole layout as values: includes and templates are resolved, names are not.
public struct Layout: Sendable {
    public var screens: [ScreenLayout] = []
    public var plugins: [Named<PluginLayout>] = []
    /// The root view of the only screen's main window; with several screens, each has its own.
    public var root: ViewLayout?
    /// Windows other than the main window.
    public var windows: [WindowLayout] = []
    /// The initial first responder, which receives presses, shakes and media keys.
    public var firstResponder: Located<String>?
    /// Settings of the flight recorder.
    public var recorder = RecorderLayout()
    /// Handlers for events that no responder handled, and for added and removed devices.
    public var on: [EventBinding] = []
    /// Address of the inspector's page; nil for none.
    public var inspect: Located<InspectLayout>?
    /// Address of the Prometheus metrics; nil for none.
    public var metrics: Located<MetricsLayout>?
    /// Actions that the application handles.
    public var actions: [Named<[HandlerCall]>] = []

    public init() {}
}

/// A plugin as the layout states it; its plugin type reads the settings.
public struct PluginLayout: Sendable {
    public var type: Located<String>
    /// The whole mapping, including `type`.
    public var node: Node

    public init(type: Located<String>, node: Node) {
        self.type = type
        self.node = node
    }
}

/// Handlers bound to an event.
public struct EventBinding: Sendable {
    /// The events; several for `touches` and `presses`.
    public var events: [EventName]
    public var calls: [HandlerCall]
    /// An action sent along the responder chain; for control events only.
    public var action: Located<String>?
    /// Whether the event continues to the next responder, as if an override called super.
    public var pass = false
    /// Position of the event's name.
    public var mark: Mark

    public init(events: [EventName], calls: [HandlerCall], mark: Mark) {
        self.events = events
        self.calls = calls
        self.mark = mark
    }
}

/// A handler call, `plugin.handler: arguments`.
public struct HandlerCall: Sendable {
    public var plugin: String
    public var handler: String
    /// The value behind the colon, nil without one; the plugin type reads it.
    public var arguments: Node?
    public var mark: Mark
    /// Identifies the call in ``CallArguments``, because several calls may have the same mark. Negative before it is
    /// numbered.
    public var number = -1

    public init(plugin: String, handler: String, arguments: Node?, mark: Mark) {
        self.plugin = plugin
        self.handler = handler
        self.arguments = arguments
        self.mark = mark
    }

    /// Whether the call changes the view tree itself, without a plugin.
    public var isOfTree: Bool { plugin == TreeHandler.plugin }
}
