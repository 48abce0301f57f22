internal import CommandSupport
internal import ControlSocket
internal import JSON
internal import LayoutFile

/// Sets properties of a view of a running service.
enum SetCommand: Command {
    static let name = "set"
    static let summary = "set properties of a view of the running service"
    static let flags: Set<String> = []
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge set ID PROPERTY=VALUE… \(ControlOptions.usage)

        Sets properties of the view with this id, as a plugin's command 'set' does. The layout must allow the command:
        'control: { allow: [set] }'. A VALUE is JSON, or a text without quotes.

        \(ControlOptions.help)

        The exit status is 1 if no service is running, or if the service rejects the command.

        For instance:

            touchbridge set volume value=0.5
            touchbridge set menu hidden=false frame='[0, 0, 400, 300]'
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard let id = arguments.positional.first, arguments.positional.count > 1 else {
            throw arguments.wrong("wrong number of arguments; write 'set ID PROPERTY=VALUE'")
        }
        var properties: [JSONValue.Member] = []
        for text in arguments.positional.dropFirst() {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw arguments.wrong("invalid argument '\(text)'; write PROPERTY=VALUE, for instance hidden=true")
            }
            let value = (try? JSONValue(parsing: parts[1].utf8)) ?? .text(String(parts[1]))
            properties.append(.init(String(parts[0]), value))
        }
        let service = try arguments.service()
        _ = try service.ask(["do": "set", "view": .text(id), "properties": .object(properties)])
        return 0
    }
}

extension SetCommand: CompletingCommand {
    static let completedParts: Set<CompletedPart> = [.argument]

    static func candidates(for _: CompletedPart, after arguments: Arguments) throws -> [String] {
        let service = try arguments.service(answerWithin: candidateSeconds)
        guard let id = arguments.positional.first else {
            let tree = try DescribedTree(of: service)
            return tree.viewIDs + tree.gestureIDs
        }
        guard let view = try? service.ask(["do": "describe", "view": .text(id)]) else {
            return try DescribedTree(of: service).gestureIDs.contains(id) ? ["enabled="] : []
        }
        let type = view["class"]?.text
        let properties = ViewLayout.propertyNames.filter { property in
            ViewLayout.classes(with: property)?.contains { $0.rawValue == type } ?? true
        }
        return properties.map { "\($0)=" }
    }
}
