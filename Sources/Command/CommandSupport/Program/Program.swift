internal import Glibc
internal import Schema

/// A program whose first argument names one of its commands.
package protocol Program: SendableMetatype {
    static var name: String { get }
    /// One-line summary in the manual page.
    static var summary: String { get }
    /// Text of the manual page's DESCRIPTION section.
    static var description: String { get }
    static var commands: [any Command.Type] { get }
    /// Returns the name of the program that provides a command missing from this one; nil if there is none.
    static func owner(of command: String) -> String?
}

/// Version of both programs.
package let programVersion = "0.2.0"

extension Program {
    package static func owner(of command: String) -> String? { nil }

    /// Runs the command that the arguments name, and exits: 0 success, 1 failure or negative result, 2 usage error.
    ///
    /// Contains no closure: its main-actor isolation check would link the concurrency runtime, half a megabyte.
    package static func main() {
        // A closed reader of standard output results in EPIPE, and does not end the process.
        signal(SIGPIPE, SIG_IGN)
        // A file beyond RLIMIT_FSIZE results in EFBIG, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        // If SIGCHLD is inherited as ignored, the kernel discards the exit statuses of children.
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

    /// Opens `/dev/null` on closed standard descriptors: a file opened later would otherwise get their number.
    private static func occupyStandardFiles() {
        for (file, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(file, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one. The reversed access mode makes any use of it
            // fail.
            _ = open("/dev/null", mode)
        }
    }

    private static func run(_ words: [String]) throws -> Int32 {
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
            let remedy = near.map { "did you mean '\($0)'?" } ?? "the commands are \(names.joined(separator: ", "))"
            throw UsageError("unknown command '\(word)'; \(remedy)")
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

            '\(name) COMMAND --help' describes a command.
            Exit status: 0 success, 1 failure or negative result, 2 usage error.
            """
    }
}

/// A command of a program, such as `replay`.
package protocol Command {
    static var name: String { get }
    static var summary: String { get }
    static var help: String { get }
    /// Options without a value (flags), and options with one.
    static var flags: Set<String> { get }
    static var options: Set<String> { get }
    /// Runs the command and returns the exit status.
    static func run(_ arguments: Arguments) throws -> Int32
}

extension String {
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
