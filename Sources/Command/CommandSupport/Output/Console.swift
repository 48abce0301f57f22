internal import Glibc
internal import Platform
internal import PluginAPI
internal import Synchronization

package enum Console {
    /// Whether standard error is a terminal.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    package static func print(_ text: String) throws(WriteError) {
        try Output.standard.write(Array((text + "\n").utf8))
    }

    /// Makes later messages non-blocking, so that no message delays a shutdown. A message that would block is dropped.
    package static func stopWaiting() { isInHaste.store(true, ordering: .relaxed) }
    private static let isInHaste = Atomic(false)

    /// Sets the program name that precedes every message.
    package static func begin(as program: String) { name.withLock { $0 = program } }
    private static let name = Mutex("touchbridge")

    package static func complain(_ text: String) { write("\(name.withLock(\.self)): \(TerminalText.page(text))\n") }

    /// Prints an error that ends the command. Prints nothing if the reader of standard output has closed the pipe, as
    /// `head -1` does after the first line.
    package static func report(_ error: any Error) {
        if error as? WriteError != .lostReader { complain("\(error)") }
    }

    /// Replaces the current line of the terminal; an empty string clears the line.
    package static func progress(_ text: String) { write("\r\u{1b}[K\(text)") }

    /// Writes text to standard error. Ignores write errors, because they cannot be reported anywhere else.
    private static func write(_ text: String) {
        try? Output.error.write(Array(text.utf8), waits: !isInHaste.load(ordering: .relaxed))
    }
}
