/// Suggests known names for misspelled names. `comparisonLimit` bounds the total number of comparisons.
public final class KnownNames {
    private struct Entry {
        let name: String
        let count: Int
        let letters: UInt64
    }

    private let names: [String]
    private lazy var entries = names.map { Entry(name: $0, count: $0.count, letters: Self.letters(of: $0)) }
    private var suggestions: [String: String] = [:]
    /// Number of name comparisons so far; comparisons in lists of up to 12 names are not counted.
    package private(set) var comparisonCount = 0

    /// Limit compared-names (limits.md, Internal bounds): maximum number of comparisons of misspelled names with known
    /// names, in total.
    ///
    /// After the limit is reached, further misspelled names get no suggestion.
    static let comparisonLimit = 50_000

    /// `names` are in order of preference; messages list them in this order.
    public init(_ names: [String]) { self.names = names }

    /// Sorts the names alphabetically.
    public convenience init(sorting names: some Sequence<String>) { self.init(names.sorted()) }

    /// Returns a suggestion such as `; did you mean 'frame'?`, or an empty string. Caches the result.
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
            // A suggestion differs from the misspelled name by at most four edits. Each edit changes at most two bits
            // of `letters`.
            abs($0.count - count) <= 4 && ($0.letters ^ letters).nonzeroBitCount <= 8
        }.prefix(Self.comparisonLimit - comparisonCount)
        comparisonCount += near.count
        return Names.nearest(to: name, in: near.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns a bit mask in which bit `n` is set if the lower-case name contains a byte that equals `n` modulo 64.
    private static func letters(of name: String) -> UInt64 {
        name.lowercased().utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }
}
