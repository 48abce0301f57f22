internal import Platform

/// A documented rule of touch handling, cited in explanations.
public struct Rule: Hashable, Sendable {
    /// Number of the rule in the documentation, or the layout key that causes the behaviour.
    public let number: String
    /// Path of the documentation page, relative to the directory of the documentation: `docs` in the source tree,
    /// `/usr/share/doc/touchbridge` on a system with the Debian package.
    public let link: String
    /// Statement of the rule in one sentence.
    public let words: String

    public init(_ number: String, _ link: String, _ words: String) {
        (self.number, self.link, self.words) = (number, link, words)
    }
}

/// Formats numbers for use in sentences.
package protocol Phrasing {}

extension Phrasing {
    /// Formats a number with at most one decimal.
    package static func number(_ value: Double) -> String { value.tenths }
    package static func points(_ value: Double) -> String { "\(number(value)) pt" }
    package static func degrees(_ radians: Double) -> String { "\(number(radians * 180 / .pi)) degrees" }
    package static func fingers(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }

    package static func time(_ microseconds: Int64) -> String {
        let milliseconds = Double(microseconds) / 1000
        if milliseconds.magnitude < 1000 { return "\(number(milliseconds)) ms" }
        let hundredths = Int64((milliseconds / 10).rounded())
        let rest = hundredths % 100
        if rest == 0 { return "\(hundredths / 100) s" }
        return rest % 10 == 0
            ? "\(hundredths / 100).\(rest / 10) s" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }

    package static func time(seconds: Double) -> String { time(Int64((seconds * 1_000_000).rounded())) }
}
