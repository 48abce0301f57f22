/// Searching for a text within a text.
///
/// The standard library has this too, in the module of its regular expressions: a program that calls it once carries all of
/// them, a tenth of its size.
extension StringProtocol {
    /// Where the other text stands first; bytes are compared, so no accent that follows it changes the answer.
    package func place(of text: String) -> Range<Index>? {
        guard let first = text.utf8.first else { return nil }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: text.utf8) { return start..<rest.index(start, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether the other text stands anywhere in it.
    package func holds(_ text: String) -> Bool { place(of: text) != nil }

    /// It with another text for each character that is this one.
    package func with(_ text: String, for character: Character) -> String {
        map { $0 == character ? text : String($0) }.joined()
    }
}
