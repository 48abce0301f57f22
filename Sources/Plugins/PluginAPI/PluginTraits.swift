public import Schema
public import YAML

/// Properties of a plugin that its settings determine. The layout check uses these properties.
public struct PluginTraits: Sendable {
    /// Whether the plugin is useful without bindings.
    public var isUsefulWithoutBindings: Bool
    /// Whether the plugin can add views that the layout does not contain.
    public var addsViews: Bool
    /// Whether the plugin can set any property of a view with an id, or remove the view.
    public var setsAnything: Bool
    /// View properties that the plugin sets without being called.
    public var sets: [PropertyUse]
    /// A handler whose calls have an effect on one screen only; nil if the plugin has no such handler.
    public var oneScreen: OneScreen?
    /// Names of the handlers that the settings define; nil if the plugin type or the running plugin defines the
    /// handlers.
    public var functions: [String]?
    /// Whether the state of a script survives a restart.
    public var persistsState = false

    public init(
        isUsefulWithoutBindings: Bool = false,
        addsViews: Bool = false,
        setsAnything: Bool = false,
        sets: [PropertyUse] = [],
        oneScreen: OneScreen? = nil
    ) {
        (self.isUsefulWithoutBindings, self.addsViews) = (isUsefulWithoutBindings, addsViews)
        (self.setsAnything, self.sets) = (setsAnything, sets)
        self.oneScreen = oneScreen
    }

    /// A handler whose calls have an effect on one screen only.
    public struct OneScreen: Sendable {
        public var handler: String
        /// The screen that the settings name; nil means the first screen for which the layout calls the handler.
        public var screen: Located<String>?

        public init(handler: String, screen: Located<String>? = nil) {
            (self.handler, self.screen) = (handler, screen)
        }
    }

    /// A view property that the settings name.
    public struct PropertyUse: Sendable {
        public var view: Located<String>
        /// The property; nil if each message that the plugin receives names the properties.
        public var property: Located<String>?

        public init(view: Located<String>, property: Located<String>? = nil) {
            (self.view, self.property) = (view, property)
        }
    }
}

/// A handler call in a layout, with its parsed arguments.
public struct PluginCall: Sendable {
    public let arguments: any HandlerArguments
    /// Value that follows the colon of the call; nil if the value is missing.
    public let node: Node?
    /// Location of the handler's name in the layout.
    public let mark: Mark

    public init(_ arguments: any HandlerArguments, _ node: Node?, at mark: Mark) {
        (self.arguments, self.node, self.mark) = (arguments, node, mark)
    }
}
