internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import Schema
internal import YAML

extension ExecCommand {
    static let table = Table<ExecCommand>(
        "exec.run",
        "A program to run, with its own settings.",
        of: ExecCommand(),
        keys: {
            Key("command", .commandLine, \.arguments, required: true, "The command to run, without a shell.")
            Key("timeLimit", .timeLimit, \.timeLimit, "Time limit of the program. Default: the plugin's `timeLimit`.")
            Key("environment", .variables, \.environment, "Environment variables in addition to the plugin's.")
            Key(
                "directory",
                .workingDirectory,
                \.directory,
                "The working directory. Default: the plugin's `directory`."
            )
            Key("emit", .name, \.emits, "Action to send for each output line with a number or a state.")
        }
    )

    /// Accepts the value of `run:`.
    static var setting: Setting<ExecCommand> {
        let line = Setting<[Template]>.commandLine
        let whole = Setting<ExecCommand>.table(table)
        return Setting(
            expected: "\(line.expected), or a mapping with 'command'",
            schema: ["anyOf": [line.schema, whole.schema]],
            tables: whole.tables
        ) { node, reading in
            if node.mapping != nil { return whole.read(node, reading) }
            return line.read(node, reading).map { ExecCommand(arguments: $0) }
        }
    }

    /// Warns if the program is not installed on this machine. A path that depends on the working directory is not
    /// checked.
    static func checkMachine(_ settings: ExecSettings, _ call: PluginCall, _ reading: Reading) {
        guard let command = call.arguments as? ExecCommand else { return }
        guard command.program.hasPrefix("/") || !command.program.contains("/") else { return }
        let line = call.node.flatMap { $0.sequence ?? $0["command"]?.sequence }
        Programs.check(command.program, at: line?.first?.mark ?? call.mark, reading)
    }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        .list(arguments.map { .text(binding.expand($0, handlerEvent)) })
    }
}

extension Setting where Value == [Template] {
    /// Accepts a program and its arguments.
    static var commandLine: Setting {
        let expected = "a program and its arguments such as [amixer, set, Master, \"50%\"]"
        let list = Setting.list(of: .argument, count: 1...1000)
        return Setting(expected: expected, schema: list.schema) { node, reading in
            guard let nodes = node.sequence else {
                reading.expected(expected, not: "\(node.kind)\(Fixes.commandLine(node))", at: node)
                return nil
            }
            guard let first = nodes.first else {
                reading.expected(expected, not: "an empty list", at: node)
                return nil
            }
            guard let arguments = list.read(node, reading), let program = arguments.first else { return nil }
            guard program.placeholders.isEmpty, !program.source.isEmpty else {
                let message = "the program's name must not be empty or contain placeholders"
                reading.error("\(message); write a fixed name or path", .wrongValue, at: first)
                return nil
            }
            if let (index, message) = ShellScript.mistake(in: arguments), nodes.indices.contains(index) {
                reading.error(message, .unsafeValue, at: nodes[index])
                return nil
            }
            warnOfShellSigns(nodes, reading)
            return arguments
        }
    }

    /// Warns of shell operators, which the program would receive as ordinary arguments.
    private static func warnOfShellSigns(_ nodes: [Node], _ reading: Reading) {
        let words = nodes.map { $0.scalar?.text ?? "" }
        guard let program = words.first, !["[", "expr", "test"].contains(program) else { return }
        // Skips operators that are probably ordinary arguments: the first and the last argument, and an argument that
        // follows an option.
        let index = words.indices.dropFirst(2).dropLast().first {
            ["|", "||", "&&", ">", ">>", "<"].contains(words[$0]) && !words[$0 - 1].hasPrefix("-")
        }
        guard let index else { return }
        let message = "no shell runs this command, so '\(words[index])' is an ordinary argument"
        reading.warning("\(message); to use a shell, write [sh, -c, \"…\"]", .wrongValue, at: nodes[index].mark)
    }
}

extension Setting where Value == Template {
    /// Accepts a template for a program argument; the string must not contain NUL.
    static var argument: Setting {
        let template = Setting.template
        return Setting(expected: template.expected, schema: template.schema) { node, reading in
            guard let value = template.read(node, reading) else { return nil }
            guard !value.source.utf8.contains(0) else {
                reading.error("an argument must not contain a NUL character; remove it", .wrongValue, at: node)
                return nil
            }
            return value
        }
    }
}
