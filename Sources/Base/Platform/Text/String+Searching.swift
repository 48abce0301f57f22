/// Substring search without the standard library's regular expressions, which would make the executable 10 % larger.
extension StringProtocol {
    /// Returns the range of the first occurrence of `text`; nil if there is none or `text` is empty. Compares bytes, so
    /// a combining mark after a match has no effect.
    package func utf8Range(of text: String) -> Range<Index>? {
        guard let first = text.utf8.first else { return nil }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: text.utf8) { return start..<rest.index(start, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether the string contains `text`; compares bytes.
    package func holds(_ text: String) -> Bool { utf8Range(of: text) != nil }

    /// Returns a copy in which `text` replaces each `character`.
    package func with(_ text: String, for character: Character) -> String {
        map { $0 == character ? text : String($0) }.joined()
    }
}
