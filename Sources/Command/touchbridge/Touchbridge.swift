internal import CommandSupport
internal import TouchbridgeCommands
internal import TouchbridgeService

/// The main program, for use on kiosks.
@main
enum Touchbridge: Program {
    static let name = "touchbridge"
    static let summary = "touch input for kiosks: dispatches the touches of panels to the handlers of a layout"
    static let description = """
        Reads touchscreens, dispatches their touches to the views of a layout, and calls the plugin handlers that the
        layout binds to the views. Recordings are replayed through the same code.
        """

    static var commands: [any Command.Type] {
        [RunCommand.self, PlayCommand.self] + toolCommands + [
            CompletionCommand<Touchbridge>.self, ManualCommand<Touchbridge>.self,
        ]
    }

    static func owner(of command: String) -> String? {
        ["make-test", "torture"].contains(command) ? "touchbridge-dev" : nil
    }
}
