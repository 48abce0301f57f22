internal import Platform

/// A condition on numeric values of an event, such as `{{value}} > 50 and {{touchCount}} == 1`.
public struct CallCondition: Hashable, Sendable {
    enum Comparison: String, Hashable, Sendable, CaseIterable {
        case equal = "=="
        case unequal = "!="
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
    }

    private struct Test: Hashable, Sendable {
        let placeholder: Placeholder
        let format: PlaceholderFormat
        let comparison: Comparison
        let limit: Double

        func holds(for handlerEvent: HandlerEvent) -> Bool {
            guard let raw = placeholder.number(in: handlerEvent) else { return false }
            let number = format.number(raw)
            return switch comparison {
            case .equal: number == limit
            case .unequal: number != limit
            case .atLeast: number >= limit
            case .atMost: number <= limit
            case .above: number > limit
            case .below: number < limit
            }
        }
    }

    /// The condition as written in the layout.
    public let source: String
    /// Alternatives joined by `or`; each alternative is a list of tests joined by `and`. The condition holds if all
    /// tests of at least one alternative hold.
    private let alternatives: [[Test]]

    /// Reason why a condition is invalid.
    public struct Mistake: Error, Equatable, Sendable {
        public let reason: String
    }

    /// Parses comparisons of placeholders with numbers, joined by `and` and `or`; `and` has precedence over `or`.
    public init(_ source: String) throws(Mistake) {
        self.source = source
        var alternatives: [[Test]] = [[]]
        var rest = source[...]
        while true {
            alternatives[alternatives.count - 1].append(try Self.readTest(&rest))
            let word = rest.prefix { $0.isLetter }
            rest = rest[word.endIndex...]
            if word == "or" { alternatives.append([]) }
            if word != "or", word != "and" {
                guard word.isEmpty, rest.isEmpty else {
                    throw Mistake(reason: "'and' or 'or' is missing before '\(word)\(rest)'")
                }
                break
            }
        }
        self.alternatives = alternatives
    }

    /// The placeholders of the condition, in order of appearance.
    public var placeholders: [Placeholder] { alternatives.joined().map(\.placeholder) }

    /// Whether the condition holds for an event.
    public func holds(for handlerEvent: HandlerEvent) -> Bool {
        for tests in alternatives where tests.allSatisfy({ $0.holds(for: handlerEvent) }) { return true }
        return false
    }

    /// Reads a comparison, with the spaces before and after it.
    private static func readTest(_ rest: inout Substring) throws(Mistake) -> Test {
        rest = rest.drop { $0 == " " }
        guard rest.hasPrefix("{{"), let close = rest.utf8Range(of: "}}") else {
            throw Mistake(reason: "a comparison must begin with a placeholder such as '{{value}}'")
        }
        let text = String(rest[..<close.upperBound])
        rest = rest[close.upperBound...].drop { $0 == " " }
        guard let template = try? Template(text) else { throw Mistake(reason: "'\(text)' is not a placeholder") }
        guard let (placeholder, format) = template.number else {
            throw Mistake(reason: "'\(text)' is a string, and only numbers can be compared")
        }
        guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            throw Mistake(reason: "'\(text)' must be followed by ==, !=, <, <=, > or >=")
        }
        rest = rest.dropFirst(comparison.rawValue.count).drop { $0 == " " }
        let word = rest.prefix { $0 != " " }
        guard let limit = PlaceholderFormat.number(String(word)) else {
            throw Mistake(reason: "'\(comparison.rawValue)' must be followed by a number, true or false, not '\(word)'")
        }
        rest = rest[word.endIndex...].drop { $0 == " " }
        return Test(placeholder: placeholder, format: format, comparison: comparison, limit: limit)
    }
}
