internal import Glibc
internal import Schema

/// A program whose first argument names one of its commands.
package protocol Program: SendableMetatype {
    static var name: String { get }
    /// One line for the manual page.
    static var summary: String { get }
    /// The paragraph of the manual page below the synopsis.
    static var description: String { get }
    static var commands: [any Command.Type] { get }
    /// Name of the program that has a command this one does not have; nil if there is none.
    static func owner(of command: String) -> String?
}

/// Version of both programs.
package let programVersion = "0.1.0"

extension Program {
    package static func owner(of command: String) -> String? { nil }

    /// Runs the command that the arguments name, and exits: 0 success, 1 failure or negative result, 2 usage error.
    ///
    /// No closure may stand in here: it would ask whether the main actor runs it, and bring all of concurrency and its
    /// queues into the program, half a megabyte.
    package static func main() {
        // A reader of our output that went away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // SIGXFSZ too: a file above the size limit fails with EFBIG instead.
        signal(SIGXFSZ, SIG_IGN)
        // Where it is inherited as ignored, the kernel forgets how programs ended.
        signal(SIGCHLD, SIG_DFL)
        occupyStandardFiles()
        Console.begin(as: name)
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch let error as UsageError {
            let command = [error.command, "--help"].compactMap(\.self).joined(separator: " ")
            Console.complain("\(error.message)\nTry '\(name) \(command)'.")
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

    private static func run(_ words: [String]) throws -> Int32 {
        // `help replay` is `replay --help`.
        if words.count == 2, words[0] == "help", !words[1].hasPrefix("-") { return try run([words[1], "--help"]) }
        guard let word = words.first, !["--help", "-h", "help"].contains(word) else {
            try Console.print(help)
            return words.isEmpty ? 2 : 0
        }
        if word == "--version" {
            try Console.print("\(name) \(programVersion)")
            return 0
        }
        guard let command = commands.first(where: { $0.name == word }) else {
            if let owner = owner(of: word) {
                throw UsageError(
                    "'\(word)' is a command of '\(owner)'; install the package \(owner), "
                        + "and run '\(owner) \(words.joined(separator: " "))'"
                )
            }
            let names = commands.map { $0.name }
            let near = Names.nearest(to: word, in: names)
            let remedy = near.map { "did you mean '\($0)'?" } ?? "there are \(names.joined(separator: ", "))"
            throw UsageError("there is no command '\(word)'; \(remedy)")
        }
        let arguments = try Arguments(Array(words.dropFirst()), of: command)
        if arguments.has("help") {
            try Console.print(command.help)
            return 0
        }
        return try command.run(arguments)
    }

    private static var help: String {
        let lines = commands.map { "  \($0.name.padded(to: 12))\($0.summary)" }
        return """
            usage: \(name) COMMAND …

            \(lines.joined(separator: "\n"))

            Each command has --help. Exit status: 0 success, 1 failure or negative result, 2 usage error.
            """
    }
}

/// One of the command's commands.
package protocol Command {
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
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
