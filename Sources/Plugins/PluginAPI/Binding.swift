public import Geometry
public import HandlerEvents
public import JSON

/// What a layout bound to a handler: fixed when the layout is loaded, read by every thread.
public final class Binding: Sendable {
    /// The plugin's name in the layout.
    public let plugin: String
    public let handler: String
    /// The id of the view or controller, or the name of the screen; what it is where it has none.
    public let view: String
    /// The id of the gesture or sequence, nil for other events.
    public let gesture: String?
    /// What a layout calls the type of the gesture, `sequence` for a sequence; nil for other events.
    public let gestureType: String?
    /// The action, nil for other events.
    public let action: String?
    /// The screen that the view is on, by its name.
    public let screen: String
    /// The screen's size in points, for who needs places as parts of it.
    public let screenSize: Size
    /// As the plugin's own type of handler has read them.
    public let arguments: any HandlerArguments
    /// Bindings of one place in the layout have one number: a stream of theirs is the same stream.
    public let group: Int32
    /// How many bindings of this plugin one event of the place reaches at most: queues keep that much room for an end.
    public let width: Int32
    /// Which ends of a stream this plugin hears of at the place.
    public let ends: BoundEnds
    /// Whether it hears of a control's value, of which queues never lose the last one.
    public let hearsValue: Bool
    private let hostEnvironment: HostEnvironment

    /// How many of the ways in which a stream can end are bound.
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
        hearsValue: Bool = false,
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
        self.hearsValue = hearsValue
        self.hostEnvironment = hostEnvironment
    }

    /// What a placeholder that is no number stands for.
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

    /// A template's text for one event.
    public func expand(_ template: Template, _ handlerEvent: HandlerEvent, escape: Template.Escape = .plain) -> String {
        template.expanded(handlerEvent, escape: escape) { text(for: $0, in: handlerEvent) }
    }

    /// A value with templates for one event.
    public func expand(_ value: TemplateValue, _ handlerEvent: HandlerEvent) -> JSONValue {
        value.expanded(handlerEvent) { text(for: $0, in: handlerEvent) }
    }
}

/// What a handler was given in the layout.
public protocol HandlerArguments: Sendable {
    /// The templates in it, whose placeholders are checked against the event.
    var templates: [Template] { get }
    /// What the handler gets for one event, for traces.
    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue
}

/// Arguments of any shape.
extension TemplateValue: HandlerArguments {
    public func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        binding.expand(self, handlerEvent)
    }
}

/// A handler that takes nothing.
public struct NoArguments: HandlerArguments {
    public init() {}
    public var templates: [Template] { [] }
    public func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue { .null }
}
