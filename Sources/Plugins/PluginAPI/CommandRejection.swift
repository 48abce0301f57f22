internal import Platform
internal import Schema

/// Reason why a command to the view tree was rejected.
///
/// The input thread only stores the unknown name. `description` searches for a similar known name, and must therefore
/// be read on the thread of the sending plugin.
public struct CommandRejection: Error, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The reason in one sentence, without a suggested name.
    public let reason: String
    private let unknown: (name: String, known: [[String]])?

    /// Creates a rejection with this reason, which must be one sentence.
    public init(_ reason: String) {
        self.reason = reason.excerpt(Self.reasonLimit)
        unknown = nil
    }

    public init(stringLiteral reason: String) { self.init(reason) }

    /// Creates a rejection for an unknown name; `kind` is the kind of the named object, such as `view`.
    public init(no kind: String, named name: String, known: [String]...) {
        reason = "there is no \(kind) '\(name.excerpt())'"
        unknown = (name, known)
    }

    /// The reason, followed by the known name that is most similar to the unknown name. Reading this property compares
    /// the unknown name with all known names.
    public var description: String {
        guard let unknown else { return reason }
        return reason + Names.suggestion(for: unknown.name, in: unknown.known.joined().sorted())
    }

    /// Limit refusal-bytes (limits.md, Commands to the view tree): maximum number of bytes of the reason for a refused
    /// command. If exceeded: the reason is cut and ends with `…`.
    static let reasonLimit = 1000
}

extension CommandRejection: Equatable {
    public static func == (left: CommandRejection, right: CommandRejection) -> Bool {
        left.description == right.description
    }
}
