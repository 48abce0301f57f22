internal import CommandSupport
internal import ControlSocket
internal import JSON
internal import Platform

/// Prints the trace lines of a running service as they are written.
enum EventsCommand: Command {
    static let name = "events"
    static let summary = "print the touches and handler calls of the running service as they happen"
    static let flags: Set<String> = ["follow", "moves"]
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge events --follow [--moves] \(ControlOptions.usage)

        Prints a line of JSON for each decision of the running service, such as a touch, a gesture or a handler call,
        until the command is interrupted or the reader of the output closes it, as 'head -1' does.
        docs/reference/trace.md describes the lines. The additional member 'date' of each line is the wall-clock time
        of the decision. When a plugin has reported the result of a handler call, a line of the kind 'result' follows.

          --follow       wait for events; earlier events are in the flight recorder: touchbridge dump
          --moves        also print moves, and the gestures, values and handler calls that they cause
        \(ControlOptions.help)

        If the command reads too slowly, the service drops lines. A line with the kind 'lost' contains their number.
        The service never waits for the command. The lines contain no pressed keys, because keys may reveal typed text.

        The exit status is 1 if no service is running, or when the service stops. When the reader closes the output, the
        exit status is 0.

        For instance:

            touchbridge events --follow
            touchbridge events --follow | jq -c 'select(.kind == "handler")'
            touchbridge events --follow | grep -m1 '"kind":"handler"'     # waits for the next handler call
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("too many arguments; write 'events --follow'") }
        guard arguments.has("follow") else {
            throw arguments.wrong("missing --follow; for earlier events, run 'touchbridge dump'")
        }
        let service = try arguments.service()
        _ = try service.ask(["do": "follow", "moves": .boolean(arguments.has("moves"))])
        try service.printLines { dated($0, .current) }
        return 0
    }

    /// Adds the date to each trace line. The service runs on the same machine, so its timestamps come from the same
    /// clock.
    static func dated(_ lines: [UInt8], _ epoch: EventEpoch) -> [UInt8] {
        let start = Array("{\"t\":".utf8)
        return lines.split(separator: UInt8(ascii: "\n")).flatMap { line -> [UInt8] in
            let digits = line.dropFirst(start.count).prefix { (0x30...0x39).contains($0) }
            guard line.starts(with: start), let time = Int64(String(decoding: digits, as: UTF8.self)) else {
                return line + [0x0a]
            }
            return line.dropLast() + ",\"date\":\"\(epoch.date(of: time))\"}\n".utf8
        }
    }
}
