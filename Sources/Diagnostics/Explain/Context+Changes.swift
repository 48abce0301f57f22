internal import GestureKinds
internal import HandlerEvents
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// Commands that changed the view tree before or during a touch, and accommodations that changed the touch.
extension Context {
    /// Returns the command that may have given a view or gesture its current state: "`tree.hide` changed
    /// `order` at 0.050 s". Returns nil if no command changed it.
    func change(of id: InternedID, _ history: TouchHistory) -> String? {
        guard let command = history.commands[id] else { return nil }
        switch command.treeHandler {
        case .bringToFront, .sendToBack, .becomeFirstResponder, .send, .show, .enable, .accommodate: return nil
        default: break
        }
        let source = names[command.other]?.name ?? "a plugin"
        let who = command.treeHandler == nil ? "the plugin \(Self.quoted(source))" : Self.quoted(source)
        return "\(who) changed \(name(id)) at \(moment(command.time))"
    }

    /// Returns the accommodations of the screen at which a touch began; nil if they are off.
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

    /// Returns a phrase for a tap whose location `tapAssistance: final` has changed; nil for other touches.
    func assistedTap(_ history: TouchHistory) -> String? {
        guard history.end?.time == history.start, accommodations(of: history)?.movesTaps == true else { return nil }
        return "`tapAssistance: final` moved the touch to the point where the finger lifted"
    }
}
