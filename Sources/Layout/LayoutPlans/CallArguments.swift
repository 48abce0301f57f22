internal import HandlerEvents
package import JSON
package import LayoutFile
package import PluginAPI
internal import Schema
internal import YAML

/// Parsed arguments of the handler calls. The number of a call identifies its arguments.
package struct CallArguments: Sendable {
    /// Plugins by name. A repeated name is an error; the first plugin with the name is used.
    private var types: [String: (type: PluginType?, plan: PluginPlan?)] = [:]
    private var names: [String] = []
    private var arguments: [any HandlerArguments] = []
    /// Numbered calls; the number of a call is its index.
    private var calls: [HandlerCall] = []
    /// Touch limits in the arguments of calls, by the number of the call.
    private(set) var touchLimits: [Int: (call: HandlerCall, limit: GestureLayout)] = [:]
    /// Names of the plugins that at least one call uses.
    private(set) var called: Set<String> = []
    /// Actions that handlers send when their results arrive.
    private(set) var emitted: [Located<String>] = []
    /// Number of calls with `after`.
    private var delayedCount = 0
    /// Limit delayed-calls (limits.md, Layouts): maximum number of calls with `after` in a layout, after includes and
    /// templates are resolved. If exceeded: an error is reported at the first call that exceeds the limit.
    private static let delayedLimit = 1000
    /// Calls of tree commands (`tree.show` and so on) in reading order.
    package var treeCalls: [TreeCall] { arguments.compactMap { $0 as? TreeCall } }

    /// Registers a plugin. `type` is nil if the type is unknown, and `plan` is nil if the settings are invalid. Both
    /// errors have already been reported.
    mutating func add(_ type: PluginType?, _ plan: PluginPlan?, named name: String) {
        guard types[name] == nil else { return }
        types[name] = (type, plan)
        names.append(name)
    }

    /// Ids in the arguments of all calls of `tree.becomeFirstResponder`.
    package var firstResponders: Set<String> {
        let calls = treeCalls.filter { $0.handler == .becomeFirstResponder }
        return Set(calls.flatMap(\.targets).map(\.value.source))
    }

    package func arguments(of call: HandlerCall) -> any HandlerArguments { arguments[call.number] }

    /// Parses the arguments of a call and assigns a number to the call; reports errors.
    mutating func read(_ call: inout HandlerCall, at site: CallSite, _ reading: Reading) {
        checkRestrictions(of: call, at: site, reading)
        if call.isOfTree { return readTree(&call, at: site, reading) }
        called.insert(call.plugin)
        // Reports no error here, because the layout check reports missing plugins.
        guard let plugin = types[call.plugin], let type = plugin.type else { return }
        guard let handler = type.handler(call.handler) else {
            if call.isOfMouse {
                let problem = "'mouse' needs a plugin of type uinput, but '\(call.plugin)' has the type \(type.name)"
                return reading.error(
                    "\(problem); write the name of a plugin of type uinput",
                    .wrongTarget,
                    at: call.mark
                )
            }
            func hint() -> String { Names.suggestion(for: call.handler, in: type.handlers.map(\.name)) }
            return reading.error(
                "a plugin of type \(type.name) has no handler '\(call.handler)'\(hint())",
                .unknownName,
                at: call.mark
            )
        }
        if let functions = plugin.plan?.traits.functions, !functions.contains(call.handler) {
            func hint() -> String { Names.suggestion(for: call.handler, in: functions) }
            return reading.error(
                "the script '\(call.plugin)' has no function '\(call.handler)'\(hint())",
                .unknownName,
                at: call.mark
            )
        }
        var limit: GestureLayout?
        if handler.acceptsTouchLimit, let value = call.arguments, value.scalar?.isNull != true {
            limit = naming(call, reading) { Setting<GestureLayout>.touchLimit.read($0, reading) }
            guard limit != nil else { return }
        }
        let value = limit == nil ? call.arguments : nil
        guard let arguments = read(value, of: call, handler, reading) else { return }
        check(call, handler, at: site, reading)
        plugin.plan?.checkCall(PluginCall(arguments, call.arguments, at: call.mark), reading)
        add(arguments, of: &call, at: site, reading)
        if let limit { touchLimits[call.number] = (call, limit) }
    }

    /// Reports rate limits and delays that are not allowed for the call.
    private mutating func checkRestrictions(of call: HandlerCall, at site: CallSite, _ reading: Reading) {
        if site.switchesScreen, let key = call.restrictions.first(where: { $0 != .when })?.rawValue {
            let reason = "a skipped or delayed call could leave the screen on or off"
            let rule = "a call in 'dark' cannot have '\(key)', because \(reason)"
            reading.error("\(rule); remove '\(key)'", .misplacedKey, at: call.mark)
        }
        guard call.quietTime != nil else { return }
        delayedCount += 1
        guard delayedCount == Self.delayedLimit + 1 else { return }
        let rule = "more than \(Self.delayedLimit) calls in the layout have 'after'"
        reading.error("\(rule); remove 'after' from some of them", .limitExceeded, at: call.mark)
    }

    /// Parses the argument of a call as `handler` specifies; reports errors and returns nil if the argument is invalid.
    private func read(
        _ value: Node?,
        of call: HandlerCall,
        _ handler: HandlerType,
        _ reading: Reading
    ) -> (any HandlerArguments)? {
        guard value != nil else { return handler.read(nil, reading, at: call.mark) }
        return naming(call, reading) { handler.read($0, reading, at: call.mark) }
    }

    /// Calls `read` with the value after the colon of a call; messages about this value contain the handler's name.
    /// Returns nil for a missing value, or if `read` returns nil.
    private func naming<Result>(_ call: HandlerCall, _ reading: Reading, _ read: (Node) -> Result?) -> Result? {
        guard let value = call.arguments else { return nil }
        let key = Node(.scalar(Scalar(call.name)), mark: call.mark)
        return reading.naming(key, of: value) { read(value) }
    }

    private mutating func readTree(_ call: inout HandlerCall, at site: CallSite, _ reading: Reading) {
        guard let handler = TreeHandler(rawValue: call.handler) else {
            func hint() -> String { Names.suggestion(for: call.handler, in: TreeHandler.allCases.map(\.rawValue)) }
            return reading.error(
                "'\(call.plugin)' has no command '\(call.handler)'\(hint())",
                .unknownName,
                at: call.mark
            )
        }
        let reader = TreeCallReader(handler: handler, reading: reading)
        guard let arguments = reader.read(call.arguments, at: call.mark) else { return }
        add(arguments, of: &call, at: site, reading)
    }

    /// Parses the arguments of a call by a script.
    package func read(
        _ value: JSONValue,
        of name: String,
        _ plugin: String
    ) throws(CommandRejection) -> any HandlerArguments {
        var nodes = JSONNodes()
        let node = nodes.node(value)
        let reading = Reading(namesKeys: false)
        var arguments: (any HandlerArguments)?
        if plugin == TreeHandler.plugin {
            guard let handler = TreeHandler(rawValue: name) else {
                throw CommandRejection(no: "tree command", named: name, known: TreeHandler.allCases.map(\.rawValue))
            }
            arguments = TreeCallReader(handler: handler, reading: reading).read(node, at: node.mark)
        } else {
            guard let type = types[plugin]?.type else {
                throw CommandRejection(no: "plugin", named: plugin, known: names)
            }
            let known = types[plugin]?.plan?.traits.functions ?? type.handlers.map(\.name)
            guard let handler = type.handler(name), type.otherHandlers == nil || known.isEmpty || known.contains(name)
            else { throw CommandRejection(no: "handler", named: name, known: known) }
            guard handler.families == nil else {
                throw CommandRejection("'\(plugin).\(name)' needs an event; bind the handler in the layout")
            }
            arguments = handler.read(node, reading, at: node.mark)
            if let arguments { types[plugin]?.plan?.checkCall(PluginCall(arguments, node, at: node.mark), reading) }
        }
        guard let arguments, !reading.hasErrors else {
            throw CommandRejection(nodes.messages(of: reading).prefix(5).joined(separator: "; "))
        }
        return arguments
    }

    /// Assigns a number to a call and stores its arguments. Warns of placeholders that are not available for the events
    /// of the call.
    private mutating func add(
        _ arguments: any HandlerArguments,
        of call: inout HandlerCall,
        at site: CallSite,
        _ reading: Reading
    ) {
        for placeholder in arguments.templates.flatMap(\.placeholders) + (call.condition?.placeholders ?? []) {
            guard let family = site.families.first(where: { !placeholder.isKnown(of: $0) }) else { continue }
            func known() -> String {
                Placeholder.allCases.filter { $0.isKnown(of: family) }.map(\.rawValue).joined(separator: ", ")
            }
            reading.warning(
                "'{{\(placeholder.rawValue)}}' is not available for \(family.events); available: \(known())",
                .wrongPlaceholder,
                at: call.arguments?.mark ?? call.mark
            )
        }
        if let action = arguments.emits {
            emitted.append(Located(action, at: call.arguments?["emit"]?.mark ?? call.mark))
        }
        call.number = self.arguments.count
        self.arguments.append(arguments)
        calls.append(call)
    }

    /// Reports calls with unsupported events, without the id of a required control, or without other required events of
    /// the touch or gesture.
    private func check(_ call: HandlerCall, _ handler: HandlerType, at site: CallSite, _ reading: Reading) {
        let name = call.name
        if let known = handler.families, let family = site.families.first(where: { !known.contains($0) }) {
            func takes() -> String {
                EventName.Family.allCases.filter(known.contains).map(\.events).joined(separator: " and ")
            }
            return reading.error(
                "'\(name)' accepts only \(takes()), not \(family.events); bind '\(name)' to \(takes())",
                .wrongEvent,
                at: call.mark
            )
        }
        if handler.needsControlID, !site.isViewWithID {
            reading.error("'\(name)' needs a control with an id; add 'id' to the control", .missingKey, at: call.mark)
        }
        let required = handler.requiredEvents.filter { site.families.contains($0.family) }
        guard let family = required.first?.family else { return }
        let all = family == .touches ? "'touches'" : "all of these events"
        if let key = call.restrictions.first?.rawValue {
            let owner = family == .touches ? "touch" : "gesture"
            return reading.error(
                "'\(name)' needs all events of a \(owner); remove '\(key)'",
                .misplacedKey,
                at: call.mark
            )
        }
        guard let handled = site.handled[name] else { return }
        let missing = required.filter { !handled.contains($0) }
        guard !missing.isEmpty else { return }
        func names() -> String { Names.alternatives(missing.map { "'\($0.rawValue)'" }) }
        reading.warning(
            "'\(name)' needs all \(family == .touches ? "touch" : "gesture") events, but is not bound to \(names()); "
                + "bind '\(name)' to \(all) instead",
            .wrongEvent,
            at: call.mark
        )
    }

    /// Reports calls whose requirements this machine does not meet.
    func checkMachine(_ reading: Reading) {
        for (call, arguments) in zip(calls, arguments) {
            let plan = types[call.plugin]?.plan
            plan?.checkMachine(PluginCall(arguments, call.arguments, at: call.mark), reading)
        }
    }
}

extension EventName.Family {
    /// Name of the events of this family in messages.
    fileprivate var events: String {
        switch self {
        case .touches: "touches"
        case .presses: "presses"
        case .motion: "shakes"
        case .remoteControl: "remote control"
        case .gesture: "gestures"
        case .control: "controls"
        case .action: "actions"
        case .screen: "a screen's events"
        case .device: "devices"
        case .ghost: "ghosts"
        case .panel: "stale or silent panels"
        case .timer: "timers"
        }
    }
}
