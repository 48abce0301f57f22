/// Words of other toolkits for one name in the layout format.
public struct Synonym: Sendable {
    /// Name in the layout format; the synonym applies only where this name is valid.
    let name: String
    /// Advice in the error message for a word in `words`; nil means `did you mean` with `name`.
    let remedy: String?
    /// Words of other toolkits, separated by spaces. Comparisons ignore case, `-` and `_`.
    let words: String

    init(_ name: String, _ words: String, write remedy: String? = nil) {
        (self.name, self.words, self.remedy) = (name, words, remedy)
    }
}

/// Finds the layout format's name for a word from UIKit, CSS, QML, Android or Home Assistant.
public enum Synonyms {
    /// All synonyms; the first match applies.
    static let all = views + gestures + events + screens + plugins + values

    private static let rows: [String: [Synonym]] = all.reduce(into: [:]) { rows, synonym in
        for word in synonym.words.split(separator: " ") { rows[folded(String(word)), default: []].append(synonym) }
    }

    /// Returns `; did you mean 'x'?` or another remedy for a word of another toolkit; nil for other words.
    public static func remedy(for word: String, in known: [String]) -> String? {
        guard word.utf8.count <= 40, let synonyms = rows[folded(word)] else { return nil }
        guard let synonym = synonyms.first(where: { known.contains($0.name) }), !known.contains(word) else {
            return nil
        }
        return "; \(synonym.remedy ?? "did you mean '\(synonym.name)'?")"
    }

    static func folded(_ word: String) -> String {
        word.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
