public import Schema
public import YAML

/// Effects of a plugin's settings on its layout, besides its handlers.
public struct PluginTraits: Sendable {
    /// Useful without bindings.
    public var isUsefulWithoutBindings: Bool
    /// Whether it may add views that the layout does not contain.
    public var addsViews: Bool
    /// Whether it may set any property of a view with an id, or remove the view.
    public var setsAnything: Bool
    /// Properties of views that it sets by itself.
    public var sets: [PropertyUse]
    /// A handler whose calls take effect on one screen only.
    public var oneScreen: OneScreen?
    /// Names of the handlers that the settings define; nil if the type or the plugin defines them.
    public var functions: [String]?

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

    /// A handler whose calls take effect on one screen only.
    public struct OneScreen: Sendable {
        public var handler: String
        /// The screen named in the settings; nil means the first that calls the handler.
        public var screen: Located<String>?

        public init(handler: String, screen: Located<String>? = nil) {
            (self.handler, self.screen) = (handler, screen)
        }
    }

    /// A property of a view, as named in the settings.
    public struct PropertyUse: Sendable {
        public var view: Located<String>
        /// Nil if the sender of a value names the property.
        public var property: Located<String>?

        public init(view: Located<String>, property: Located<String>? = nil) {
            (self.view, self.property) = (view, property)
        }
    }
}

/// A handler call with its arguments read.
public struct PluginCall: Sendable {
    public let arguments: any HandlerArguments
    /// Value behind the colon; nil if it is missing.
    public let node: Node?
    /// Location of the handler's name.
    public let mark: Mark

    public init(_ arguments: any HandlerArguments, _ node: Node?, at mark: Mark) {
        (self.arguments, self.node, self.mark) = (arguments, node, mark)
    }
}
