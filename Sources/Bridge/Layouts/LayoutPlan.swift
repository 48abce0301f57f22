public import LayoutFile
internal import Occurrences
public import PluginAPI
public import Schema
internal import YAML

/// A layout whose plugins and handler calls are understood: all that is needed to make it live, and nothing alive yet.
public struct LayoutPlan: Sendable {
    /// The layout, its calls numbered.
    public private(set) var layout: Layout
    /// The screens with their places beside each other, at least one.
    public let screens: [ScreenPlan]
    /// The plugins that are to be made, in the order of the text.
    public private(set) var plugins: [Named<PluginPlan>] = []
    var calls: CallArguments

    /// Reads the settings of plugins and the arguments of calls; nil when there is any mistake, in whichever phase.
    ///
    /// Mistakes and what is surely not meant are added to the reading, which tells all of them together.
    public init?(_ layout: Layout, types: [PluginType], _ reading: Reading) {
        var calls = CallArguments()
        for plugin in layout.plugins {
            guard let type = types.first(where: { $0.name == plugin.value.type.value }) else {
                let name = plugin.value.type.value
                let hint = Names.suggestion(for: name, in: types.map(\.name))
                reading.error("there is no type of plugin '\(name)'\(hint)", at: plugin.value.type.mark)
                calls.add(nil, named: plugin.name)
                continue
            }
            calls.add(type, named: plugin.name)
            if let plan = type.read(plugin.value.node, reading) {
                plugins.append(Named(plugin.name, plan, at: plugin.mark))
            }
        }
        var numbered = layout
        numbered.editCalls { calls.read(&$0, of: $1, reading) }
        if reading.hasErrors { return nil }
        // The screens hold parts of the layout, so they are made of the one whose calls have their numbers.
        screens = ScreenPlan.all(of: numbered)
        (self.layout, self.calls) = (numbered, calls)
    }
}

/// Reads what stands behind the colons of handler calls, and keeps it under the calls' numbers.
struct CallArguments: Sendable {
    private var types: [(name: String, type: PluginType?)] = []
    private var arguments: [any HandlerArguments] = []

    /// Makes a plugin known; nil when nobody knows its type, which has been told of.
    mutating func add(_ type: PluginType?, named name: String) { types.append((name, type)) }

    /// The arguments of a call that was read.
    func arguments(of call: HandlerCall) -> any HandlerArguments { arguments[call.number] }

    /// Reads a call's arguments and numbers it; a call with a mistake is told of.
    mutating func read(_ call: inout HandlerCall, of families: [EventName.Family], _ reading: Reading) {
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
        for placeholder in arguments.templates.flatMap(\.placeholders) {
            guard let family = families.first(where: { !placeholder.isKnown(of: $0) }) else { continue }
            let known = Placeholder.allCases.filter { $0.isKnown(of: family) }.map(\.rawValue).joined(separator: ", ")
            let message = "{{\(placeholder.rawValue)}} is never known of \(family.events); there are \(known)"
            reading.warning(message, at: call.arguments?.mark ?? call.mark)
        }
        call.number = self.arguments.count
        self.arguments.append(arguments)
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
        }
    }
}
