/// Suggests known names for misspelled ones, with a limit on the work for all of them together.
public final class KnownNames {
    private struct Entry {
        let name: String
        let count: Int
        let letters: UInt64
    }

    private let names: [String]
    private lazy var entries = names.map { Entry(name: $0, count: $0.count, letters: Self.letters(of: $0)) }
    private var suggestions: [String: String] = [:]
    /// Number of edit distances computed so far.
    package private(set) var comparisonCount = 0

    /// Limit compared-names (Internal bounds): known names that a misspelled name is compared with.
    ///
    /// Later errors get no suggestion.
    static let comparisonLimit = 50_000

    /// Creates a list of names in the order of preference, which is also their order in messages.
    public init(_ names: [String]) { self.names = names }

    /// Creates a list of names in alphabetical order.
    public convenience init(sorting names: some Sequence<String>) { self.init(names.sorted()) }

    /// Returns the suggestion of `Names` for an unknown name, cached by name.
    public func suggestion(for name: String) -> String {
        if let known = suggestions[name] { return known }
        let suggestion = makeSuggestion(name)
        suggestions[name] = suggestion
        return suggestion
    }

    private func makeSuggestion(_ name: String) -> String {
        if names.count <= 12 { return Names.similar(to: name, in: names) }
        guard comparisonCount < Self.comparisonLimit, name.utf8.count <= 100 else { return "" }
        let (count, letters) = (name.count, Self.letters(of: name))
        let near = entries.filter {
            // An edit changes at most two bits; no suggestion is more than four edits away.
            abs($0.count - count) <= 4 && ($0.letters ^ letters).nonzeroBitCount <= 8
        }.prefix(Self.comparisonLimit - comparisonCount)
        comparisonCount += near.count
        return Names.nearest(to: name, in: near.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns a set of the bytes in the lower-case name, modulo 64.
    private static func letters(of name: String) -> UInt64 {
        name.lowercased().utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }
}
