internal import HandlerEvents
internal import Platform

/// Finds the arguments of a command line that an interpreter runs as scripts, such as the argument after `sh -c`.
enum ShellScript {
    /// Names of interpreters, each with the option that precedes the script.
    private static let interpreters: KeyValuePairs<[String], Character> = [
        ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "su"]: "c",
        ["python"]: "c",
        ["perl", "ruby", "node", "lua", "osascript"]: "e",
        ["php"]: "r",
    ]

    /// Returns the indices of all arguments that are scripts, even if `env` or `sudo` starts the interpreter.
    private static func indices(in arguments: [Template]) -> [Int] {
        var indices: [Int] = []
        var option: Character?
        for (index, argument) in arguments.enumerated() {
            let word = argument.source
            if let option, isOption(option, word) {
                // The script is the first argument after the options.
                let texts = arguments.indices.dropFirst(index + 1).drop { arguments[$0].source.hasPrefix("-") }
                if let text = texts.first { indices.append(text) }
            }
            let name = word.split(separator: "/").last ?? word[...]
            // Removes a version number: `python3.12` becomes `python`.
            let base = String(name.prefix { !$0.isNumber })
            let versioned = name.dropFirst(base.count).allSatisfy { $0.isNumber || $0 == "." } ? base : String(name)
            option = interpreters.first { $0.key.contains(versioned) }?.value ?? option
        }
        return indices
    }

    /// Returns whether a word contains the option, alone or combined with other options: a shell accepts `-ce`
    /// and `-ec`.
    private static func isOption(_ option: Character, _ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.contains(option)
    }

    /// Returns an error if a script contains a placeholder for untrusted text; nil otherwise. The error suggests an
    /// environment variable or an argument instead.
    static func mistake(in arguments: [Template]) -> (index: Int, message: String)? {
        let index = indices(in: arguments).first { arguments[$0].placeholders.contains(where: \.isText) }
        guard let index, let placeholder = arguments[index].placeholders.first(where: \.isText) else { return nil }
        let name = "{{\(placeholder.rawValue)}}"
        let reason = "a name from a device, view or plugin could be executed as a command"
        // Every program receives the fields of the event as environment variables.
        let remedy = "write $\(placeholder.variable) in quotes instead, or pass the name as an argument"
        let example = "[sh, -c, 'echo \"$1\"', sh, \"\(name)\"]"
        return (index, "'\(name)' is inside a shell script: \(reason); \(remedy): \(example)")
    }
}
