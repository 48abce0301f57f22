package import ResponderKit

/// Parses and formats the locations and times in scripts, such as `100,200`, `80ms` and `1.5s`.
package enum ScriptNumber {
    /// Limit script-line-time (limits.md, Recordings and dumps): maximum number of microseconds of a line of a touch
    /// script, and of a pause or move in WebDriver actions. If exceeded: an error is reported.
    package static let longestTime: Microseconds = 86_400_000_000
    /// Limit script-coordinate (limits.md, Recordings and dumps): maximum number of points of a coordinate in a touch
    /// script or in WebDriver actions. If exceeded: an error is reported.
    package static let farthest = 1_000_000.0

    /// Parses a number with a unit and returns microseconds; returns nil if the text is malformed or contains fractions
    /// of a microsecond.
    package static func time(_ word: some StringProtocol) -> Microseconds? {
        let units: [(String, Int)] = [("us", 0), ("µs", 0), ("ms", 3), ("s", 6)]
        guard let (unit, digits) = units.first(where: { word.hasSuffix($0.0) }) else { return nil }
        let parts = word.dropLast(unit.count).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, isDigits(whole), whole.count <= 12, parts.count <= 2 else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard parts.count == 1 || isDigits(fraction), fraction.count <= digits else { return nil }
        return Microseconds(whole + fraction + String(repeating: "0", count: digits - fraction.count))
    }

    package static func text(time: Microseconds) -> String {
        if time != 0, time % 1_000_000 == 0 { return "\(time / 1_000_000)s" }
        guard time % 1000 != 0 else { return "\(time / 1000)ms" }
        var fraction = "\(time % 1000 + 1000)".dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(time / 1000).\(fraction)ms"
    }

    package static func location(_ word: some StringProtocol) -> Point? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = coordinate(parts[0]), let y = coordinate(parts[1]) else { return nil }
        return Point(x: x, y: y)
    }

    package static func text(location: Point) -> String { "\(text(location.x)),\(text(location.y))" }

    /// Parses a coordinate with at most four decimals; returns nil if the text is malformed or the coordinate is too
    /// large.
    private static func coordinate(_ word: some StringProtocol) -> Double? {
        let digits = word.hasPrefix("-") ? word.dropFirst() : word[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ isDigits($0) }) else { return nil }
        guard parts.count == 1 || parts[1].count <= 4, let number = Double(String(word)) else { return nil }
        return number.magnitude <= farthest ? number + 0 : nil
    }

    private static func text(_ number: Double) -> String {
        number.rounded() == number ? "\(Int64(number))" : "\(number)"
    }

    package static func isDigits(_ word: some StringProtocol) -> Bool {
        !word.isEmpty && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension Point {
    /// The nearest point that the panel of a script can report, on a grid of 16 units per point.
    package var onGrid: Point { Point(x: (x * 16).rounded() / 16 + 0, y: (y * 16).rounded() / 16 + 0) }
}
