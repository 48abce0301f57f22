/// Prints the manual page, which is generated from the help texts.
package enum ManualCommand<P: Program>: Command {
    package static var name: String { "manual" }
    package static var summary: String { "write the manual page" }
    package static var flags: Set<String> { [] }
    package static var options: Set<String> { [] }
    package static var help: String {
        """
        usage: \(P.name) manual

        Writes the manual page in roff format. The Debian package installs the page as \(P.name)(1).

        For instance:

            \(P.name) manual | man -l -
        """
    }

    package static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("'manual' takes no arguments; remove them") }
        try Console.print(page(P.commands))
        return 0
    }

    private static func page(_ commands: [any Command.Type]) -> String {
        var lines = [
            ".TH \(P.name.uppercased()) 1 \"\" \"\(P.name) \(programVersion)\" \"User Commands\"",
            ".SH NAME", "\(escaped(P.name)) \\- \(P.summary)",
            ".SH SYNOPSIS", ".B \(escaped(P.name))", "\\fICOMMAND\\fR ...",
            ".SH DESCRIPTION",
            P.description,
            ".SH COMMANDS",
        ]
        for command in commands {
            let help = HelpText(command)
            lines.append(".SS \(escaped("\(P.name) \(command.name)"))")
            lines += [".nf"] + help.usage.map(escaped) + [".fi"]
            lines += paragraphs(help.prose)
            for option in help.options {
                let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
                lines += [".TP", "\\fB\(escaped(option.name))\\fR\(value)", escaped(option.summary)]
            }
        }
        lines += [
            ".SH EXIT STATUS", "0 for success, 1 for failure or a negative result, 2 for a usage error.",
            ".SH SEE ALSO", ".BR libinput-record (1),", ".BR evemu-record (1),", ".BR udevadm (8)",
        ]
        return lines.joined(separator: "\n")
    }

    /// Formats text as roff. Indented lines are preformatted; other lines are filled.
    private static func paragraphs(_ prose: [String]) -> [String] {
        var lines: [String] = []
        var isExample = false
        for line in prose {
            let isIndented = line.hasPrefix("    ")
            if isIndented != isExample, !line.isEmpty {
                lines.append(isIndented ? ".nf" : ".fi")
                isExample = isIndented
            }
            lines.append(line.isEmpty ? ".PP" : escaped(line))
        }
        if isExample { lines.append(".fi") }
        return lines
    }

    /// Escapes text for roff. `\-` prints a copyable ASCII hyphen; `\&` prevents roff from parsing a line as a request.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "..."
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
