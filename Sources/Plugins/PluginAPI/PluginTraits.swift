public import Schema
public import YAML

/// Properties of a plugin, derived from its settings for the layout check.
public struct PluginTraits: Sendable {
    /// Whether the plugin is useful even if the layout binds no event to the plugin.
    public var isUsefulWithoutBindings: Bool
    /// Whether the plugin can add views that the layout does not contain.
    public var addsViews: Bool
    /// Whether the plugin can remove any view that has an id, and set any property of such a view.
    public var setsAnything: Bool
    /// View properties that the plugin can set without a handler call.
    public var sets: [PropertyUse]
    /// A handler whose calls have an effect on one screen only; nil if the plugin has no such handler.
    public var oneScreen: OneScreen?
    /// Names of the handlers that the settings define, such as the functions of a script. Nil if the plugin type or the
    /// running plugin defines the handlers.
    public var functions: [String]?
    /// Actions that the plugin can send without a handler call.
    public var emits: [Located<String>] = []
    /// Whether the plugin is a script whose state is stored in a file and restored after a restart of the service.
    public var persistsState = false

    /// Maximum rate at which the plugin carries out calls; nil if the plugin type has no such setting.
    package var rate: Rate?

    /// The settings `rate` and `queue` of a plugin: calls above the rate wait in the queue.
    package struct Rate: Sendable {
        package let perSecond: Int
        package let queue: Int

        package init(perSecond: Int, queue: Int) { (self.perSecond, self.queue) = (perSecond, queue) }
    }

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
        /// The screen that the settings name. If nil, the handler works on the first screen of the layout that calls
        /// the handler.
        public var screen: Located<String>?

        public init(handler: String, screen: Located<String>? = nil) {
            (self.handler, self.screen) = (handler, screen)
        }
    }

    /// A view property that the settings name.
    public struct PropertyUse: Sendable {
        public var view: Located<String>
        /// Nil if the settings name only the view. Each message that the plugin receives then names the properties to
        /// set.
        public var property: Located<String>?

        public init(view: Located<String>, property: Located<String>? = nil) {
            (self.view, self.property) = (view, property)
        }
    }
}

/// A handler call in a layout, with its parsed arguments.
public struct PluginCall: Sendable {
    public let arguments: any HandlerArguments
    /// The call's argument, which is the YAML value after `PLUGIN.HANDLER:`; nil if the value is missing.
    public let node: Node?
    /// Location of the handler's name in the layout.
    public let mark: Mark

    public init(_ arguments: any HandlerArguments, _ node: Node?, at mark: Mark) {
        (self.arguments, self.node, self.mark) = (arguments, node, mark)
    }
}
