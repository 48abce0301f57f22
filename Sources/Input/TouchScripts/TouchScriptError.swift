/// An error in a script: its position, the problem and the fix.
package struct TouchScriptError: Error, Equatable, Sendable {
    /// Path or name of the script.
    package let name: String
    /// One-based line number; nil if the error concerns no line.
    package let line: Int?
    /// One-based column number; nil if the error concerns no line.
    package let column: Int?
    package let message: String
    package let remedy: String
    /// The line with the error, and a caret below the position of the error; nil if the text is unknown.
    package let excerpt: String?

    package init(_ name: String, _ message: String, remedy: String) {
        (self.name, self.message, self.remedy) = (name, message, remedy)
        (line, column, excerpt) = (nil, nil, nil)
    }

    init(_ source: ScriptSource, _ column: Int, _ message: String, remedy: String) {
        (name, line, self.column) = (source.name, source.number, column)
        (self.message, self.remedy) = (message, remedy)
        // Preserve tabs, so that the caret is aligned with the error.
        excerpt = source.text.map { text in
            let padding = text.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
            return "    \(text)\n    \(padding)^"
        }
    }

    /// The position in the form `name:line:column`.
    package var location: String {
        [name, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.joined(separator: ":")
    }
}

extension TouchScriptError: CustomStringConvertible {
    /// The message `name:line:column: problem; fix`, followed by the excerpt.
    package var description: String {
        let first = "\(location): \(message); \(remedy)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
