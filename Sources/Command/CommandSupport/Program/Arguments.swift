internal import Schema

/// The parsed command line of a command: its options and positional arguments.
package struct Arguments {
    package private(set) var positional: [String] = []
    private var values: [String: String] = [:]
    private let command: String

    /// Parses the arguments; throws if the command does not support an option.
    package init(_ words: [String], of command: any Command.Type) throws(UsageError) {
        self.command = command.name
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.count > 1, !Self.isNumber(word) else {
                positional.append(word)
                continue
            }
            if word == "--" {
                positional += rest
                break
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let isLong = word.hasPrefix("--") && !word.hasPrefix("---")
            let name = Self.long[parts[0]] ?? (isLong ? String(parts[0].dropFirst(2)) : "")
            if name == "help" || command.flags.contains(name) {
                guard parts.count == 1 else {
                    throw UsageError("--\(name) takes no value; write only --\(name)", of: command.name)
                }
                values[name] = ""
            } else if command.options.contains(name) {
                let value = parts.count == 2 ? parts[1] : rest.popFirst()
                guard let value, !value.isEmpty, parts.count == 2 || !value.hasPrefix("--") else {
                    throw UsageError("--\(name) needs a value; write --\(name) VALUE", of: command.name)
                }
                values[name] = value
            } else {
                let known = (command.options.union(command.flags).sorted() + ["help"]).map { "--\($0)" }
                let near = Names.nearest(to: parts[0], in: known).map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError("unknown option '\(parts[0])'\(near)", of: command.name)
            }
        }
        // An empty argument usually results from an unset shell variable.
        if positional.contains("") { throw wrong("an argument is empty; remove it, or specify a file") }
    }

    /// Returns whether the argument is a negative number. Such an argument is a coordinate, not an option: a location
    /// left of the screens or above them has negative coordinates.
    private static func isNumber(_ word: String) -> Bool {
        word.dropFirst().allSatisfy { $0 == "." || ("0"..."9").contains($0) }
    }

    private static let long = ["-h": "help", "-o": "output"]

    /// Returns a copy of the arguments in which the option has the given value.
    package func setting(_ option: String, to value: String) -> Arguments {
        var changed = self
        changed.values[option] = value
        return changed
    }

    package func has(_ flag: String) -> Bool { values[flag] != nil }
    package func value(_ option: String) -> String? { values[option] }

    /// Returns the positional argument; throws unless there is exactly one.
    package func only(_ what: String) throws(UsageError) -> String {
        guard positional.count == 1, let only = positional.first else {
            throw wrong(
                positional.isEmpty
                    ? "missing argument; specify a \(what)" : "too many arguments; specify only one \(what)"
            )
        }
        return only
    }

    /// Returns the value of an option as a duration in seconds; nil if the option is missing.
    package func seconds(_ option: String) throws(UsageError) -> Double? {
        guard let text = value(option) else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
            throw wrong("invalid --\(option) '\(text)'; write a number of seconds above 0")
        }
        return seconds
    }

    package func wrong(_ message: String) -> UsageError { UsageError(message, of: command) }
}

/// An invalid command line; the exit status is 2.
package struct UsageError: Error {
    package let message: String
    package let command: String?

    package init(_ message: String, of command: String? = nil) {
        self.message = message
        self.command = command
    }
}
