internal import CommandSupport
internal import ControlSocket
internal import HandlerEvents
internal import JSON
internal import LayoutFile

/// Makes a control of a running service send a control event, as if a finger had caused the event.
enum SendCommand: Command {
    static let name = "send"
    static let summary = "send an event of a control of the running service, such as touchUpInside"
    static let flags: Set<String> = []
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge send ID EVENT \(ControlOptions.usage)

        Sends an event of the control with this id, as if a finger had caused it, and calls the handlers of the event.
        The layout must allow the command: 'control: { allow: [send] }'.

        \(ControlOptions.help)

        The exit status is 1 if no service is running, or if the service rejects the command.

        For instance:

            touchbridge send call touchUpInside
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let names = arguments.positional
        guard names.count == 2 else { throw arguments.wrong("wrong number of arguments; write 'send ID EVENT'") }
        _ = try arguments.service().ask(["do": "send", "view": .text(names[0]), "event": .text(names[1])])
        return 0
    }
}

extension SendCommand: CompletingCommand {
    static let completedParts: Set<CompletedPart> = [.argument]

    static func candidates(for _: CompletedPart, after arguments: Arguments) throws -> [String] {
        switch arguments.positional.count {
        case 0:
            let views = try DescribedTree(of: arguments.service(answerWithin: candidateSeconds)).views
            let controls = (ViewLayout.classes(with: "enabled") ?? []).map(\.rawValue)
            return views.filter { controls.contains($0["class"]?.text ?? "") }.compactMap { $0["id"]?.text }
        case 1: return EventName.allCases.filter { $0.family == .control }.map(\.rawValue)
        default: return []
        }
    }
}
