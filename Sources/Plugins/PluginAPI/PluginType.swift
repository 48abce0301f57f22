public import HandlerEvents
public import Platform
public import Schema
public import YAML

/// A kind of plugin: what may be said of it in a layout, and how one is made.
public struct PluginType: Sendable {
    /// What `type:` calls it.
    public let name: String
    public let summary: String
    /// The keys beside `type`.
    public let settings: any AnyTable
    public let handlers: [HandlerType]
    /// For handlers that only the plugin itself knows; nil when there are no others.
    public let otherHandlers: HandlerType?
    private let body: @Sendable (Node, Reading) -> PluginPlan?

    /// A kind of plugin whose settings are read by a table; `type` need not be in it.
    ///
    /// `check` reports what does not go together in settings that were read, `checkCall` what a call cannot do with them,
    /// `checkMachine` what a call needs and is not there where it is asked, and `checkHere` the same of the plugin itself.
    /// `traits` tells what they make of the plugin.
    public init<Settings: Equatable & Sendable>(
        _ settings: Table<Settings>,
        handlers: [HandlerType],
        otherHandlers: HandlerType? = nil,
        check: @escaping @Sendable (Settings, Node, Reading) -> Void = { _, _, _ in },
        checkCall: @escaping @Sendable (Settings, PluginCall, Reading) -> Void = { _, _, _ in },
        checkMachine: @escaping @Sendable (Settings, PluginCall, Reading) -> Void = { _, _, _ in },
        checkHere: @escaping @Sendable (Settings, Node, Reading) -> Void = { _, _, _ in },
        traits: @escaping @Sendable (Settings, Node) -> PluginTraits = { _, _ in PluginTraits() },
        make: @escaping @Sendable (Settings, PluginContext) throws(ServiceError) -> any Plugin
    ) {
        name = settings.name
        summary = settings.summary
        self.settings = settings
        self.handlers = handlers
        self.otherHandlers = otherHandlers
        body = { node, reading in
            guard let value = settings.read(node, reading) else { return nil }
            check(value, node, reading)
            var plan = PluginPlan(type: settings.name, settings: value) { (context) throws(ServiceError) in
                try make(value, context)
            }
            plan.traits = traits(value, node)
            plan.checkCall = { checkCall(value, $0, $1) }
            plan.checkMachine = { checkMachine(value, $0, $1) }
            plan.checkHere = { checkHere(value, node, $0) }
            return plan
        }
    }

    /// Reads the settings from a plugin's mapping, in which `type` is passed over.
    public func read(_ node: Node, _ reading: Reading) -> PluginPlan? {
        var node = node
        if case .mapping(let pairs) = node.content {
            node.content = .mapping(pairs.filter { $0.key.scalar?.text != "type" })
        }
        return body(node, reading)
    }

    /// The handler of a name.
    public func handler(_ name: String) -> HandlerType? { handlers.first { $0.name == name } ?? otherHandlers }
}

/// A plugin that is yet to be made.
public struct PluginPlan: Sendable {
    public let type: String
    public internal(set) var traits = PluginTraits()
    /// Reports what a call cannot do with these settings.
    public internal(set) var checkCall: @Sendable (PluginCall, Reading) -> Void = { _, _ in }
    /// Reports what a call needs and this machine does not have.
    public internal(set) var checkMachine: @Sendable (PluginCall, Reading) -> Void = { _, _ in }
    /// Reports what the plugin itself needs and this machine does not have.
    public internal(set) var checkHere: @Sendable (Reading) -> Void = { _ in }
    private let isSame: @Sendable (any Sendable) -> Bool
    private let settings: any Sendable
    private let body: @Sendable (PluginContext) throws(ServiceError) -> any Plugin

    init<Settings: Equatable & Sendable>(
        type: String,
        settings: Settings,
        make: @escaping @Sendable (PluginContext) throws(ServiceError) -> any Plugin
    ) {
        self.type = type
        self.settings = settings
        isSame = { ($0 as? Settings) == settings }
        body = make
    }

    /// Makes the plugin.
    public func make(_ context: PluginContext) throws(ServiceError) -> any Plugin { try body(context) }

    /// A plan in the place of this one that makes another plugin; two of them are equivalent if their numbers are equal.
    package func replaced(
        number: Int,
        make: @escaping @Sendable (PluginContext) throws(ServiceError) -> any Plugin
    ) -> PluginPlan {
        var plan = PluginPlan(type: type, settings: number, make: make)
        plan.traits = traits
        return plan
    }

    /// Whether the other one would make the same plugin, so that a running one may go on.
    public func isEquivalent(to other: PluginPlan) -> Bool { type == other.type && isSame(other.settings) }
}

/// One handler of a kind of plugin.
public struct HandlerType: Sendable {
    public let name: String
    public let summary: String
    /// What is expected behind the colon.
    public let expected: String
    /// The tables of its arguments.
    public let tables: @Sendable () -> [any AnyTable]
    /// The events that it has a use for; nil for all.
    public private(set) var families: Set<EventName.Family>?
    /// Whether it has to hear of how a touch ends when it hears of how one begins.
    public private(set) var needsWholeTouches = false
    private let body: @Sendable (Node?, Reading, Mark) -> (any HandlerArguments)?

    /// A handler that needs arguments.
    public init<Arguments: HandlerArguments>(_ name: String, _ arguments: Setting<Arguments>, _ summary: String) {
        self.name = name
        self.summary = summary
        (expected, tables) = (arguments.expected, arguments.tables)
        body = { node, reading, mark in
            if let node { return arguments.read(node, reading) }
            reading.error("'\(name)' needs \(arguments.expected) behind the colon", at: mark)
            return nil
        }
    }

    /// A handler that has arguments for when nothing is said.
    public init<Arguments: HandlerArguments>(
        _ name: String,
        _ arguments: Setting<Arguments>,
        default standard: Arguments,
        _ summary: String
    ) {
        self.name = name
        self.summary = summary
        (expected, tables) = (arguments.expected, arguments.tables)
        body = { node, reading, _ in
            guard let node, node.scalar?.isNull != true else { return standard }
            return arguments.read(node, reading)
        }
    }

    /// The same handler, which makes something of touches alone, and has to hear all of each.
    public func takingWholeTouches() -> HandlerType {
        var copy = self
        (copy.families, copy.needsWholeTouches) = ([.touches], true)
        return copy
    }

    /// Reads arguments; the mark is where the handler's name stands.
    public func read(_ node: Node?, _ reading: Reading, at mark: Mark) -> (any HandlerArguments)? {
        body(node, reading, mark)
    }
}
