internal import Occurrences
internal import Texts

/// The argument of a command line that an interpreter takes for a program's text.
enum ShellScript {
    /// Programs that run a text, with the option before it.
    private static let interpreters: KeyValuePairs<[String], String> = [
        ["sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "su"]: "c",
        ["python", "python3"]: "c",
        ["perl", "ruby", "node", "lua", "osascript"]: "e",
        ["php"]: "r",
    ]

    /// The index of the text, wherever the interpreter stands: behind `env` or `sudo`, too; nil for none.
    static func index(in arguments: [Template]) -> Int? {
        var option: String?
        for (index, argument) in arguments.enumerated() {
            let word = argument.source
            if let option, word.hasPrefix("-"), !word.hasPrefix("--"), word.hasSuffix(option) {
                return index + 1 < arguments.count ? index + 1 : nil
            }
            let name = word.split(separator: "/").last.map(String.init) ?? word
            option = interpreters.first { $0.key.contains(name) }?.value ?? option
        }
        return nil
    }

    /// What is wrong with a text that others' words are put into, with the placeholder handed over instead.
    static func mistake(in arguments: [Template]) -> (index: Int, message: String)? {
        guard let index = index(in: arguments), let placeholder = arguments[index].placeholders.first(where: \.isText)
        else { return nil }
        let name = "{{\(placeholder.rawValue)}}"
        let reason = "a device, a view or a plugin calls itself what it likes, and this would run it as a program"
        // The environment has it for every program.
        let remedy = "write $\(placeholder.variable) in quotes in its place, or hand it over as an argument"
        return (index, "'\(name)' stands in a script: \(reason); \(remedy): [sh, -c, 'echo \"$1\"', sh, \"\(name)\"]")
    }
}
