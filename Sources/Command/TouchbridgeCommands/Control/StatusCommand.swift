internal import CommandSupport
internal import ControlSocket
internal import JSON
internal import Platform

/// Prints the state of a running service.
enum StatusCommand: Command {
    static let name = "status"
    static let summary = "print the screens, panels, plugins, scripts and last errors of the running service"
    static let flags: Set<String> = ["json"]
    static let options = ControlOptions.names
    static let help = """
        usage: touchbridge status \(ControlOptions.usage) [--json]

        Prints the layout, screens, panels, plugins and scripts of the running service, with the counters since its
        start, and the last error of each plugin and script. The last error of a plugin can also be a warning.

        \(ControlOptions.help)
          --json         print one JSON object

        The exit status is 1 if no service is running, or if the service does not answer.

        For instance:

            touchbridge status
            touchbridge status --json | jq .panels
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("too many arguments; write only 'status'") }
        let status = try arguments.service().ask(["do": "status"])
        try Console.print(arguments.has("json") ? "\(status)" : text(of: status))
        return 0
    }

    private static func text(of status: JSONValue) -> String {
        let uptime = Int(status["uptime"]?.number ?? 0)
        let reloads = "\(count(status, "reloads")) (\(count(status, "failedReloads")) failed)"
        var lines = [
            "layout   \(word(status, "layout"))", "version  \(word(status, "version"))", "uptime   \(uptime) s",
            "reloads  \(reloads)",
        ]
        lines += table("screen", status["screens"], ["state"])
        lines += table(
            "panel",
            status["panels"],
            ["screen", "state", "contacts", "touches", "filtered", "ghost", "reportRate"]
        )
        lines += table(
            "plugin",
            status["plugins"],
            ["connected", "waiting", "accepted", "delivered", "dropped", "failures", "restarts"]
        )
        if let scripts = status["scripts"]?.list, !scripts.isEmpty {
            lines += table("script", status["scripts"], ["calls", "failures"])
        }
        lines += errors(of: (status["plugins"]?.list ?? []) + (status["scripts"]?.list ?? []))
        return lines.joined(separator: "\n")
    }

    /// Returns a line for each plugin and script that has reported an error, with the last error. For a plugin, the
    /// line may contain a warning instead.
    private static func errors(of reporters: [JSONValue]) -> [String] {
        let lines = reporters.compactMap { reporter -> String? in
            guard let error = reporter["lastError"], let time = error["time"]?.number else { return nil }
            let age = max(0, Int(WallClock.sinceEpoch - time))
            return "last error of \(word(reporter, "name")), \(age) s ago: \(word(error, "message"))"
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// Returns the lines of a table with one row for each element; "none" if there are no elements.
    private static func table(_ title: String, _ rows: JSONValue?, _ keys: [String]) -> [String] {
        guard let rows = rows?.list, !rows.isEmpty else { return ["", "\(title)s: none"] }
        let cells = [[title] + keys] + rows.map { row in ([("name")] + keys).map { word(row, $0) } }
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return [""]
            + cells.map { row in
                let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(
                    separator: "  "
                )
                return String(padded.reversed().drop { $0 == " " }.reversed())
            }
    }

    private static func count(_ value: JSONValue, _ key: String) -> Int { Int(value[key]?.number ?? 0) }

    private static func word(_ value: JSONValue, _ key: String) -> String {
        switch value[key] {
        case .text(let text)?: TerminalText.line(text)
        case .boolean(let truth)?: truth ? "yes" : "no"
        case .number(let number)?: JSONValue.number(number).description
        default: "-"
        }
    }
}
