internal import CommandSupport
internal import TouchbridgeDevTools

/// The program for developers of layouts and of Touchbridge; not needed on a kiosk.
@main
enum TouchbridgeDev: Program {
    static let name = "touchbridge-dev"
    static let summary = "developer tools of touchbridge: make tests from recordings, fuzz layouts"
    static let description = """
        Makes tests from recordings and flight recorder dumps, and fuzzes layouts with random and hostile input.
        touchbridge-dev needs no touchscreen, no privileges and no running service.
        """

    static var commands: [any Command.Type] {
        [
            MakeTestCommand.self, TortureCommand.self, CompletionCommand<TouchbridgeDev>.self,
            ManualCommand<TouchbridgeDev>.self,
        ]
    }

    static func owner(of command: String) -> String? {
        // This program does not link the code of these commands, so their names are listed here. A test compares the
        // list with the help text of 'touchbridge'.
        let commands = [
            "run", "play", "check", "tree", "hit-test", "explain", "replay", "test", "tap", "drag", "pinch", "record",
            "status", "get", "set", "send", "dump", "reload", "events", "devices", "identify", "calibrate", "reset",
            "doctor", "schema", "init",
        ]
        return commands.contains(command) ? "touchbridge" : nil
    }
}
