internal import Glibc
internal import Platform
internal import PluginAPI
internal import Synchronization

/// Standard output and error.
package enum Console {
    /// Whether a person reads what is complained of.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    package static func print(_ text: String) throws(WriteError) {
        try Output.standard.write(Array((text + "\n").utf8))
    }

    /// What is complained of from now on is lost rather than waited for: what is under way is worth more.
    package static func stopWaiting() { isInHaste.store(true, ordering: .relaxed) }
    private static let isInHaste = Atomic(false)

    /// Begins each message with the name of a program.
    package static func begin(as program: String) { name.withLock { $0 = program } }
    private static let name = Mutex("touchbridge")

    package static func complain(_ text: String) { report("\(name.withLock(\.self)): \(TerminalText.page(text))\n") }

    /// Writes over the current line of the terminal; an empty text clears it.
    package static func progress(_ text: String) { report("\r\u{1b}[K\(text)") }

    /// Nobody can be told when this fails.
    private static func report(_ text: String) {
        try? Output.error.write(Array(text.utf8), waits: !isInHaste.load(ordering: .relaxed))
    }
}
