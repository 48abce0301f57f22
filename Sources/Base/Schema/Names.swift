internal import Platform

/// Suggests known names for unknown names.
public enum Names {
    /// Limit suggestion-bytes (limits.md, Layouts): maximum number of bytes of an unknown name. If exceeded: the error
    /// message suggests no similar name.
    ///
    /// A longer name is unlikely to be a typing error.
    static let lengthLimit = 100

    /// Returns the known name nearest to an unknown name; nil if no known name is similar.
    public static func nearest(to name: String, in known: some Sequence<String>) -> String? {
        guard name.utf8.count <= lengthLimit else { return nil }
        var search = NameSearch(for: name)
        for candidate in known { search.consider(candidate) }
        return search.best
    }

    /// Returns advice from `Synonyms`, or `; did you mean 'x'?` with the most similar known name. If neither exists,
    /// lists up to 12 known names; for more names, returns an empty string.
    public static func suggestion(for name: String, in known: [String]) -> String {
        Synonyms.remedy(for: name, in: known) ?? similar(to: name, in: known)
    }

    /// Returns a suggestion for a user-defined name, without `Synonyms`.
    static func similar(to name: String, in known: [String]) -> String {
        if let near = nearest(to: name, in: known) { return "; did you mean '\(near)'?" }
        guard !known.isEmpty, known.count <= 12 else { return "" }
        return "; available: \(known.map { $0.excerpt() }.joined(separator: ", "))"
    }

    /// Joins names for a sentence, such as "a, b or c".
    package static func alternatives(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }
}
