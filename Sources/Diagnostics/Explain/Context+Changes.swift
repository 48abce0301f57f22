internal import GestureKinds
internal import HandlerEvents
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// Commands that changed the view tree before or during a touch, and effects of accommodations.
extension Context {
    /// Returns a clause about the latest command that may have caused the current state of a view or gesture. Examples
    /// are "`tree.hide` changed `order` at 0.050 s" and "the plugin `mqtt` hid `order` at 0.050 s". Returns nil if
    /// there is no such command.
    func change(of id: InternedID, _ aspect: CommandAspect, _ history: TouchHistory) -> String? {
        let keys = [aspect, .other].map { CommandKey(subject: id, aspect: $0) }
        let commands = keys.compactMap { history.commands[$0] }
        guard let command = commands.max(by: { $0.time < $1.time }) else { return nil }
        // These commands cannot have hidden or disabled the view or gesture: they change another aspect, or have the
        // opposite effect.
        switch command.treeHandler {
        case .bringToFront, .sendToBack, .becomeFirstResponder, .send, .show, .enable, .accommodate: return nil
        default: break
        }
        if command.changes == .shown || command.changes == .enabled || command.changes == .interactive { return nil }
        return "\(words(for: command)) at \(moment(command.time))"
    }

    /// Returns a clause about a command, such as "the plugin `mqtt` hid `order`".
    func words(for command: TraceRecord) -> String {
        let source = names[command.other]?.name ?? "a plugin"
        let who = command.treeHandler == nil ? "the plugin \(Self.quoted(source))" : Self.quoted(source)
        return "\(who) \(Self.verb(for: command)) \(command.subject == 0 ? "the view tree" : name(command.subject))"
    }

    /// Returns the verb for a plugin's command that changed one property; "changed" for other commands.
    static func verb(for command: TraceRecord) -> String {
        guard command.treeHandler == nil else { return "changed" }
        return switch command.changes {
        case .hidden: "hid"
        case .shown: "showed"
        case .enabled: "enabled"
        case .disabled: "disabled"
        default: "changed"
        }
    }

    /// Returns the screen on which a touch began; nil if the screen is unknown or its accommodations are off.
    func accommodations(of history: TouchHistory) -> LayoutFacts.Screen? {
        guard let point = history.began, let index = screen(at: point) else { return nil }
        let screen = facts.screens[index]
        let command = history.commands.values.first {
            $0.treeHandler == .accommodate && names[$0.subject]?.name == screen.name
        }
        return command?.isEnabled ?? screen.accommodates ? screen : nil
    }

    /// Returns a phrase with the accommodation that withheld the movement of a touch; empty if none did.
    func withheldMovement(of history: TouchHistory) -> String {
        guard history.path < 0.05, let limit = accommodations(of: history)?.minimumMovement, limit > 0 else {
            return ""
        }
        return "; `minimumMovement: \(Self.number(limit))` withholds movement up to \(Self.points(limit))"
    }

    /// Returns the layout key that changed the location of a touch or delayed a long press until the lift. Also returns
    /// a phrase with the effect. Nil if no key had such an effect.
    func effect(on history: TouchHistory) -> (key: String, words: String)? {
        if let words = assistedTap(history) { return ("tapAssistance", words) }
        return lateLongPress(history).map { ("decideWithin", $0) }
    }

    /// Returns a phrase for a tap whose location `tapAssistance: final` has changed; nil for other touches.
    private func assistedTap(_ history: TouchHistory) -> String? {
        guard history.end?.time == history.start, accommodations(of: history)?.movesTaps == true else { return nil }
        return "`tapAssistance: final` moved the touch to the point where the finger lifted"
    }
}

/// State of a view, gesture or screen that a command may have changed.
enum CommandAspect {
    case visibility, enabling, interaction, accommodation
    /// The command may have changed any of the other aspects.
    case other

    /// Creates the aspect that a recorded command changed; nil if the command changes no state that affects touches.
    init?(_ command: TraceRecord) {
        switch command.treeHandler {
        case .show, .hide: self = .visibility
        case .enable, .disable: self = .enabling
        case .accommodate: self = .accommodation
        case .bringToFront, .sendToBack, .becomeFirstResponder, .send: return nil
        case .toggle, .set, .push, .pop, .popToRoot, .present, .dismiss: self = .other
        case nil:
            switch command.changes {
            case .hidden, .shown: self = .visibility
            case .enabled, .disabled: self = .enabling
            case .interactive, .notInteractive: self = .interaction
            default: self = .other
            }
        }
    }
}

/// Identifies the latest command that changed an aspect of a view, a gesture or a screen.
struct CommandKey: Hashable {
    let subject: InternedID
    let aspect: CommandAspect
}
