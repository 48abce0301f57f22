internal import Platform

/// Prints a shell script that completes commands, options and files.
package enum CompletionCommand<P: Program>: Command {
    package static var name: String { "completion" }
    package static var summary: String { "write a shell completion script" }
    package static var flags: Set<String> { [] }
    package static var options: Set<String> { [] }
    package static var help: String {
        """
        usage: \(P.name) completion bash|zsh|fish

        Writes a script that lets a shell complete the commands, options and files of \(P.name).
        To complete ids, properties and events, the script calls '\(P.name) completion candidates --
        WORD…', which prints the words that can follow '\(P.name) WORD…', one on each line.

        For instance:

            \(P.name) completion bash > /etc/bash_completion.d/\(P.name)
            \(P.name) completion zsh  > /usr/local/share/zsh/site-functions/_\(P.name)
            \(P.name) completion fish > /etc/fish/completions/\(P.name).fish
        """
    }

    package static func run(_ arguments: Arguments) throws -> Int32 {
        if arguments.positional.first == candidatesName {
            let found = candidates(after: Array(arguments.positional.dropFirst()))
            if !found.isEmpty { try Console.print(found.joined(separator: "\n")) }
            return 0
        }
        let commands = P.commands
        switch try arguments.only("shell: bash, zsh or fish") {
        case "bash": try Console.print(bash(commands))
        case "zsh": try Console.print(zsh(commands))
        case "fish": try Console.print(fish(commands))
        case let other: throw arguments.wrong("unknown shell '\(other)'; write bash, zsh or fish")
        }
        return 0
    }

    /// Name of the shell function that computes the completions.
    private static var function: String { "_\(P.name)" }

    // MARK: Candidates

    private static var candidatesName: String { "candidates" }

    /// Returns completions for the word after `words`. The list is empty if the command has no dynamic completions for
    /// this word, or if `words` is invalid.
    private static func candidates(after words: [String]) -> [String] {
        guard let name = words.first,
            let command = P.commands.first(where: { $0.name == name }) as? any CompletingCommand.Type
        else { return [] }
        var (words, part) = (words.dropFirst().map(expandingTilde), CompletedPart.argument)
        if let last = words.last, last.hasPrefix("--"), command.options.contains(String(last.dropFirst(2))) {
            part = .value(of: String(last.dropFirst(2)))
            words.removeLast()
        }
        guard command.completedParts.contains(part), let arguments = try? Arguments(words, of: command) else {
            return []
        }
        let found = (try? command.candidates(for: part, after: arguments)) ?? []
        // A shell cannot insert control characters, and a newline would separate two candidates.
        return found.filter { TerminalText.line($0) == $0 }
    }

    /// Replaces a leading `~/` with the home directory. Shells pass the words of an incomplete command line unexpanded.
    private static func expandingTilde(_ word: String) -> String {
        guard word.hasPrefix("~/"), let home = EnvironmentPath.first(of: "HOME") else { return word }
        return home + word.dropFirst()
    }

    private static func completes(_ part: CompletedPart, of command: any Command.Type) -> Bool {
        (command as? any CompletingCommand.Type)?.completedParts.contains(part) ?? false
    }

    private static func completesValue(of option: HelpText.Option, of command: any Command.Type) -> Bool {
        completes(.value(of: String(option.name.drop { $0 == "-" })), of: command)
    }

    /// Name of the shell function that completes a word with the output of `completion candidates`.
    private static var candidatesFunction: String { "\(function)_candidates" }
    /// Start of the shell command that prints the candidates; the words of the command line follow.
    private static var printCandidates: String { "\(P.name) completion \(candidatesName) --" }

    // MARK: bash

    private static func bash(_ commands: [any Command.Type]) -> String {
        let names = commands.map { $0.name }.joined(separator: " ")
        // bash passes `--layout=FILE` as three words, and does not remove quotes. The candidates are not passed to
        // 'compgen -W', because it would execute command substitutions in ids.
        var lines = [
            #"""
            # bash completion for \#(P.name)
            \#(candidatesFunction)() {
                local candidate word words=()
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$1"; do
                    [[ $word != = ]] || continue
                    word=${word//\\/}
                    word=${word#[\"\']}
                    words+=("${word%[\"\']}")
                done
                word=${words[-1]}
                while IFS= read -r candidate; do
                    [[ $candidate == "$word"* ]] || continue
                    [[ $candidate != *= ]] || compopt -o nospace
                    COMPREPLY+=("$(printf %q "$candidate")")
                done < <(\#(printCandidates) "${words[@]:0:${#words[@]}-1}" 2>/dev/null)
            }
            \#(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words plain= candidates=
                [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}
                [[ $word != = ]] || word=
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W '\#(names) --help --version' -- "$word")
                    return
                fi
                case ${COMP_WORDS[1]}:$before in
            """#
        ]
        for command in commands {
            for option in HelpText(command).options where option.value != nil {
                let pattern = "    \(command.name):\(option.name))"
                if completesValue(of: option, of: command) {
                    lines.append("\(pattern) \(candidatesFunction) \"$word\"; return ;;")
                } else if option.choices.isEmpty {
                    lines.append("\(pattern) compopt -o default; return ;;")
                } else {
                    let words = option.choices.joined(separator: " ")
                    let set = "mapfile -t COMPREPLY < <(compgen -W '\(words)' -- \"$word\")"
                    lines.append("\(pattern) \(set); return ;;")
                }
            }
        }
        lines += ["    esac", "    case ${COMP_WORDS[1]} in"]
        for command in commands {
            let options = HelpText(command).options.map(\.name).joined(separator: " ")
            let plain = Self.words(command).joined(separator: " ")
            var values = "words='\(options)'"
            if !plain.isEmpty { values += " plain='\(plain)'" }
            if completes(.argument, of: command) { values += " candidates=1" }
            lines.append("    \(command.name)) \(values) ;;")
        }
        lines.append(
            #"""
                *) return ;;
                esac
                if [[ $candidates && $word != -* ]]; then
                    \#(candidatesFunction) "$word"
                    return
                fi
                [[ $word == -* ]] || words=$plain
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
                if [[ $word != -* && -z $plain ]]; then compopt -o default; fi
            }
            complete -F \#(function) \#(P.name)
            """#
        )
        return lines.joined(separator: "\n")
    }

    /// Returns the alternatives in the usage line of the command, such as `bash|zsh|fish`.
    private static func words(_ command: any Command.Type) -> [String] {
        let usage = HelpText(command).usage.first?.split(separator: " ").dropFirst(2) ?? []
        return usage.filter { $0.contains("|") && $0 == $0.lowercased() && !$0.hasPrefix("[") && !$0.hasSuffix("]") }
            .flatMap { $0.split(separator: "|").map(String.init) }
    }

    // MARK: zsh

    private static func zsh(_ commands: [any Command.Type]) -> String {
        var lines = [
            "#compdef \(P.name)", "\(candidatesFunction)() {", "    local -a found",
            // For `--view=…`, the current word includes the option.
            "    local option=${(M)words[CURRENT]#--*=}",
            "    found=(${(f)\"$(\(printCandidates) ${(Q)words[1,CURRENT-1]} ${option%=} 2>/dev/null)\"})",
            "    compadd -S '' -- ${(M)found:#*=}", "    compadd -- ${found:#*=}", "}",
            "\(function)() {", "    local -a commands", "    commands=(",
        ]
        lines += commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        lines += [
            "    )", "    if ((CURRENT == 2)); then", "        _describe command commands", "        return", "    fi",
            "    local command=$words[2]", "    shift words", "    ((CURRENT--))", "    case $command in",
        ]
        for command in commands {
            lines.append("    \(command.name))")
            lines.append("        _arguments \\")
            for option in HelpText(command).options {
                let equals = option.value != nil && option.name.hasPrefix("--") ? "=" : ""
                var spec = "\(option.name)\(equals)[\(bracketed(option.summary))]"
                if let value = option.value {
                    let choices = "(\(option.choices.joined(separator: " ")))"
                    let action = option.choices.isEmpty ? "_files" : choices
                    let isCompleted = completesValue(of: option, of: command)
                    spec += ":\(colonless(value)):\(isCompleted ? candidatesFunction : action)"
                }
                lines.append("            \(quoted(spec)) \\")
            }
            lines.append("            \(quoted(zshArguments(command)))")
            lines.append("        ;;")
        }
        lines += ["    esac", "}", "\(function) \"$@\""]
        return lines.joined(separator: "\n")
    }

    private static func zshArguments(_ command: any Command.Type) -> String {
        if completes(.argument, of: command) { return "*:argument:\(candidatesFunction)" }
        let words = words(command)
        return words.isEmpty ? "*:file:_files" : "1:word:(\(words.joined(separator: " ")))"
    }

    private static func bracketed(_ text: String) -> String {
        text.reduce(into: "") { $0 += "[]:".contains($1) ? "\\\($1)" : String($1) }
    }

    private static func colonless(_ text: String) -> String { text.filter { $0 != ":" } }

    // MARK: fish

    private static func fish(_ commands: [any Command.Type]) -> String {
        // For `--view=…`, the current word includes the option.
        let option = "(string match -r \"^--[^=]+(?==)\" -- (commandline -ct))"
        let candidates = quoted("(\(printCandidates) (commandline -opc)[2..] \(option) 2>/dev/null)")
        var lines = ["# fish completion for \(P.name)", "complete -c \(P.name) -f -n __fish_use_subcommand"]
        for command in commands {
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            lines.append(
                "complete -c \(P.name) -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
            )
            // The `complete` command of fish cannot describe an option with the name `-`.
            for option in HelpText(command).options where option.name != "-" {
                let name =
                    option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
                var line = "complete -c \(P.name) \(condition) \(name) -d \(quoted(option.summary))"
                if completesValue(of: option, of: command) {
                    line += " -x -a \(candidates)"
                } else if option.value != nil {
                    line += option.choices.isEmpty ? " -r" : " -x -a \(quoted(option.choices.joined(separator: " ")))"
                }
                lines.append(line)
            }
            if completes(.argument, of: command) {
                lines.append("complete -c \(P.name) -f \(condition) -a \(candidates)")
            }
            for word in words(command) { lines.append("complete -c \(P.name) -f \(condition) -a \(word)") }
        }
        return lines.joined(separator: "\n")
    }

    /// Quotes a word for zsh and fish. Replaces `'` with a typographic apostrophe, because the two shells escape `'`
    /// differently.
    private static func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" ? "’" : String($1) } + "'"
    }
}
