internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == Length {
    /// A number of points, a part of the superview such as "50%", or a sum such as "50% - 20".
    static var length: Setting {
        Setting(
            expected: "a number, a part such as \"50%\" or a sum such as \"50% - 20\"",
            schema: ["anyOf": [["type": "number"], ["type": "string", "pattern": .text(Length.pattern)]]],
            scalar: { $0.isNull ? nil : Length(parsing: $0.text) }
        )
    }
}

extension Length {
    private static let term = #"[0-9]+(\.[0-9]+)?[ ]*%?"#
    static let pattern = #"^[ ]*[+-]?[ ]*"# + term + #"([ ]*[+-][ ]*"# + term + #")*[ ]*$"#

    /// Reads terms with signs between them; nil for anything else.
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

    /// Whether it is below nothing, whatever it is a part of.
    var isNegative: Bool { points < 0 && fraction <= 0 || points <= 0 && fraction < 0 }
}
