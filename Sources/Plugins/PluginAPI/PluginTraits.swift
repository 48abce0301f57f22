public import Schema
public import YAML

/// What the settings of a plugin make of it within its layout, beside what its handlers do.
public struct PluginTraits: Sendable {
    /// Whether it is of use although no event leads to it.
    public var livesAlone: Bool
    /// Whether views may come of it that the layout does not have.
    public var addsViews: Bool
    /// Whether it may set any property of any view that has an id, or take the view out.
    public var setsAnything: Bool
    /// The properties of views that it sets by itself.
    public var sets: [PropertyUse]
    /// The handler of which calls on one screen alone lead to something.
    public var oneScreen: OneScreen?

    public init(
        livesAlone: Bool = false,
        addsViews: Bool = false,
        setsAnything: Bool = false,
        sets: [PropertyUse] = [],
        oneScreen: OneScreen? = nil
    ) {
        (self.livesAlone, self.addsViews) = (livesAlone, addsViews)
        (self.setsAnything, self.sets) = (setsAnything, sets)
        self.oneScreen = oneScreen
    }

    /// A handler whose calls count on one screen only.
    public struct OneScreen: Sendable {
        public var handler: String
        /// The screen that the settings name; nil for the first that calls the handler.
        public var screen: Located<String>?

        public init(handler: String, screen: Located<String>? = nil) {
            (self.handler, self.screen) = (handler, screen)
        }
    }

    /// A view's property, by the names that stand in the settings.
    public struct PropertyUse: Sendable {
        public var view: Located<String>
        /// Nil where only whoever sends a value names it.
        public var property: Located<String>?

        public init(view: Located<String>, property: Located<String>? = nil) {
            (self.view, self.property) = (view, property)
        }
    }
}

/// A handler call whose arguments have been read.
public struct PluginCall: Sendable {
    public let arguments: any HandlerArguments
    /// What stands behind the colon, nil for nothing.
    public let node: Node?
    /// Where the handler's name stands.
    public let mark: Mark

    public init(_ arguments: any HandlerArguments, _ node: Node?, at mark: Mark) {
        (self.arguments, self.node, self.mark) = (arguments, node, mark)
    }
}
