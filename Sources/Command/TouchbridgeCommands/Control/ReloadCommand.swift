internal import CommandSupport
internal import ControlSocket
internal import JSON

/// Reloads the layout of a running service, and waits for the result.
enum ReloadCommand: Command {
    static let name = "reload"
    static let summary = "reload the layout of the running service, and report whether it is in use"
    static let flags: Set<String> = []
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge reload \(ControlOptions.usage)

        Makes the service read its layout again, and waits until the new layout is in use. If the layout has errors, the
        service keeps the previous layout.

        \(ControlOptions.help)

        The exit status is 1 if no service is running, or if the layout has errors.

        For instance:

            touchbridge reload
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("too many arguments; write only 'reload'") }
        _ = try arguments.service().ask(["do": "reload"])
        return 0
    }
}
