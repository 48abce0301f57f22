internal import JSON
package import Schema
internal import YAML

/// A threshold for the movement of fingers, in points or in millimetres on the panel.
public struct TouchLength: Equatable, Sendable {
    public let number: Double
    public let isInMillimetres: Bool

    public init(_ number: Double, isInMillimetres: Bool = false) {
        (self.number, self.isInMillimetres) = (number, isInMillimetres)
    }

    /// Points per millimetre, assumed if the panel reports no resolution. The simulated panel of touch scripts uses the
    /// same value.
    package static let assumedPointsPerMillimetre = 3.75

    /// Returns the length in points.
    package func points(at pointsPerMillimetre: Double) -> Double {
        isInMillimetres ? number * pointsPerMillimetre : number
    }
}

extension Setting where Value == TouchLength {
    /// Accepts a non-negative number of points, or millimetres such as `8mm`.
    package static var touchLength: Setting {
        Setting(
            expected: "a number that is 0 or greater, or a length such as 8mm",
            schema: [
                "anyOf": [
                    ["type": "number", "minimum": 0], ["type": "string", "pattern": #"^[0-9]+(\.[0-9]+)?mm$"#],
                ]
            ],
            fix: { Fixes.number($0, in: 0...Double.greatestFiniteMagnitude) },
            scalar: { scalar in
                if let number = scalar.number { return number >= 0 ? TouchLength(number) : nil }
                guard scalar.text.hasSuffix("mm") else { return nil }
                let digits = scalar.text.dropLast(2)
                guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }), let number = Double(digits),
                    number.isFinite
                else { return nil }
                return TouchLength(number, isInMillimetres: true)
            }
        )
    }
}
