internal import Platform

/// Usage and options, parsed from the help text of a command. The shell completions and the manual page are generated
/// from this data.
struct HelpText {
    /// An option listed in the help text.
    struct Option {
        /// Name of the option, with leading dashes.
        let name: String
        /// Placeholder for the value, such as `FILE` or `max|1x`; nil for a flag.
        let value: String?
        let summary: String

        /// Allowed values; empty if all values are allowed.
        fileprivate(set) var choices: [String] = []
    }

    let usage: [String]
    let options: [Option]
    /// Lines that contain neither the usage nor an option.
    let prose: [String]

    init(_ command: any Command.Type) {
        var (usage, options, prose): ([String], [Option], [String]) = ([], [], [])
        var isInOption = false
        for line in command.help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let text = line.drop { $0 == " " }
            let indent = line.count - text.count
            if prose.isEmpty, options.isEmpty, line.hasPrefix("usage:") || (indent > 4 && !usage.isEmpty) {
                usage.append(String(line.hasPrefix("usage:") ? text.dropFirst("usage: ".count) : text))
            } else if indent == 2, text.hasPrefix("-"), let option = Self.option(text) {
                options.append(option)
                isInOption = true
            } else if isInOption, indent > 2, let last = options.popLast() {
                options.append(Option(name: last.name, value: last.value, summary: last.summary + " " + text))
            } else {
                isInOption = false
                prose.append(line)
            }
        }
        self.usage = usage
        let words = usage.flatMap { $0.split { " []".contains($0) }.map(String.init) }
        for index in options.indices where options[index].value != nil {
            guard let named = words.firstIndex(of: options[index].name), named + 1 < words.count else { continue }
            // Lower-case alternatives such as `max|1x` are literal values. Other alternatives, such as `FILE|-` and
            // `WxH`, are placeholders.
            let choices = words[named + 1].split(separator: "|").map(String.init)
            if choices.count > 1, choices.allSatisfy({ $0 == $0.lowercased() && $0 != "-" }) {
                options[index].choices = choices
            }
        }
        self.options = options + [Option(name: "--help", value: nil, summary: "describe the command")]
        self.prose = prose
    }

    /// Parses a line of the form `--name VALUE   summary`, where at least two spaces precede the summary; nil for other
    /// lines.
    private static func option(_ line: Substring) -> Option? {
        guard let gap = line.utf8Range(of: "  ") else { return nil }
        let words = line[..<gap.lowerBound].split(separator: " ")
        guard let name = words.first else { return nil }
        let summary = line[gap.upperBound...].drop { $0 == " " }
        return Option(name: String(name), value: words.dropFirst().first.map(String.init), summary: String(summary))
    }
}
