/// A limit, parsed from the comment before its declaration:
///
///     /// Limit ID (limits.md, SECTION): maximum number of WHAT. If exceeded: CONSEQUENCE.
///
/// One of the first three lines of code after the comment contains the number.
struct LimitAnnotation {
    let id: String
    let section: String
    let what: String
    /// Consequence of exceeding the limit; empty if the section's table has no such column.
    let consequence: String
    let number: Int
    let file: String

    /// Returns the annotations of a source file; throws for a malformed annotation.
    static func all(in source: String, file: String) throws -> [LimitAnnotation] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        return try lines.indices.compactMap { index in
            guard comment(lines[index])?.hasPrefix("Limit ") == true else { return nil }
            return try LimitAnnotation(lines[index...], file)
        }
    }

    private init(_ lines: ArraySlice<Substring>, _ file: String) throws {
        let comments = lines.prefix { Self.comment($0) != nil }
        let paragraph = comments.compactMap(Self.comment).prefix { !$0.isEmpty }.joined(separator: " ")
        let form =
            /Limit ([a-z0-9-]+) \(limits\.md, ([^)]+)\): (?:maximum (?:number of )?)?(.+?)\.(?: If exceeded: (.+)\.)?/
        guard
            let match = paragraph.wholeMatch(of: form),
            let number = lines.dropFirst(comments.count).prefix(3).compactMap(Self.number).first
        else { throw Malformed(file: file, text: paragraph) }
        (id, section, what) = (String(match.1), String(match.2), String(match.3))
        consequence = match.4.map(String.init) ?? ""
        self.number = number
        self.file = file
    }

    struct Malformed: Error {
        let file: String
        let text: String
    }

    private static func comment(_ line: Substring) -> String? {
        guard line.hasPrefix("//") else { return nil }
        return String(line.drop { $0 == "/" }.drop { $0 == " " })
    }

    /// Returns the upper bound of a range or comparison, such as `8...64` or `<= 64`. Otherwise, returns the first
    /// number after `=` or `:`, as in `= 1 << 20`; nil if there is none.
    static func number(in code: Substring) -> Int? {
        let expression = /(?:\.\.\.|<= |= |: )([0-9][0-9_]*)(?: (<<|\*) ([0-9][0-9_]*)(?: - ([0-9]+))?)?/
        let matches = code.matches(of: expression)
        guard let match = matches.first(where: { !$0.0.hasPrefix("=") && !$0.0.hasPrefix(":") }) ?? matches.first else {
            return nil
        }
        func value(_ digits: Substring?) -> Int { digits.flatMap { Int($0.replacing("_", with: "")) } ?? 0 }
        let (first, second) = (value(match.1), value(match.3))
        // In Swift, a shift has a higher precedence than a subtraction.
        return switch match.2 {
        case "<<": first << second - value(match.4)
        case "*": first * second - value(match.4)
        default: first
        }
    }

    /// Number with its unit: `64 KiB`, `5 s`, `300 000`.
    var words: String {
        if what.hasPrefix("time ") { return "\(number / 1_000_000) s" }
        if what.hasPrefix("bytes ") {
            if number >= 1 << 20, number.isMultiple(of: 1 << 20) { return "\(number >> 20) MiB" }
            if number >= 1 << 10, number.isMultiple(of: 1 << 10) { return "\(number >> 10) KiB" }
        }
        guard number >= 10_000 else { return "\(number)" }
        let digits = Array("\(number)")
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += " " }
            text.append(digits[index])
        }
    }
}
