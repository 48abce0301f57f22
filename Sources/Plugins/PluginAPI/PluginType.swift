public import HandlerEvents
public import Platform
public import Schema
public import YAML

/// A plugin type: its settings and handlers in a layout, and the function that creates its plugins.
public struct PluginType: Sendable {
    /// Value of `type:` in a layout.
    public let name: String
    public let summary: String
    /// Table of the settings, except `type`.
    public let settings: any AnyTable
    public let handlers: [HandlerType]
    /// Type of the handlers that `handlers` does not list, such as the functions of a script; nil for none.
    public let otherHandlers: HandlerType?
    private let body: @Sendable (Node, Reading) -> PluginPlan?

    /// Creates a plugin type; the table `settings` need not contain the key `type`.
    ///
    /// - `check` reports settings that contradict each other.
    /// - `checkCall` reports a call that is impossible with the settings.
    /// - `checkMachine` reports requirements of a call that this machine does not meet.
    /// - `checkHere` reports requirements of the plugin itself that this machine does not meet.
    /// - `traits` returns the effects of the settings on the layout.
    /// - `loadLibrary` loads the library that the plugin needs. On failure, it returns a message that names the missing
    ///   library and explains how to install it. The library is loaded when a layout is read, so that no plugin loads
    ///   the library on the input thread.
    public init<Settings: Equatable & Sendable>(
        _ settings: Table<Settings>,
        handlers: [HandlerType],
        otherHandlers: HandlerType? = nil,
        check: @escaping @Sendable (Settings, Node, Reading) -> Void = { _, _, _ in },
        checkCall: @escaping @Sendable (Settings, PluginCall, Reading) -> Void = { _, _, _ in },
        checkMachine: @escaping @Sendable (Settings, PluginCall, Reading) -> Void = { _, _, _ in },
        checkHere: @escaping @Sendable (Settings, Node, Reading) -> Void = { _, _, _ in },
        traits: @escaping @Sendable (Settings, Node) -> PluginTraits = { _, _ in PluginTraits() },
        loadLibrary: @escaping @Sendable () -> String? = { nil },
        make: @escaping @Sendable (Settings, PluginContext) throws(ServiceError) -> any Plugin
    ) {
        name = settings.name
        summary = settings.summary
        self.settings = settings
        self.handlers = handlers
        self.otherHandlers = otherHandlers
        body = { node, reading in
            _ = loadLibrary()
            guard let value = settings.read(node, reading) else { return nil }
            check(value, node, reading)
            var plan = PluginPlan(type: settings.name, settings: value) { (context) throws(ServiceError) in
                if let problem = loadLibrary() { throw ServiceError(problem) }
                return try make(value, context)
            }
            plan.traits = traits(value, node)
            plan.checkCall = { checkCall(value, $0, $1) }
            plan.checkMachine = { checkMachine(value, $0, $1) }
            plan.checkHere = { reading in
                if let problem = loadLibrary() { reading.warning(problem, .notInstalled, at: node.mark) }
                checkHere(value, node, reading)
            }
            return plan
        }
    }

    /// Creates a plugin type for scripts. A script runs on the input thread between events and needs no plugin.
    package init<Settings: Equatable & Sendable>(
        _ settings: Table<Settings>,
        handlers: [HandlerType],
        otherHandlers: HandlerType,
        check: @escaping @Sendable (Settings, Node, Reading) -> Void,
        traits: @escaping @Sendable (Settings, Node) -> PluginTraits,
        script: @escaping @Sendable (Settings) throws(ScriptError) -> any Script
    ) {
        name = settings.name
        summary = settings.summary
        self.settings = settings
        self.handlers = handlers
        self.otherHandlers = otherHandlers
        body = { node, reading in
            guard let value = settings.read(node, reading) else { return nil }
            check(value, node, reading)
            var plan = PluginPlan(type: settings.name, settings: value) { (_) throws(ServiceError) in
                throw ServiceError("a script is not a plugin")
            }
            plan.traits = traits(value, node)
            plan.script = { () throws(ScriptError) in try script(value) }
            return plan
        }
    }

    /// Reads the settings from the mapping of a plugin; ignores the key `type`. Reports errors. Returns nil if the
    /// settings cannot be read.
    public func read(_ node: Node, _ reading: Reading) -> PluginPlan? {
        var node = node
        if case .mapping(let pairs) = node.content {
            node.content = .mapping(pairs.filter { $0.key.scalar?.text != "type" })
        }
        return body(node, reading)
    }

    public func handler(_ name: String) -> HandlerType? { handlers.first { $0.name == name } ?? otherHandlers }
}

/// Checked settings from which a plugin can be created.
public struct PluginPlan: Sendable {
    public let type: String
    public internal(set) var traits = PluginTraits()
    /// Reports a call that is impossible with these settings.
    public internal(set) var checkCall: @Sendable (PluginCall, Reading) -> Void = { _, _ in }
    /// Reports requirements of a call that this machine does not meet.
    public internal(set) var checkMachine: @Sendable (PluginCall, Reading) -> Void = { _, _ in }
    /// Reports requirements of the plugin itself that this machine does not meet.
    public internal(set) var checkHere: @Sendable (Reading) -> Void = { _ in }
    /// Creates a script, which runs without a plugin; nil if the plan creates a plugin.
    package fileprivate(set) var script: (@Sendable () throws(ScriptError) -> any Script)?
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

    public func make(_ context: PluginContext) throws(ServiceError) -> any Plugin { try body(context) }

    /// Returns a plan with the same type and traits, whose plugin `make` creates. Two plans from this function are
    /// equivalent if their types and numbers are equal.
    package func replaced(
        number: Int,
        make: @escaping @Sendable (PluginContext) throws(ServiceError) -> any Plugin
    ) -> PluginPlan {
        var plan = PluginPlan(type: type, settings: number, make: make)
        plan.traits = traits
        return plan
    }

    /// Whether the other plan creates an identical plugin. If so, a reload does not replace the running plugin.
    public func isEquivalent(to other: PluginPlan) -> Bool { type == other.type && isSame(other.settings) }
}

/// A handler of a plugin type.
public struct HandlerType: Sendable {
    public let name: String
    public let summary: String
    /// Description of a call's argument, which is the YAML value after `PLUGIN.HANDLER:`.
    public let expected: String
    /// Tables that describe the handler's arguments.
    public let tables: @Sendable () -> [any AnyTable]
    /// Families of events that the handler accepts; nil means all families.
    public private(set) var families: Set<EventName.Family>?
    /// Events that a layout must bind to the handler if the layout binds another event of the same family.
    public private(set) var requiredEvents: [EventName] = []
    /// Whether the handler must be bound to events of a control with an id.
    public private(set) var needsControlID = false
    /// Whether the settings of a touch limit are a possible argument of a call. The touch limit withholds touches from
    /// the view whose `on:` contains the call.
    public private(set) var acceptsTouchLimit = false
    private let body: @Sendable (Node?, Reading, Mark) -> (any HandlerArguments)?

    /// Creates a handler whose arguments are required.
    public init<Arguments: HandlerArguments>(_ name: String, _ arguments: Setting<Arguments>, _ summary: String) {
        self.name = name
        self.summary = summary
        (expected, tables) = (arguments.expected, arguments.tables)
        body = { node, reading, mark in
            if let node { return arguments.read(node, reading) }
            reading.error("'\(name)' needs \(arguments.expected) after the colon", .wrongValue, at: mark)
            return nil
        }
    }

    /// Creates a handler whose arguments have a default value.
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

    /// Returns a copy that accepts only touch events. A layout must bind the begin and end events of touches to the
    /// handler.
    public func takingWholeTouches() -> HandlerType {
        taking([.touches], all: [.touchesBegan, .touchesEnded, .touchesCancelled])
    }

    /// Returns a copy that accepts only events of some families.
    ///
    /// If a layout binds an event of a family, the layout must also bind the required events of this family.
    public func taking(_ families: Set<EventName.Family>, all required: [EventName]) -> HandlerType {
        var copy = self
        (copy.families, copy.requiredEvents) = (families, required)
        return copy
    }

    /// Returns a copy that accepts only events of controls with an id.
    public func takingControlsWithID() -> HandlerType {
        var copy = self
        (copy.families, copy.needsControlID) = ([.control], true)
        return copy
    }

    /// Returns a copy that accepts the settings of a touch limit as its argument.
    public func acceptingTouchLimit() -> HandlerType {
        var copy = self
        copy.acceptsTouchLimit = true
        return copy
    }

    /// Reads the arguments of a call; `mark` is the location of the handler's name. Reports errors. Returns nil if the
    /// arguments are invalid.
    public func read(_ node: Node?, _ reading: Reading, at mark: Mark) -> (any HandlerArguments)? {
        body(node, reading, mark)
    }
}
