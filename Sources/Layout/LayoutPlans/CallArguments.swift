internal import HandlerEvents
package import LayoutFile
package import PluginAPI
internal import Schema
internal import YAML

/// Reads what stands behind the colons of handler calls, and keeps it under the calls' numbers.
package struct CallArguments: Sendable {
    /// By the plugins' names; a name that stands twice is a mistake, and its first place counts.
    private var types: [String: (type: PluginType?, plan: PluginPlan?)] = [:]
    private var names: [String] = []
    private var arguments: [any HandlerArguments] = []
    /// The calls that were numbered, in the order of their numbers.
    private var calls: [HandlerCall] = []
    /// The plugins that any call names.
    private(set) var called: Set<String> = []

    /// Makes a plugin known; nil when nobody knows its type, or when its settings are wrong, which has been told of.
    mutating func add(_ type: PluginType?, _ plan: PluginPlan?, named name: String) {
        guard types[name] == nil else { return }
        types[name] = (type, plan)
        names.append(name)
    }

    /// The arguments of a call that was read.
    package func arguments(of call: HandlerCall) -> any HandlerArguments { arguments[call.number] }

    /// Reads a call's arguments and numbers it; a call with a mistake is told of.
    mutating func read(_ call: inout HandlerCall, at site: CallSite, _ reading: Reading) {
        called.insert(call.plugin)
        // The check of the layout reports a plugin that does not exist.
        guard let plugin = types[call.plugin], let type = plugin.type else { return }
        guard let handler = type.handler(call.handler) else {
            func hint() -> String { Names.suggestion(for: call.handler, in: type.handlers.map(\.name)) }
            return reading.error(
                "a plugin of type \(type.name) has no handler '\(call.handler)'\(hint())",
                at: call.mark
            )
        }
        guard let arguments = handler.read(call.arguments, reading, at: call.mark) else { return }
        check(call, handler, at: site, reading)
        plugin.plan?.checkCall(PluginCall(arguments, call.arguments, at: call.mark), reading)
        for placeholder in arguments.templates.flatMap(\.placeholders) {
            guard let family = site.families.first(where: { !placeholder.isKnown(of: $0) }) else { continue }
            func known() -> String {
                Placeholder.allCases.filter { $0.isKnown(of: family) }.map(\.rawValue).joined(separator: ", ")
            }
            reading.warning(
                "{{\(placeholder.rawValue)}} is never known of \(family.events); there are \(known())",
                at: call.arguments?.mark ?? call.mark
            )
        }
        call.number = self.arguments.count
        self.arguments.append(arguments)
        calls.append(call)
    }

    /// Whether the events are such as the handler makes something of.
    private func check(_ call: HandlerCall, _ handler: HandlerType, at site: CallSite, _ reading: Reading) {
        let name = call.name
        if let known = handler.families, let family = site.families.first(where: { !known.contains($0) }) {
            func takes() -> String {
                EventName.Family.allCases.filter(known.contains).map(\.events).joined(separator: " and ")
            }
            return reading.error(
                "'\(name)' makes something of \(takes()) alone, and not of \(family.events)",
                at: call.mark
            )
        }
        guard handler.needsWholeTouches, let heard = site.heard[name] else { return }
        let missing = [EventName.touchesBegan, .touchesEnded, .touchesCancelled].filter { !heard.contains($0) }
        guard !missing.isEmpty else { return }
        func names() -> String { missing.map { "'\($0.rawValue)'" }.joined(separator: " and ") }
        let remedy = "bind it to 'touches', which stands for all four"
        reading.warning("'\(name)' needs all of a touch and hears nothing of \(names()); \(remedy)", at: call.mark)
    }

    /// What calls need of this machine and is not there.
    func checkMachine(_ reading: Reading) {
        for (call, arguments) in zip(calls, arguments) {
            let plan = types[call.plugin]?.plan
            plan?.checkMachine(PluginCall(arguments, call.arguments, at: call.mark), reading)
        }
    }
}

extension EventName.Family {
    /// What messages call its events.
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
        }
    }
}
