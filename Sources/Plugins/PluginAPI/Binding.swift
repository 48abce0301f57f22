public import Geometry
public import HandlerEvents
public import JSON

/// A handler call that a layout binds to an event. Immutable after the layout is loaded, and readable from any thread.
public final class Binding: Sendable {
    /// The plugin's name in the layout.
    public let plugin: String
    public let handler: String
    /// The event that the call is bound to; nil if unknown.
    public let event: EventName?
    /// Whether the layout uses the event name `recognized`, an alias of `ended`.
    public let isNamedRecognized: Bool
    /// Index of the call among all calls that the same object binds to the event.
    public let position: Int
    /// Id of the view or controller, or name of the screen; a description if the element has no id.
    public let view: String
    /// Id of the gesture or sequence; nil for events of other objects.
    public let gesture: String?
    /// Type of the gesture as written in the layout, or `sequence`; nil for events of other objects.
    public let gestureType: String?
    /// Name of the action; nil for other events.
    public let action: String?
    /// Name of the screen that contains the view.
    public let screen: String
    /// Size of the screen in points, used to normalize coordinates.
    public let screenSize: Size
    /// Arguments of the call, parsed by the type of the handler.
    public let arguments: any HandlerArguments
    /// Condition on the event; nil if the call is made for every event.
    public let condition: CallCondition?
    /// Maximum rate of the call; nil if the rate is not limited.
    public let rate: CallRate?
    /// Time without events after which the call is made, in microseconds; nil if the call is not delayed.
    public let quietTime: Int64?
    /// Number that identifies the binding's group. A group contains all bindings of one view, gesture or other object
    /// to one family of events. Events of a group with equal stream numbers form one stream, such as a touch.
    public let group: Int32
    /// Maximum number of bindings of this plugin that receive one event. Queues reserve this number of slots for the
    /// end event of a stream.
    public let width: Int32
    /// Which of a stream's possible end events the layout binds to this plugin in this group.
    public let ends: BoundEnds
    /// Whether the layout binds the value of a control. Queues never drop a control's last value.
    public let bindsValue: Bool
    private let hostEnvironment: HostEnvironment

    /// Whether the call is a tree command, which is executed without a plugin, even in a dry run.
    public var isOfTree: Bool { plugin == TreeHandler.plugin }
    /// Whether the call runs a function of a script.
    public let isOfScript: Bool
    /// Whether the call is executed without a plugin, even in a dry run.
    public var needsNoPlugin: Bool { isOfTree || isOfScript }

    /// Which of a stream's possible end events (ended, cancelled …) the layout binds.
    public enum BoundEnds: Sendable, BitwiseCopyable {
        case none, some, all
    }

    public init(
        plugin: String,
        handler: String,
        event: EventName? = nil,
        isNamedRecognized: Bool = false,
        position: Int = 0,
        view: String,
        gesture: String? = nil,
        gestureType: String? = nil,
        action: String? = nil,
        screen: String = "",
        screenSize: Size = .zero,
        arguments: any HandlerArguments,
        condition: CallCondition? = nil,
        rate: CallRate? = nil,
        quietTime: Int64? = nil,
        group: Int32 = 0,
        width: Int32 = 1,
        ends: BoundEnds = .some,
        bindsValue: Bool = false,
        isOfScript: Bool = false,
        hostEnvironment: HostEnvironment
    ) {
        self.plugin = plugin
        self.handler = handler
        self.event = event
        self.isNamedRecognized = isNamedRecognized
        self.position = position
        self.view = view
        self.gesture = gesture
        self.gestureType = gestureType
        self.action = action
        self.screen = screen
        self.screenSize = screenSize
        self.arguments = arguments
        self.condition = condition
        self.rate = rate
        self.quietTime = quietTime
        self.group = group
        self.width = width
        self.ends = ends
        self.bindsValue = bindsValue
        self.isOfScript = isOfScript
        self.hostEnvironment = hostEnvironment
    }

    /// Returns the name of an event in the layout.
    public func name(of event: EventName) -> String {
        event == .ended && isNamedRecognized ? EventName.recognized : event.rawValue
    }

    /// Returns the value of a string placeholder; empty for a numeric placeholder.
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

    /// Expands a template for one event.
    public func expand(_ template: Template, _ handlerEvent: HandlerEvent, escape: Template.Escape = .plain) -> String {
        template.expanded(handlerEvent, escape: escape) { text(for: $0, in: handlerEvent) }
    }

    /// Expands all templates in a value for one event.
    public func expand(_ value: TemplateValue, _ handlerEvent: HandlerEvent) -> JSONValue {
        value.expanded(handlerEvent) { text(for: $0, in: handlerEvent) }
    }
}

/// Arguments of a handler call in a layout.
public protocol HandlerArguments: Sendable {
    /// The templates in the arguments, whose placeholders are checked against the bound event.
    var templates: [Template] { get }
    /// The action that the handler sends when its result arrives; nil by default.
    var emits: String? { get }
    /// Returns the arguments as JSON, with the placeholders replaced by the values of one event.
    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue
}

extension HandlerArguments {
    public var emits: String? { nil }
}

extension TemplateValue: HandlerArguments {
    public func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        binding.expand(self, handlerEvent)
    }
}

/// Arguments of a handler that takes no arguments.
public struct NoArguments: HandlerArguments {
    public init() {}
    public var templates: [Template] { [] }
    public func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue { .null }
}
