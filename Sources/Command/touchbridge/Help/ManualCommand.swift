/// Writes the manual page, from the same texts as the help.
enum ManualCommand: Command {
    static let name = "manual"
    static let summary = "write the manual page"
    static let flags: Set<String> = []
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge manual

        Writes the manual page. 'touchbridge manual | man -l -' shows it; the package installs it as touchbridge(1).
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("'manual' takes no word") }
        try Console.print(page(Touchbridge.commands))
        return 0
    }

    private static func page(_ commands: [any Command.Type]) -> String {
        var lines = [
            ".TH TOUCHBRIDGE 1 \"\" \"touchbridge \(Touchbridge.version)\" \"User Commands\"",
            ".SH NAME", "touchbridge \\- touch input for kiosks: from panels to what people configure",
            ".SH SYNOPSIS", ".B touchbridge", "\\fICOMMAND\\fR ...",
            ".SH DESCRIPTION",
            "Reads touchscreens, routes their touches through a tree of views that a layout describes, and lets plugins do",
            "what the layout binds to them. The same way is taken by recordings.",
            ".SH COMMANDS",
        ]
        for command in commands {
            let help = HelpText(command)
            lines.append(".SS \(escaped("touchbridge \(command.name)"))")
            lines += [".nf"] + help.usage.map(escaped) + [".fi"]
            lines += paragraphs(help.prose)
            for option in help.options {
                let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
                lines += [".TP", "\\fB\(escaped(option.name))\\fR\(value)", escaped(option.summary)]
            }
        }
        lines += [
            ".SH EXIT STATUS", "0 when all is fine, 1 when the answer is no or something failed, 2 for wrong use.",
            ".SH SEE ALSO", ".BR libinput-record (1),", ".BR evemu-record (1),", ".BR udevadm (8)",
        ]
        return lines.joined(separator: "\n")
    }

    /// Indented lines stand as they are, others flow.
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

    /// The text as roff takes it: hyphens that can be copied, and no line that looks like a request.
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
