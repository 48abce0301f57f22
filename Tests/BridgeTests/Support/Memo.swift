import HandlerEvents
import JSON
import Platform
import PluginAPI
import Schema
import YAML

/// Records the calls that a test's plugins receive, in order.
final class Journal: @unchecked Sendable {
    var lines: [String] = []
    var handlerEvents: [HandlerEvent] = []
    var statuses: [BridgeStatus] = []
    /// Whether the plugins request the health of the panels in `BridgeStatus`.
    var usesPanelHealth = true
    /// Layout changes that running plugins received, one for each plugin and reload.
    var changes: [LayoutChange] = []
    /// Plugins created so far; each reference is nil after deallocation.
    var plugins: [Weak] = []
    var answer = HandlerResult.accepted
    /// Runs once, before the next event of a plugin is recorded.
    var meanwhile: (() -> Void)?
    var contexts: [String: PluginContext] = [:]
    /// Binding of the last handler call.
    var binding: Binding?

    /// Reports that a plugin could not process an event.
    func fail(_ handlerEvent: HandlerEvent, of plugin: String = "m") {
        guard let binding else { return }
        contexts[plugin]?.report(.failed, of: handlerEvent, for: binding)
    }

    struct Weak {
        weak var plugin: Memo?
    }

    /// Returns and removes the lines recorded since the last call.
    func drain() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A plugin that records all its calls.
final class Memo: Plugin {
    struct Settings: Equatable, Sendable {
        var mood = "calm"
        var fails = ""
    }

    private let name: String
    private let journal: Journal
    private let settings: Settings
    private(set) var bindings: [Binding] = []

    init(_ name: String, _ journal: Journal, _ settings: Settings) {
        (self.name, self.journal, self.settings) = (name, journal, settings)
    }

    static func type(_ journal: Journal) -> PluginType {
        let table = Table<Settings>("memo", "Writes down what it is told.", of: Settings()) {
            Key("mood", Setting<String>.text, \.mood, "What makes one memo another.")
            Key("fails", Setting<String>.text, \.fails, "When it fails: made or started.")
        }
        let note = HandlerType(
            "note",
            Setting<TemplateValue>.anything,
            default: TemplateValue.null,
            "Writes down what is after the colon."
        )
        let keep = HandlerType("keep", Setting<Template>.template.map { Text(template: $0) }, "Writes down a text.")
        return PluginType(table, handlers: [note, keep]) { (settings, context) throws(ServiceError) in
            if settings.fails == "made" { throw ServiceError("it is not in the mood; cheer it up") }
            let memo = Memo(context.name, journal, settings)
            journal.lines.append("\(context.name) made")
            journal.plugins.append(Journal.Weak(plugin: memo))
            journal.contexts[context.name] = context
            return memo
        }
    }

    func start() throws(ServiceError) {
        if settings.fails == "started" { throw ServiceError("it is tired; let it sleep") }
        journal.lines.append("\(name) started with \(bindings.count)")
    }

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        if let meanwhile = journal.meanwhile {
            journal.meanwhile = nil
            meanwhile()
        }
        let arguments = binding.arguments.expanded(handlerEvent, binding)
        let text = arguments == .null ? "" : " \(arguments)"
        journal.lines.append(
            "\(binding.view) \(binding.gesture.map { "\($0) " } ?? "")\(handlerEvent.event.rawValue)\(text)"
        )
        journal.handlerEvents.append(handlerEvent)
        journal.binding = binding
        return journal.answer
    }

    func bindingsChanged(_ bindings: [Binding]) { self.bindings = bindings }
    func layoutChanged(_ change: LayoutChange) { journal.changes.append(change) }
    func statusChanged(_ status: BridgeStatus) { journal.statuses.append(status) }
    var usesPanelHealth: Bool { journal.usesPanelHealth }
    func beginStopping() { journal.lines.append("\(name) stopping") }
    func finishStopping(within limit: TimeSpan) { journal.lines.append("\(name) stopped") }
    var health: PluginHealth { PluginHealth() }
}

struct Text: HandlerArguments {
    let template: Template
    var templates: [Template] { [template] }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        .text(binding.expand(template, handlerEvent))
    }
}
