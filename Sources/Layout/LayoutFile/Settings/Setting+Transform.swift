package import Geometry
internal import JSON
package import Schema
package import YAML

extension Setting where Value == AffineTransform {
    /// Accepts a transform: a matrix of six numbers, or steps. The steps are applied in the order scale, rotation,
    /// translation.
    static var transform: Setting {
        let six = Setting<[Double]>.numbers(6, as: "a list [a, b, c, d, tx, ty] or a mapping")
        let steps = Setting<TransformLayout>.table(TransformLayout.table)
        return Setting(
            expected: "a list [a, b, c, d, tx, ty] or a mapping",
            schema: ["anyOf": [six.schema, steps.schema]],
            tables: steps.tables
        ) { node, reading in
            if node.mapping != nil { return steps.read(node, reading)?.transform }
            guard let numbers = six.read(node, reading) else { return nil }
            return AffineTransform(
                a: numbers[0],
                b: numbers[1],
                c: numbers[2],
                d: numbers[3],
                tx: numbers[4],
                ty: numbers[5]
            )
        }
    }
}

/// A transform that consists of steps.
package struct TransformLayout: Sendable {
    /// Rotation, in degrees clockwise.
    package var rotation = 0.0
    package var scale = Scale(x: 1, y: 1)
    package var translation = Point.zero

    /// Horizontal and vertical scale factors.
    package struct Scale: Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// Reads the steps from a mapping; reports an error and returns nil if the node is not a mapping.
    package static func read(_ node: Node, _ reading: Reading) -> TransformLayout? { table.read(node, reading) }

    package var transform: AffineTransform {
        AffineTransform.identity
            .translatedBy(x: translation.x, y: translation.y)
            .rotated(by: rotation * .pi / 180)
            .scaledBy(x: scale.x, y: scale.y)
    }

    static let table = Table<TransformLayout>(
        "Transform",
        "A view's transform: scale, then rotation, both about the centre, then translation.",
        of: TransformLayout()
    ) {
        Key("rotation", .number, \.rotation, "Clockwise rotation in degrees.")
        Key("scale", .scale, \.scale, "The scale factor, or `[horizontal, vertical]` factors.")
        Key("translation", .point, \.translation, "Translation in points, to the right and down.")
    }
}

extension Setting where Value == TransformLayout.Scale {
    /// Accepts one scale factor for both directions, or a list with one factor for each direction.
    fileprivate static var scale: Setting {
        Setting(
            expected: "a number or a list [horizontal, vertical]",
            schema: [
                "anyOf": [
                    ["type": "number"], ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2],
                ]
            ]
        ) { node, reading in
            if node.sequence != nil {
                let numbers = Setting<[Double]>.numbers(2, as: "a list [horizontal, vertical]").read(node, reading)
                return numbers.map { TransformLayout.Scale(x: $0[0], y: $0[1]) }
            }
            return Setting<Double>.number.read(node, reading).map { TransformLayout.Scale(x: $0, y: $0) }
        }
    }
}
