internal import Platform
internal import Schema

/// Reason why a command was rejected.
///
/// The input thread only notes the unknown name. `description` searches for a similar known name; call it on the
/// thread of the plugin that sent the command.
public struct CommandRejection: Error, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The reason in one sentence without a suggestion.
    public let reason: String
    private let unknown: (name: String, known: [[String]])?

    /// Creates a rejection from one sentence.
    public init(_ reason: String) {
        self.reason = reason.excerpt(Self.reasonLimit)
        unknown = nil
    }

    public init(stringLiteral reason: String) { self.init(reason) }

    /// Creates a rejection for an unknown name; `kind` is the kind of thing that was searched.
    public init(no kind: String, named name: String, known: [String]...) {
        reason = "there is no \(kind) '\(name.excerpt())'"
        unknown = (name, known)
    }

    /// The reason with the known name that is nearest to the unknown one; compares the name with all of them.
    public var description: String {
        guard let unknown else { return reason }
        return reason + Names.suggestion(for: unknown.name, in: unknown.known.joined().sorted())
    }

    /// Limit refusal-bytes (Commands to the view tree): bytes of a rejection's reason. If exceeded: cut, with `…`.
    static let reasonLimit = 1000
}

extension CommandRejection: Equatable {
    public static func == (left: CommandRejection, right: CommandRejection) -> Bool {
        left.description == right.description
    }
}
