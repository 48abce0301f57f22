/// A command with dynamic shell completions, such as the view ids of a layout or of the running service.
package protocol CompletingCommand: Command {
    static var completedParts: Set<CompletedPart> { get }
    /// Returns completions for the next argument or option value; `arguments` contains the words before it.
    static func candidates(for part: CompletedPart, after arguments: Arguments) throws -> [String]
}

/// A part of a command line that `CompletingCommand.candidates` completes.
package enum CompletedPart: Hashable, Sendable {
    case argument
    /// The value of an option; the name has no leading dashes.
    case value(of: String)
}
