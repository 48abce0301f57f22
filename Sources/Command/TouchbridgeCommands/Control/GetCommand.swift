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

        Prints the current properties of the view with this id, one on each line, or the value of one property. Without
        an id, prints the ids of all views.

        \(ControlOptions.help)
          --json         print the view and its subviews as one JSON object

        The exit status is 1 if no service is running, or if the view or the property does not exist.

        For instance:

            touchbridge get volume
            touchbridge get volume value
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let names = arguments.positional
        guard names.count <= 2 else { throw arguments.wrong("too many arguments; write 'get ID PROPERTY'") }
        let id: JSONValue = names.first.map { .text($0) } ?? .null
        let service = try arguments.service()
        let view = try service.ask(names.isEmpty ? ["do": "describe"] : ["do": "describe", "view": id])
        if names.count == 2 {
            guard let value = view[names[1]] else {
                let problem = "'\(names[0])' has no property '\(names[1])', or the property has its default value"
                throw ControlClient.Failure("\(problem); 'get \(names[0])' lists the other properties")
            }
            try Console.print(line(value, arguments))
        } else if arguments.has("json") {
            try Console.print("\(view)")
        } else if names.isEmpty {
            try Console.print(ids(in: view).map { TerminalText.line($0) }.joined(separator: "\n"))
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

    /// Returns the ids of all views, in the order of the tree.
    private static func ids(in value: JSONValue) -> [String] {
        switch value {
        case .list(let values): values.flatMap(ids)
        case .object(let members):
            (value["id"]?.text.map { [$0] } ?? [])
                + members.filter { ["windows", "subviews", "root"].contains($0.key) }.flatMap { ids(in: $0.value) }
        default: []
        }
    }
}
