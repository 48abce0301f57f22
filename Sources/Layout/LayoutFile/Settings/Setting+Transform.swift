internal import Geometry
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == AffineTransform {
    /// A matrix of six numbers, or steps, applied in the order scale, rotation, translation.
    static var transform: Setting {
        let six = Setting<[Double]>.numbers(6, as: "a list [a, b, c, d, tx, ty] or a mapping of steps")
        let steps = Setting<TransformLayout>.table(TransformLayout.table)
        return Setting(
            expected: "a list [a, b, c, d, tx, ty], or a mapping with rotation, scale and translation",
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

/// A transform as its steps.
struct TransformLayout: Sendable {
    /// In degrees clockwise.
    var rotation = 0.0
    var scale = [1.0]
    var translation = Point.zero

    var transform: AffineTransform {
        AffineTransform.identity
            .translatedBy(x: translation.x, y: translation.y)
            .rotated(by: rotation * .pi / 180)
            .scaledBy(x: scale[0], y: scale[scale.count - 1])
    }

    static let table = Table<TransformLayout>(
        "Transform",
        "Scale, then rotation, both about the center, then translation of a view.",
        of: TransformLayout()
    ) {
        Key("rotation", .number, \.rotation, "Degrees clockwise.")
        Key("scale", .scale, \.scale, "A factor, or `[horizontal, vertical]` factors.")
        Key("translation", .point, \.translation, "Points to the right and down.")
    }
}

extension Setting where Value == [Double] {
    /// One factor, or one for each direction.
    fileprivate static var scale: Setting {
        Setting(
            expected: "a number, or two of them",
            schema: [
                "anyOf": [
                    ["type": "number"], ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2],
                ]
            ]
        ) { node, reading in
            if node.sequence != nil { return numbers(2, as: "a list [across, down]").read(node, reading) }
            return Setting<Double>.number.read(node, reading).map { [$0] }
        }
    }
}
