internal import LayoutFile
internal import Occurrences
internal import PluginAPI
internal import Schema
internal import YAML

/// Reads what stands behind the colons of handler calls, and keeps it under the calls' numbers.
struct CallArguments: Sendable {
    private var types: [(name: String, type: PluginType?, plan: PluginPlan?)] = []
    private var arguments: [any HandlerArguments] = []
    /// The plugins that any call names.
    private(set) var called: Set<String> = []

    /// Makes a plugin known; nil when nobody knows its type, or when its settings are wrong, which has been told of.
    mutating func add(_ type: PluginType?, _ plan: PluginPlan?, named name: String) {
        types.append((name, type, plan))
    }

    /// The arguments of a call that was read.
    func arguments(of call: HandlerCall) -> any HandlerArguments { arguments[call.number] }

    /// Reads a call's arguments and numbers it; a call with a mistake is told of.
    mutating func read(_ call: inout HandlerCall, at site: CallSite, _ reading: Reading) {
        called.insert(call.plugin)
        guard let plugin = types.first(where: { $0.name == call.plugin }) else {
            // In the words of the layout's own check, so that it is told once.
            let hint = Names.suggestion(for: call.plugin, in: types.map(\.name))
            let none = types.isEmpty ? "; 'plugins:' names none" : hint
            return reading.error("there is no plugin '\(call.plugin)'\(none)", at: call.mark)
        }
        guard let type = plugin.type else { return }
        guard let handler = type.handler(call.handler) else {
            let hint = Names.suggestion(for: call.handler, in: type.handlers.map(\.name))
            let message = "a plugin of type \(type.name) has no handler '\(call.handler)'\(hint)"
            return reading.error(message, at: call.mark)
        }
        guard let arguments = handler.read(call.arguments, reading, at: call.mark) else { return }
        check(call, handler, at: site, reading)
        plugin.plan?.checkCall(PluginCall(arguments, call.arguments, at: call.mark), reading)
        for placeholder in arguments.templates.flatMap(\.placeholders) {
            guard let family = site.families.first(where: { !placeholder.isKnown(of: $0) }) else { continue }
            let known = Placeholder.allCases.filter { $0.isKnown(of: family) }.map(\.rawValue).joined(separator: ", ")
            let message = "{{\(placeholder.rawValue)}} is never known of \(family.events); there are \(known)"
            reading.warning(message, at: call.arguments?.mark ?? call.mark)
        }
        call.number = self.arguments.count
        self.arguments.append(arguments)
    }

    /// Whether the events are such as the handler makes something of.
    private func check(_ call: HandlerCall, _ handler: HandlerType, at site: CallSite, _ reading: Reading) {
        let name = call.name
        if let known = handler.families, let family = site.families.first(where: { !known.contains($0) }) {
            let takes = EventName.Family.allCases.filter(known.contains).map(\.events).joined(separator: " and ")
            return reading.error(
                "'\(name)' makes something of \(takes) alone, and not of \(family.events)",
                at: call.mark
            )
        }
        guard handler.needsWholeTouches, let heard = site.heard[name] else { return }
        let missing = [EventName.touchesBegan, .touchesEnded, .touchesCancelled].filter { !heard.contains($0) }
        guard !missing.isEmpty else { return }
        let names = missing.map { "'\($0.rawValue)'" }.joined(separator: " and ")
        let remedy = "bind it to 'touches', which stands for all four"
        reading.warning("'\(name)' needs all of a touch and hears nothing of \(names); \(remedy)", at: call.mark)
    }

    /// What calls need of this machine and is not there.
    func checkMachine(_ call: HandlerCall, _ reading: Reading) {
        guard arguments.indices.contains(call.number) else { return }
        let plan = types.first { $0.name == call.plugin }?.plan
        plan?.checkMachine(PluginCall(arguments[call.number], call.arguments, at: call.mark), reading)
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
