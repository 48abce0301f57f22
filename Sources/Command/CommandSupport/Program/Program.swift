internal import Glibc
internal import Schema
internal import Systemd

/// A program whose first argument names a command.
package protocol Program: SendableMetatype {
    static var name: String { get }
    /// One-line summary in the manual page.
    static var summary: String { get }
    /// Contents of the manual page's DESCRIPTION section.
    static var description: String { get }
    static var commands: [any Command.Type] { get }
    /// Returns the name of another program that provides the command; nil if there is none.
    static func owner(of command: String) -> String?
}

/// Version of the programs `touchbridge` and `touchbridge-dev`.
package let programVersion = "0.3.0"

extension Program {
    package static func owner(of command: String) -> String? { nil }

    /// Runs the command that the first argument names, and exits. The exit status is 0 for success, 1 for a failure or
    /// negative result, and 2 for a usage error.
    ///
    /// This method contains no closure. The main-actor isolation check of a closure would link the concurrency runtime
    /// (half a megabyte) into the program.
    package static func main() {
        // Ignores SIGPIPE, so that writing to a closed pipe fails with EPIPE instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        // Ignores SIGXFSZ, so that a write beyond RLIMIT_FSIZE fails with EFBIG instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        // Resets SIGCHLD. If the signal were ignored, the kernel would discard the exit statuses of child processes.
        signal(SIGCHLD, SIG_DFL)
        // Unblocks the end signals, because the parent process may have blocked them.
        EndSignals.unblock([SIGHUP, SIGINT, SIGTERM])
        occupyStandardFiles()
        Console.begin(as: name)
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch let error as UsageError {
            let command = [error.command, "--help"].compactMap(\.self).joined(separator: " ")
            Console.complain("\(error.message)\nTry '\(name) \(command)'.")
            exit(2)
        } catch {
            Console.report(error)
            exit(1)
        }
    }

    /// Opens `/dev/null` in place of closed standard descriptors. Otherwise, a file opened later would reuse the number
    /// of a standard descriptor.
    private static func occupyStandardFiles() {
        for (file, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(file, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor, which is the closed standard descriptor. The reversed access
            // mode makes every use of the descriptor fail.
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

              --version   print the version of \(name)

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
    /// Names of the options without a value.
    static var flags: Set<String> { get }
    /// Names of the options with a value.
    static var options: Set<String> { get }
    /// Runs the command and returns the exit status.
    static func run(_ arguments: Arguments) throws -> Int32
}

extension String {
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
