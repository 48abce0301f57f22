/// Substring search without the standard library's regular expressions, which add a tenth to the program's size.
extension StringProtocol {
    /// Returns the first occurrence of `text`; compares bytes, so a combining mark after it does not matter.
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

    /// Whether `text` occurs, compared as bytes.
    package func holds(_ text: String) -> Bool { utf8Range(of: text) != nil }

    /// Returns a copy with `text` in place of each `character`.
    package func with(_ text: String, for character: Character) -> String {
        map { $0 == character ? text : String($0) }.joined()
    }
}
