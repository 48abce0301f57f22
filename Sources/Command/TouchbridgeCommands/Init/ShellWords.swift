extension String {
    /// The words of the text, split as a shell splits a command: blanks separate words, `'…'` and `"…"` quote text,
    /// and a backslash quotes the next character. Variables and operators are not interpreted. Nil if a quote is not
    /// closed, or if the text ends with a backslash.
    var shellWords: [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = self[...]
        while let character = rest.popFirst() {
            if character == quote {
                quote = nil
            } else if character == "\\", quote != "'" {
                guard let next = rest.popFirst() else { return nil }
                // Between double quotes, a backslash before any other character is an ordinary character.
                let isKept = quote != nil && !"\"\\$`".contains(next)
                word = (word ?? "") + (isKept ? "\\" : "") + String(next)
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        return words + (word.map { [$0] } ?? [])
    }
}
