/// Names that mistakes are compared with: prepared once, however many mistakes ask, with a bound for all of them together.
public final class KnownNames {
    private struct Entry {
        let name: String
        let count: Int
        let letters: UInt64
    }

    private let names: [String]
    private lazy var entries = names.map { Entry(name: $0, count: $0.count, letters: Self.letters(of: $0)) }
    private var suggestions: [String: String] = [:]
    /// Names whose distance was computed so far.
    package private(set) var comparisonCount = 0

    /// Limit compared-names (Internal bounds): names of one kind that misspelled ones are compared with.
    ///
    /// Later errors get no suggestion.
    static let comparisonLimit = 50_000

    /// Names in the order in which they are listed and preferred.
    public init(_ names: [String]) { self.names = names }

    /// The same for names without an order of their own.
    public convenience init(sorting names: some Sequence<String>) { self.init(names.sorted()) }

    /// What `Names` suggests, without the work where another mistake had the same name.
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
            // A changed character changes two letters at most; no suggestion is further away than four characters.
            abs($0.count - count) <= 4 && ($0.letters ^ letters).nonzeroBitCount <= 8
        }.prefix(Self.comparisonLimit - comparisonCount)
        comparisonCount += near.count
        return Names.nearest(to: name, in: near.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// A bit for each byte that is in a name, in whichever case.
    private static func letters(of name: String) -> UInt64 {
        name.lowercased().utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }
}
