/// What other toolkits and people call something that a layout has another name for: rows of a table, never code.
public struct Synonym: Sendable {
    /// The row applies where this name is valid.
    let name: String
    /// What to write instead; nil for the name itself.
    let remedy: String?
    /// The foreign words, with blanks between them. Case, `-` and `_` do not matter.
    let words: String

    init(_ name: String, _ words: String, write remedy: String? = nil) {
        (self.name, self.words, self.remedy) = (name, words, remedy)
    }
}

/// Finds the layout's word for one from UIKit, CSS, QML, Android or Home Assistant.
public enum Synonyms {
    /// All rows; the first one that applies is used.
    static let all = views + gestures + events + screens + plugins + values

    private static let rows: [String: [Synonym]] = all.reduce(into: [:]) { rows, synonym in
        for word in synonym.words.split(separator: " ") { rows[folded(String(word)), default: []].append(synonym) }
    }

    /// `; did you mean 'x'?` or what else helps, for a foreign word where only the known names may stand; nil for others.
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
