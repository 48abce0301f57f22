internal import Platform
internal import Schema

/// Why a command was not carried out.
///
/// The input thread only notes which name it did not find. Which name may have been meant is searched for where
/// `description` is asked for, which is to be the thread of the plugin that sent the command.
public struct CommandRejection: Error, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The reason in one sentence without a suggestion.
    public let reason: String
    private let unknown: (name: String, known: [[String]])?

    /// A refusal in one sentence.
    public init(_ reason: String) {
        self.reason = reason.excerpt(Self.reasonLimit)
        unknown = nil
    }

    public init(stringLiteral reason: String) { self.init(reason) }

    /// A refusal because nothing has the name; `kind` is what was looked for.
    public init(no kind: String, named name: String, known: [String]...) {
        reason = "there is no \(kind) '\(name.excerpt())'"
        unknown = (name, known)
    }

    /// The reason with the known name that is nearest to an unknown one: compares the name with all of them.
    public var description: String {
        guard let unknown else { return reason }
        return reason + Names.suggestion(for: unknown.name, in: unknown.known.joined().sorted())
    }

    /// Limit refusal-bytes (Commands to the view tree): bytes of a refusal. Past it: cut, with `…`.
    static let reasonLimit = 1000
}

extension CommandRejection: Equatable {
    public static func == (left: CommandRejection, right: CommandRejection) -> Bool {
        left.description == right.description
    }
}
