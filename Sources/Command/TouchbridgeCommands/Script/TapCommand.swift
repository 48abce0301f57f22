internal import CommandSupport
internal import ControlSocket
internal import JSON
internal import Platform
internal import ResponderKit
internal import TouchScripts

/// Prints a touch script that contains taps at a point. With `--live`, makes a running service perform the taps
/// instead.
enum TapCommand: GestureCommand {
    static let name = "tap"
    static let summary = "print a touch script with taps at a point, or tap on the running service"
    static let flags: Set<String> = ["live"]
    static let ownOptions: Set<String> = ["times", "for", "socket"]
    static let ownHelp = """
        usage: touchbridge tap X Y [--times N] [--for TIME] [--layout FILE [--screen NAME]]
               touchbridge tap --live ID [--times N] [--for TIME] [--layout FILE | --socket PATH]
               touchbridge tap --live X Y [--screen NAME] [--times N] [--for TIME] [--layout FILE | --socket PATH]

        Prints a touch script in which a finger taps at the position X, Y, in points from the top left of the screen.

        With --live, a virtual finger taps on a screen of the running service, at a position or at the centre of the
        view ID. The touch is handled like the touch of a panel, so another view in front of the view receives the
        touch. The command waits for the lift, and prints the view that received the touch. The layout must allow
        the command: 'control: { allow: [tap] }'. The taps take at most 5 s.

          --live         tap on the running service; --layout then selects the service that runs this layout
          --socket PATH  with --live, ask the service with this control socket
          --times N      number of taps, with pauses of 100 ms; default: 1
          --for TIME     how long the finger is down, such as 1.5s; default: 50ms
        """
    static let example = """
            touchbridge tap 540 1800 --layout lobby.yaml >bell.touch
            touchbridge tap 540 1800 --for 1.5s >long-press.touch
            touchbridge test bell.touch
            touchbridge tap --live bell
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        if arguments.has("live") { return try tap(arguments) }
        if arguments.has("socket") { throw arguments.wrong("--socket has no effect without --live; add --live") }
        return try printScript(arguments)
    }

    static func lines(_ arguments: Arguments) throws(UsageError) -> [ScriptLine] {
        let numbers = try arguments.numbers(["X", "Y"])
        let step = ScriptStep(.tap, finger: 1, at: Point(x: numbers[0], y: numbers[1]))
        let tap = ScriptLine(.steps([step], lasting: try arguments.scriptTime("for")))
        let times = try times(arguments)
        return Array(repeatElement([tap], count: times).joined(separator: [ScriptLine(.wait(VirtualTap.pause))]))
    }

    private static func times(_ arguments: Arguments) throws(UsageError) -> Int {
        let text = arguments.value("times") ?? "1"
        guard let times = Int(text), (1...100).contains(times) else {
            throw arguments.wrong("invalid --times '\(text)'; write a number from 1 to 100")
        }
        return times
    }

    /// Makes a running service perform the taps.
    private static func tap(_ arguments: Arguments) throws -> Int32 {
        var request: [JSONValue.Member] = [.init("do", "tap")]
        switch arguments.positional.count {
        case 1:
            guard !arguments.has("screen") else {
                throw arguments.wrong("--screen is the screen of a position; write X Y, or remove --screen")
            }
            request.append(.init("view", .text(arguments.positional[0])))
        case 2:
            let numbers = try arguments.numbers(["X", "Y"])
            request += [.init("x", .number(numbers[0])), .init("y", .number(numbers[1]))]
            if let screen = arguments.value("screen") { request.append(.init("screen", .text(screen))) }
        default: throw arguments.wrong("wrong number of arguments; write 'tap --live ID' or 'tap --live X Y'")
        }
        request.append(.init("times", .number(Double(try times(arguments)))))
        if let duration = try arguments.scriptTime("for") {
            request.append(.init("seconds", .number(Double(duration) / 1_000_000)))
        }
        let reply = try arguments.service().ask(.object(request))
        guard let view = reply["view"]?.text else {
            throw ControlClient.Failure(
                "no view received the touch: no view is there, the screen was off, or a filter rejected the touch; "
                    + "'touchbridge events --follow' shows the touches"
            )
        }
        try Console.print(TerminalText.line(view))
        return 0
    }
}

extension TapCommand: CompletingCommand {
    static let completedParts: Set<CompletedPart> = [.argument]

    static func candidates(for _: CompletedPart, after arguments: Arguments) throws -> [String] {
        guard arguments.has("live"), arguments.positional.isEmpty else { return [] }
        return try DescribedTree(of: arguments.service(answerWithin: candidateSeconds)).viewIDs
    }
}
