internal import HandlerEvents
internal import Platform

/// The argument of a command line that an interpreter takes for a program's text.
enum ShellScript {
    /// Programs that run a text, with the option before it.
    private static let interpreters: KeyValuePairs<[String], Character> = [
        ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "su"]: "c",
        ["python"]: "c",
        ["perl", "ruby", "node", "lua", "osascript"]: "e",
        ["php"]: "r",
    ]

    /// The indices of the texts, wherever the interpreter stands: behind `env` or `sudo`, too.
    private static func indices(in arguments: [Template]) -> [Int] {
        var indices: [Int] = []
        var option: Character?
        for (index, argument) in arguments.enumerated() {
            let word = argument.source
            if let option, isOption(option, word) {
                // The text is the first word behind all options.
                let texts = arguments.indices.dropFirst(index + 1).drop { arguments[$0].source.hasPrefix("-") }
                if let text = texts.first { indices.append(text) }
            }
            let name = word.split(separator: "/").last ?? word[...]
            // `python3.12` is python.
            let base = String(name.prefix { !$0.isNumber })
            let versioned = name.dropFirst(base.count).allSatisfy { $0.isNumber || $0 == "." } ? base : String(name)
            option = interpreters.first { $0.key.contains(versioned) }?.value ?? option
        }
        return indices
    }

    /// Whether a word has the option, alone or among others: a shell takes `-ce` and `-ec` alike.
    private static func isOption(_ option: Character, _ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.contains(option)
    }

    /// Returns the error for a script with a placeholder for untrusted text, with the fix: pass it as an argument.
    static func mistake(in arguments: [Template]) -> (index: Int, message: String)? {
        let index = indices(in: arguments).first { arguments[$0].placeholders.contains(where: \.isText) }
        guard let index, let placeholder = arguments[index].placeholders.first(where: \.isText) else { return nil }
        let name = "{{\(placeholder.rawValue)}}"
        let reason = "a device, a view or a plugin calls itself what it likes, and this would run it as a program"
        // The environment has it for every program.
        let remedy = "write $\(placeholder.variable) in quotes in its place, or hand it over as an argument"
        return (index, "'\(name)' stands in a script: \(reason); \(remedy): [sh, -c, 'echo \"$1\"', sh, \"\(name)\"]")
    }
}
