/// Formats rounded numbers with a unit prefix.
public enum Quantity {
    /// Formats a value with the largest unit that is not greater than the value: 12300000 of `ns` is `12.3 ms`.
    public static func text(_ value: Double, _ unit: String) -> String {
        let steps: [(Double, String)] =
            switch unit {
            case "ns": [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
            case "B": [(1, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB")]
            case "": [(1, "")]
            default: [(1, unit), (1e3, "k \(unit)"), (1e6, "M \(unit)")]
            }
        let step = steps.last { value.magnitude >= $0.0 } ?? steps[0]
        return step.1.isEmpty ? short(value) : "\(short(value / step.0)) \(step.1)"
    }

    /// Formats a number with two or three significant digits. Numbers from 100 on are rounded to whole numbers, and
    /// whole numbers are not rounded.
    public static func short(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let size = value.magnitude
        if size >= 100 || value == value.rounded() { return String(Int(value.rounded())) }
        let factor: Double = size >= 10 ? 10 : size >= 0.1 ? 100 : size >= 0.001 ? 10_000 : 10_000_000
        let rounded = (value * factor).rounded() / factor
        return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
    }
}

extension Spread {
    /// The median; if the quartiles differ, they follow in parentheses.
    func text(_ unit: String) -> String {
        let middle = Quantity.text(median, unit)
        let (low, high) = (Quantity.text(lower, unit), Quantity.text(upper, unit))
        guard low != high else { return middle }
        func end(of text: String) -> Substring { text.drop { $0 != " " } }
        guard end(of: low) == end(of: middle), end(of: high) == end(of: middle) else {
            return "\(middle) (\(low)–\(high))"
        }
        // The median already states the unit.
        return "\(middle) (\(low.dropLast(end(of: low).count))–\(high.dropLast(end(of: high).count)))"
    }
}
