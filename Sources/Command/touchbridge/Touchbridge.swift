internal import Glibc
internal import Schema

/// The command: finds the subcommand, runs it, and says by its exit status how it went.
@main
enum Touchbridge {
    /// 0: fine; 1: the answer is no, or something failed; 2: wrong use.
    ///
    /// No closure may stand in here: it would ask whether the main actor runs it, and bring all of concurrency and its
    /// queues into the program, half a megabyte.
    static func main() {
        // A reader of our output that went away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // SIGXFSZ too: a file above the size limit fails with EFBIG instead.
        signal(SIGXFSZ, SIG_IGN)
        // Where it is inherited as ignored, the kernel forgets how programs ended.
        signal(SIGCHLD, SIG_DFL)
        occupyStandardFiles()
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch let error as UsageError {
            let command = [error.command, "--help"].compactMap(\.self).joined(separator: " ")
            Console.complain("\(error.message)\nTry 'touchbridge \(command)'.")
            exit(2)
        } catch {
            Console.complain("\(error)")
            exit(1)
        }
    }

    /// A file that is opened must never become standard output because that was closed: what is printed would end in it.
    private static func occupyStandardFiles() {
        for (file, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(file, F_GETFD) < 0 {
            // Opened the wrong way round, so that whoever uses it still fails; it takes the lowest number, which is this.
            _ = open("/dev/null", mode)
        }
    }

    static var commands: [any Command.Type] {
        [
            RunCommand.self, CheckCommand.self, ShowTreeCommand.self, HitTestCommand.self, ExplainCommand.self,
            ReplayCommand.self, RecordCommand.self, DevicesCommand.self, IdentifyCommand.self, MakeTestCommand.self,
            TortureCommand.self,
            SchemaCommand.self, CompletionCommand.self, ManualCommand.self,
        ]
    }

    private static func run(_ words: [String]) throws -> Int32 {
        // `help replay` is `replay --help`.
        if words.count == 2, words[0] == "help", !words[1].hasPrefix("-") { return try run([words[1], "--help"]) }
        guard let name = words.first, !["--help", "-h", "help"].contains(name) else {
            try Console.print(help)
            return words.isEmpty ? 2 : 0
        }
        if name == "--version" {
            try Console.print("touchbridge \(version)")
            return 0
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            let names = commands.map { $0.name }
            let near = Names.nearest(to: name, in: names)
            let remedy = near.map { "did you mean '\($0)'?" } ?? "there are \(names.joined(separator: ", "))"
            throw UsageError("there is no command '\(name)'; \(remedy)")
        }
        let arguments = try Arguments(Array(words.dropFirst()), of: command)
        if arguments.has("help") {
            try Console.print(command.help)
            return 0
        }
        return try command.run(arguments)
    }

    static let version = "0.1.0"

    private static var help: String {
        let lines = commands.map { "  \($0.name.padded(to: 12))\($0.summary)" }
        return """
            usage: touchbridge COMMAND …

            \(lines.joined(separator: "\n"))

            Each command has --help. Exit status: 0 fine, 1 the answer is no or something failed, 2 wrong use.
            """
    }
}

/// One of the command's commands.
protocol Command {
    static var name: String { get }
    static var summary: String { get }
    static var help: String { get }
    /// The options that stand alone, and those that a value follows.
    static var flags: Set<String> { get }
    static var options: Set<String> { get }
    /// Does the work and gives the exit status.
    static func run(_ arguments: Arguments) throws -> Int32
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
