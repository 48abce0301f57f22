internal import Contacts
internal import Geometry
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == [Double] {
    /// Accepts a list of exactly `count` numbers.
    static func numbers(_ count: Int, as expected: String) -> Setting {
        .list(of: .number, count: count...count, as: expected)
    }
}

extension Setting where Value == Point {
    /// Accepts a point: `[x, y]`.
    static var point: Setting {
        Setting<[Double]>.numbers(2, as: "a list [x, y]").map { Point(x: $0[0], y: $0[1]) }
    }
}

extension Setting where Value == Size {
    /// Accepts a size: `[width, height]`; negative numbers are not allowed.
    static var size: Setting {
        Setting<[Double]>.list(of: .magnitude, count: 2...2, as: "a list [width, height]")
            .map { Size(width: $0[0], height: $0[1]) }
    }

    /// Accepts a screen size in points: `[width, height]`; both numbers must be positive.
    static var extent: Setting {
        Setting<[Double]>.list(of: .extent, count: 2...2, as: "a list [width, height]")
            .map { Size(width: $0[0], height: $0[1]) }
    }
}

extension Setting where Value == Double {
    /// Accepts the width or height of a screen in points, up to the maximum.
    fileprivate static var extent: Setting {
        let limit = 100_000.0
        return Setting(
            expected: "a number above 0 and at most \(JSONValue.number(limit))",
            schema: ["type": "number", "exclusiveMinimum": 0, "maximum": .number(limit)],
            fix: { Fixes.number($0, in: 1...limit) },
            scalar: { $0.number.flatMap { $0 > 0 && $0 <= limit ? $0 : nil } }
        )
    }
}

extension Setting where Value == Rect {
    /// Accepts a rectangle in points: `[x, y, width, height]`; width and height must not be negative.
    static var rect: Setting {
        Setting<[Double]>.numbers(4, as: "a list [x, y, width, height]")
            .map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
            .then { rect, node, reading in
                guard rect.size.width < 0 || rect.size.height < 0 else { return }
                let message = "the width and height of a rectangle cannot be negative; write 0 or more"
                reading.error(message, .wrongValue, at: node.sequence?[2] ?? node)
            }
    }
}

extension Setting where Value == ClosedRange<Double> {
    /// Accepts a range: `[lowest, highest]`.
    static var range: Setting {
        Setting<[Double]>.numbers(2, as: "a list [lowest, highest]")
            .then { limits, node, reading in
                guard limits[0] >= limits[1] else { return }
                let message = "the first number of 'range' must be lower than the second, as in [0, 100]"
                reading.error(message, .wrongValue, at: node)
                limits = [limits[0], limits[0]]
            }
            .map { $0[0]...$0[1] }
    }
}

extension Setting where Value == Calibration {
    /// Accepts a list of six numbers as in udev's LIBINPUT_CALIBRATION_MATRIX; the matrix must be invertible.
    static var calibration: Setting {
        Setting<[Double]>.numbers(6, as: "a list of six numbers as in udev's LIBINPUT_CALIBRATION_MATRIX")
            .then { numbers, node, reading in
                guard numbers[0] * numbers[4] - numbers[1] * numbers[3] == 0 else { return }
                let message = "'calibration' maps the whole panel to a line or a point"
                reading.error("\(message); write an invertible matrix", .wrongValue, at: node)
            }
            .map { Calibration(a: $0[0], b: $0[1], c: $0[2], d: $0[3], e: $0[4], f: $0[5]) }
    }
}

extension Setting where Value == PanelMapping.Rotation {
    /// Accepts a clockwise rotation of 0, 90, 180 or 270 degrees.
    static var quarterTurn: Setting {
        Setting(
            expected: "0, 90, 180 or 270",
            schema: ["enum": [0, 90, 180, 270]],
            fix: { node in
                guard let fix = Fixes.number(node, in: -360...360), let turn = Int(fix.prefix { $0 != " " }) else {
                    return nil
                }
                let clockwise = (turn % 360 + 360) % 360
                return clockwise % 90 == 0 ? "\(clockwise)" : nil
            },
            scalar: { $0.integer.flatMap { Int(exactly: $0) }.flatMap { PanelMapping.Rotation(rawValue: $0) } }
        )
    }
}

extension Setting where Value == UInt16 {
    /// Accepts a vendor or product id of a device, such as 0x046d.
    static var deviceNumber: Setting {
        Setting(
            expected: "a number from 0 to 0xffff such as 0x046d",
            schema: ["type": "integer", "minimum": 0, "maximum": 0xFFFF],
            fix: { node in
                guard let text = node.scalar?.text else { return nil }
                let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
                guard (1...4).contains(digits.utf8.count), UInt16(digits, radix: 16) != nil else { return nil }
                return "0x\(digits)" + (node.scalar?.isPlain == true ? "" : " without quotes")
            },
            scalar: { scalar in
                // Rejects a number with a leading zero but without 0x: it is probably a hexadecimal id as printed by
                // `lsusb`.
                if scalar.text.hasPrefix("0"), scalar.text.utf8.count > 1, !scalar.text.hasPrefix("0x") { return nil }
                return scalar.integer.flatMap { UInt16(exactly: $0) }
            }
        )
    }
}
