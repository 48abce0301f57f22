/// A command whose arguments a shell completes with words that depend on the running service or on a layout.
package protocol CompletingCommand: Command {
    static var completedParts: Set<CompletedPart> { get }
    /// Returns the words that can be the next argument, or the value of an option, after the given arguments.
    static func candidates(for part: CompletedPart, after arguments: Arguments) throws -> [String]
}

/// A part of a command line that `CompletingCommand.candidates` completes.
package enum CompletedPart: Hashable, Sendable {
    case argument
    /// The value of an option; the name has no leading dashes.
    case value(of: String)
}
