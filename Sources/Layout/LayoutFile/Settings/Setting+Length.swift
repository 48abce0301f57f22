internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == Length {
    /// Accepts a length: a number of points, a percentage of the superview such as "50%", or a sum such as "50% - 20".
    static var length: Setting {
        Setting(
            expected: "a number, a percentage such as \"50%\" or a sum such as \"50% - 20\"",
            schema: ["anyOf": [["type": "number"], ["type": "string", "pattern": .text(Length.pattern)]]],
            fix: Length.fix,
            scalar: { $0.isNull ? nil : Length(parsing: $0.text) }
        )
    }
}

extension Length {
    private static let term = #"[0-9]+(\.[0-9]+)?[ ]*%?"#
    static let pattern = #"^[ ]*[+-]?[ ]*"# + term + #"([ ]*[+-][ ]*"# + term + #")*[ ]*$"#

    /// Parses terms that are separated by `+` or `-`; returns nil for any other text.
    init?(parsing text: String) {
        self.init()
        var rest = text.utf8[...]
        var isFirst = true
        repeat {
            rest = rest.drop { $0 == 0x20 }
            var sign = 1.0
            if let byte = rest.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
                sign = byte == UInt8(ascii: "-") ? -1 : 1
                rest = rest.dropFirst().drop { $0 == 0x20 }
            } else if !isFirst {
                return nil
            }
            isFirst = false
            let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            guard let number = Scalar(String(decoding: digits, as: UTF8.self)).number, number < 1e9 else { return nil }
            rest = rest[digits.endIndex...].drop { $0 == 0x20 }
            if rest.first == UInt8(ascii: "%") {
                fraction += sign * number / 100
                rest = rest.dropFirst().drop { $0 == 0x20 }
            } else {
                points += sign * number
            }
        } while !rest.isEmpty
    }

    /// Keywords that other layout languages use for lengths.
    private static let words = [
        "half": "50%", "full": "100%", "fill": "100%", "match_parent": "100%", "matchparent": "100%", "100vw": "100%",
        "100vh": "100%", "max": "100%", "center": "50%",
    ]

    /// Returns the corrected form of `10px`, `calc(100% - 20px)` or a keyword such as `fill`; nil for other values.
    fileprivate static func fix(_ node: Node) -> String? {
        guard var text = node.scalar?.text.lowercased(), text.utf8.count < 80 else { return nil }
        if let part = words[text] { return "\"\(part)\"" }
        if text.hasPrefix("calc("), text.hasSuffix(")") { text = String(text.dropFirst(5).dropLast()) }
        var plain = ""
        for word in text.split(separator: " ") {
            let unit = ["px", "pt", "dp"].first { word.hasSuffix($0) }
            plain += (plain.isEmpty ? "" : " ") + word.dropLast(unit?.count ?? 0)
        }
        guard plain != text || text != node.scalar?.text, Length(parsing: plain) != nil else { return nil }
        return Scalar(plain).number == nil ? "\"\(plain)\"" : plain
    }

    /// True if the length is negative, regardless of the superview's size.
    var isNegative: Bool { points < 0 && fraction <= 0 || points <= 0 && fraction < 0 }
}
