internal import JSON
public import Platform
internal import YAML

extension Setting where Value == Bool {
    /// Accepts `true` or `false`.
    public static var boolean: Setting {
        Setting(expected: "true or false", schema: ["type": "boolean"], fix: Fixes.boolean, scalar: { $0.boolean })
    }
}

extension Setting where Value == Double {
    /// Accepts any finite number.
    public static var number: Setting {
        Setting(expected: "a number", schema: ["type": "number"], fix: { Fixes.number($0) }, scalar: { $0.number })
    }

    /// Accepts a number within a range, including the bounds.
    public static func number(_ range: ClosedRange<Double>) -> Setting {
        Setting(
            expected: "a number from \(JSONValue.number(range.lowerBound)) to \(JSONValue.number(range.upperBound))",
            schema: ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)],
            fix: { Fixes.number($0, in: range) },
            scalar: { $0.number.flatMap { range.contains($0) ? $0 : nil } }
        )
    }

    /// Accepts a non-negative number.
    public static var magnitude: Setting {
        Setting(
            expected: "a number that is 0 or greater",
            schema: ["type": "number", "minimum": 0],
            fix: { Fixes.number($0, in: 0...Double.greatestFiniteMagnitude) },
            scalar: { $0.number.flatMap { $0 >= 0 ? $0 : nil } }
        )
    }
}

extension Setting where Value == Int {
    /// Accepts an integer within a range, including the bounds.
    public static func integer(_ range: ClosedRange<Int>) -> Setting {
        let bounds =
            range.upperBound == .max
            ? "that is \(range.lowerBound) or greater" : "from \(range.lowerBound) to \(range.upperBound)"
        if range == .min ... .max {
            return Setting(
                expected: "a whole number",
                schema: ["type": "integer"],
                scalar: { $0.integer.flatMap { Int(exactly: $0) } }
            )
        }
        var schema: JSONValue = ["type": "integer", "minimum": .number(Double(range.lowerBound))]
        if range.upperBound != .max, case .object(var members) = schema {
            members.append(JSONValue.Member("maximum", .number(Double(range.upperBound))))
            schema = .object(members)
        }
        return Setting(
            expected: "a whole number \(bounds)",
            schema: schema,
            scalar: { $0.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil } }
        )
    }
}

extension Setting where Value == String {
    /// Accepts a string, a number or a boolean. Returns the spelling in the source text.
    public static var text: Setting {
        Setting(
            expected: "a string",
            schema: ["type": ["string", "number", "boolean"]],
            scalar: {
                $0.isNull ? nil : $0.text
            }
        )
    }

    /// Accepts a non-empty string.
    public static var name: Setting {
        let expected = "a name"
        return Setting(expected: expected, schema: ["type": "string", "minLength": 1]) { node, reading in
            guard let scalar = node.scalar, !scalar.isNull else {
                let remedy = Fixes.words(Fixes.unquotedPlaceholder(node))
                reading.expected(expected, not: "\(node.kind)\(remedy)", at: node)
                return nil
            }
            if scalar.text.isEmpty { reading.emptyName(at: node) }
            return scalar.text.isEmpty ? nil : scalar.text
        }
    }
}

extension Setting where Value == TimeSpan {
    /// Accepts a positive time span with a unit.
    public static var positiveTime: Setting {
        time.map(expected: "a time above 0 such as 250ms or 90s") { $0.microseconds > 0 ? $0 : nil }
            .described(schema: ["type": "string", "pattern": #"^(?=.*[1-9])[0-9]+(\.[0-9]+)?(ms|s|min|h)$"#])
    }

    /// Accepts a time span with a unit.
    public static var time: Setting {
        Setting(
            expected: "a time such as 250ms, 1.5s, 2min or 1h",
            schema: ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|min|h)$"],
            fix: Fixes.time,
            scalar: { scalar in
                let units: [(String, Double)] = [("ms", 1e3), ("min", 6e7), ("s", 1e6), ("h", 3.6e9)]
                for (unit, size) in units where scalar.text.hasSuffix(unit) {
                    let digits = scalar.text.dropLast(unit.count)
                    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
                        let number = Double(digits), number * size < 1e15
                    else { return nil }
                    return TimeSpan(microseconds: Int64((number * size).rounded()))
                }
                return nil
            }
        )
    }
}
