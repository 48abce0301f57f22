public import Geometry
public import HandlerEvents
public import JSON

/// A handler call that a layout binds to an event; immutable after loading and readable from every thread.
public final class Binding: Sendable {
    /// The plugin's name in the layout.
    public let plugin: String
    public let handler: String
    /// Id of the view or controller, or name of the screen; a description if it has no id.
    public let view: String
    /// Id of the gesture or sequence; nil for other events.
    public let gesture: String?
    /// Layout name of the gesture's type, `sequence` for a sequence; nil for other events.
    public let gestureType: String?
    /// Name of the action; nil for other events.
    public let action: String?
    /// Name of the view's screen.
    public let screen: String
    /// Size of the screen in points, for normalized coordinates.
    public let screenSize: Size
    /// Arguments as read by the handler's own type.
    public let arguments: any HandlerArguments
    /// Number shared by the bindings of one position in the layout; their streams of one number are one stream.
    public let group: Int32
    /// Maximum number of bindings of this plugin that one event reaches; queues reserve as many slots for an end.
    public let width: Int32
    /// Ends of a stream that the layout binds to this plugin here.
    public let ends: BoundEnds
    /// Whether the layout binds a control's value; queues never drop the last one.
    public let bindsValue: Bool
    private let hostEnvironment: HostEnvironment

    /// Whether the call is a command to the view tree, which is executed without a plugin, also in a dry run.
    public var isOfTree: Bool { plugin == TreeHandler.plugin }
    /// Whether the call is one of a script.
    public let isOfScript: Bool
    /// Whether the call is executed without a plugin, also in a dry run.
    public var needsNoPlugin: Bool { isOfTree || isOfScript }

    /// Share of a stream's possible ends (ended, cancelled …) that the layout binds.
    public enum BoundEnds: Sendable, BitwiseCopyable {
        case none, some, all
    }

    public init(
        plugin: String,
        handler: String,
        view: String,
        gesture: String? = nil,
        gestureType: String? = nil,
        action: String? = nil,
        screen: String = "",
        screenSize: Size = .zero,
        arguments: any HandlerArguments,
        group: Int32 = 0,
        width: Int32 = 1,
        ends: BoundEnds = .some,
        bindsValue: Bool = false,
        isOfScript: Bool = false,
        hostEnvironment: HostEnvironment
    ) {
        self.plugin = plugin
        self.handler = handler
        self.view = view
        self.gesture = gesture
        self.gestureType = gestureType
        self.action = action
        self.screen = screen
        self.screenSize = screenSize
        self.arguments = arguments
        self.group = group
        self.width = width
        self.ends = ends
        self.bindsValue = bindsValue
        self.isOfScript = isOfScript
        self.hostEnvironment = hostEnvironment
    }

    /// Returns the text of a placeholder that is not a number.
    public func text(for placeholder: Placeholder, in handlerEvent: HandlerEvent) -> String {
        switch placeholder {
        case .reason: GhostReason(number: handlerEvent.code)?.rawValue ?? ""
        case .event: handlerEvent.event.rawValue
        case .view: view
        case .gesture: gesture ?? ""
        case .action: action ?? ""
        case .screen: screen
        case .plugin: plugin
        case .host: hostEnvironment.host
        case .device: hostEnvironment.deviceName(handlerEvent.device)
        default: ""
        }
    }

    /// Returns a template's text for one event.
    public func expand(_ template: Template, _ handlerEvent: HandlerEvent, escape: Template.Escape = .plain) -> String {
        template.expanded(handlerEvent, escape: escape) { text(for: $0, in: handlerEvent) }
    }

    /// Returns a value with its templates expanded for one event.
    public func expand(_ value: TemplateValue, _ handlerEvent: HandlerEvent) -> JSONValue {
        value.expanded(handlerEvent) { text(for: $0, in: handlerEvent) }
    }
}

/// Arguments of a handler call in the layout.
public protocol HandlerArguments: Sendable {
    /// The templates in the arguments; their placeholders are checked against the event.
    var templates: [Template] { get }
    /// Returns the arguments as expanded for one event, for traces.
    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue
}

extension TemplateValue: HandlerArguments {
    public func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        binding.expand(self, handlerEvent)
    }
}

/// Arguments of a handler without arguments.
public struct NoArguments: HandlerArguments {
    public init() {}
    public var templates: [Template] { [] }
    public func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue { .null }
}
