internal import Platform

/// Suggests known names for unknown ones.
public enum Names {
    /// Limit suggestion-bytes (Layouts): bytes of an unknown name. If exceeded: no similar name is suggested.
    ///
    /// A longer name is not a typing error.
    static let lengthLimit = 100

    /// Returns the known name that is nearest to an unknown one; nil if none is near.
    public static func nearest(to name: String, in known: some Sequence<String>) -> String? {
        guard name.utf8.count <= lengthLimit else { return nil }
        var search = NameSearch(for: name)
        for candidate in known { search.consider(candidate) }
        return search.best
    }

    /// Returns `; did you mean 'x'?`, or a short list of all names if none is near, or an empty string.
    public static func suggestion(for name: String, in known: [String]) -> String {
        Synonyms.remedy(for: name, in: known) ?? similar(to: name, in: known)
    }

    /// Returns a suggestion for a user-defined name, without looking for synonyms.
    static func similar(to name: String, in known: [String]) -> String {
        if let near = nearest(to: name, in: known) { return "; did you mean '\(near)'?" }
        guard !known.isEmpty, known.count <= 12 else { return "" }
        return "; available: \(known.map { $0.excerpt() }.joined(separator: ", "))"
    }

    /// Lists names for a sentence: "a, b or c".
    package static func alternatives(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }
}
