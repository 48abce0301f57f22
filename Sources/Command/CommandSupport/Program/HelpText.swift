internal import Platform

/// What a command's help says of its options, so that completions and the manual say the same.
struct HelpText {
    /// One option as the help has it.
    struct Option {
        /// With its dashes.
        let name: String
        /// What follows it, `FILE` or `max|1x`; nil for a flag.
        let value: String?
        let summary: String

        /// The words that its value may be, empty when it may be anything.
        fileprivate(set) var choices: [String] = []
    }

    let usage: [String]
    let options: [Option]
    /// What is neither usage nor an option, a line each.
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
        for place in options.indices where options[place].value != nil {
            guard let named = words.firstIndex(of: options[place].name), named + 1 < words.count else { continue }
            // Small letters are meant as they stand: `max|1x`, and not `FILE|-` or `WxH`.
            let choices = words[named + 1].split(separator: "|").map(String.init)
            if choices.count > 1, choices.allSatisfy({ $0 == $0.lowercased() && $0 != "-" }) {
                options[place].choices = choices
            }
        }
        self.options = options + [Option(name: "--help", value: nil, summary: "describe the command")]
        self.prose = prose
    }

    /// `--name VALUE   summary`: at least two spaces stand before the summary.
    private static func option(_ line: Substring) -> Option? {
        guard let gap = line.place(of: "  ") else { return nil }
        let words = line[..<gap.lowerBound].split(separator: " ")
        guard let name = words.first else { return nil }
        let summary = line[gap.upperBound...].drop { $0 == " " }
        return Option(name: String(name), value: words.dropFirst().first.map(String.init), summary: String(summary))
    }
}
