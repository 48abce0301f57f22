internal import CommandSupport
internal import ControlSocket
internal import JSON

/// Requests a dump of the flight recorder of a running service.
enum DumpCommand: Command {
    static let name = "dump"
    static let summary = "write a dump of the flight recorder of the running service, and print its path"
    static let flags: Set<String> = []
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge dump [REASON] \(ControlOptions.usage)

        Requests a dump of the last minute of events and decisions, and prints the path at which the service writes it.
        The dump contains the reason.

        \(ControlOptions.help)

        The exit status is 1 if no service is running, if the flight recorder is off, if no device is connected and none
        was connected recently, or if the previous dump is less than a second old.

        For instance:

            touchbridge dump "the call button did nothing"
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.count <= 1 else {
            throw arguments.wrong("too many arguments; put the reason in quotes")
        }
        let service = try arguments.service()
        let reply =
            if let reason = arguments.positional.first {
                try service.ask(["do": "dump", "reason": .text(reason)])
            } else {
                try service.ask(["do": "dump"])
            }
        try Console.print(reply["path"]?.text ?? "\(reply)")
        return 0
    }
}
