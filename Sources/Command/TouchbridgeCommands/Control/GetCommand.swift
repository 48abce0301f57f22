internal import CommandSupport
internal import ControlSocket
internal import JSON
internal import Platform

/// Prints properties of a view of a running service.
enum GetCommand: Command {
    static let name = "get"
    static let summary = "print the properties of a view of the running service"
    static let flags: Set<String> = ["json"]
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge get [ID [PROPERTY]] \(ControlOptions.usage) [--json]

        Prints the current properties of the view with this id, one on each line, without most of the properties that
        have their default values. With PROPERTY, prints the value of this property, even if it is the default. Without
        an id, prints the ids of all views.

        \(ControlOptions.help)
          --json         print the view and its subviews as one JSON object; with PROPERTY, print its value as JSON

        The exit status is 1 if no service is running, or if the view or the property does not exist.

        For instance:

            touchbridge get volume
            touchbridge get volume value
            touchbridge get volume hidden
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let names = arguments.positional
        guard names.count <= 2 else { throw arguments.wrong("too many arguments; write 'get ID PROPERTY'") }
        let service = try arguments.service()
        if names.count == 2 {
            try Console.print(line(DescribedView(names[0], of: service).value(of: names[1]), arguments))
            return 0
        }
        let view = try service.ask(names.isEmpty ? ["do": "describe"] : ["do": "describe", "view": .text(names[0])])
        if arguments.has("json") {
            try Console.print("\(view)")
        } else if names.isEmpty {
            try Console.print(DescribedTree(view).ids.map { TerminalText.line($0) }.joined(separator: "\n"))
        } else {
            let own = (view.members ?? []).filter { !["subviews", "gestures"].contains($0.key) }
            try Console.print(own.map { "\($0.key): \(line($0.value, arguments))" }.joined(separator: "\n"))
        }
        return 0
    }

    private static func line(_ value: JSONValue, _ arguments: Arguments) -> String {
        if !arguments.has("json"), let text = value.text { return TerminalText.line(text) }
        return "\(value)"
    }
}

extension GetCommand: CompletingCommand {
    static let completedParts: Set<CompletedPart> = [.argument]

    static func candidates(for _: CompletedPart, after arguments: Arguments) throws -> [String] {
        switch arguments.positional.count {
        case 0: try DescribedTree(of: arguments.service(answerWithin: candidateSeconds)).ids
        case 1:
            try DescribedView(arguments.positional[0], of: arguments.service(answerWithin: candidateSeconds))
                .propertyNames
        default: []
        }
    }
}
