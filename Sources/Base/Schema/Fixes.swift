internal import JSON
internal import Platform
public import YAML

/// Suggests corrections for unsupported but common notations, such as `yes`, `1920px` or `0,5`.
public enum Fixes {
    /// Returns `; write X` for a suggestion X; returns an empty string for nil.
    public static func words(_ fix: String?) -> String { fix.map { "; write \($0)" } ?? "" }

    /// Returns a quoted placeholder for an unquoted `{{x}}`, which YAML parses as nested mappings; nil for other nodes.
    public static func unquotedPlaceholder(_ node: Node) -> String? {
        guard let outer = node.mapping, outer.count == 1, outer[0].value.scalar?.isNull == true,
            let inner = outer[0].key.mapping, inner.count == 1, let name = inner[0].key.scalar?.text
        else { return nil }
        let digits = inner[0].value.scalar.flatMap { $0.isNull ? nil : ":\($0.text)" } ?? ""
        return "\"{{\(name)\(digits)}}\", in quotes"
    }

    /// Suggests a decimal point for `alpha: 0,5` in a flow mapping, where YAML ends the value at the comma and parses
    /// `5` as a key. Returns nil for other pairs.
    static func decimalComma(_ before: Node.Pair, _ pair: Node.Pair) -> String? {
        guard pair.value.scalar?.isNull == true, let key = before.key.scalar?.text,
            let whole = before.value.scalar?.text, let part = pair.key.scalar?.text,
            Scalar(whole).integer != nil, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            Scalar("\(whole).\(part)").number != nil
        else { return nil }
        return "; write a decimal point instead of the comma: '\(key): \(whole).\(part)'"
    }

    /// Suggests a list of words for a command line in one string, because no shell splits the string.
    public static func commandLine(_ node: Node) -> String {
        guard let text = node.scalar?.text else { return "" }
        let words = text.split(separator: " ")
        let isPlain = text.utf8.count < 80 && !words.isEmpty && !text.contains { "\"'|&;<>$*,[]{}#:\n".contains($0) }
        let list = isPlain ? "[\(words.joined(separator: ", "))]" : "the program and each argument as a list element"
        return "; a command is not run through a shell, so write \(list)"
    }

    // MARK: Single values

    private static let truths: [String: Bool] = [
        "yes": true, "on": true, "y": true, "1": true, "true": true, "enabled": true,
        "no": false, "off": false, "n": false, "0": false, "false": false, "disabled": false,
    ]

    /// Suggests a boolean for a value such as `yes`, `on`, `1` or `"true"`; nil for other values.
    public static func boolean(_ node: Node) -> String? {
        node.scalar.flatMap { truths[$0.text.lowercased()] }.map { truth in
            node.scalar?.isPlain == true ? "\(truth)" : "\(truth) without quotes"
        }
    }

    private static let lengthUnits = ["px", "pt", "dp", "pts", "points", "pixels", "sp", "deg", "°"]

    /// Suggests a plain number for a number that has a unit, quotes or a decimal comma; nil for other values. Suggests
    /// a fraction of 1 for a percentage if `range` is from 0 to 1.
    public static func number(_ node: Node, in range: ClosedRange<Double>? = nil) -> String? {
        guard let text = node.scalar?.text, text.utf8.count < 40 else { return nil }
        let isPart = range?.lowerBound == 0 && range?.upperBound == 1
        if let percent = plainNumber(text, dropping: ["%"]), isPart, (0...100).contains(percent),
            text.hasSuffix("%") || percent >= 10
        {
            return "\(JSONValue.number(percent / 100)) for \(JSONValue.number(percent)) %"
        }
        guard let number = plainNumber(text, dropping: lengthUnits), range?.contains(number) ?? true else { return nil }
        return "\(JSONValue.number(number))\(node.scalar?.isPlain == true ? "" : " without quotes")"
    }

    /// Parses numbers such as `1920px` and `1,5`; returns nil for other text.
    private static func plainNumber(_ text: String, dropping units: [String]) -> Double? {
        var text = text
        if let unit = units.first(where: { text.lowercased().hasSuffix($0) }) {
            text.removeLast(unit.count)
            while text.last == " " { text.removeLast() }
        }
        return Scalar(text.map { $0 == "," ? "." : String($0) }.joined()).number
    }

    // MARK: Times

    private static let timeUnits: [(names: [String], unit: String)] = [
        (["ms", "msec", "msecs", "millis", "milliseconds", "millisecond"], "ms"),
        (["s", "sec", "secs", "second", "seconds"], "s"),
        (["m", "min", "mins", "minute", "minutes"], "min"),
        (["h", "hour", "hours", "hr", "hrs"], "h"),
    ]

    /// Suggests a time span for a number with a missing or unsupported unit; nil for other values. Also recognizes
    /// `00:01:30` and mappings such as `{ minutes: 5 }`, which Home Assistant uses.
    static func time(_ node: Node) -> String? {
        if let pairs = node.mapping {
            guard pairs.count == 1, let name = pairs[0].key.scalar?.text, let unit = unit(name),
                let number = pairs[0].value.scalar?.number, number >= 0
            else { return nil }
            return "\(JSONValue.number(number))\(unit)"
        }
        guard let text = node.scalar?.text, text.utf8.count < 30 else { return nil }
        if let number = Scalar(text).number {
            guard number >= 0 else { return nil }
            let digits = JSONValue.number(number)
            return number < 50 ? "\(digits)s for seconds or \(digits)ms for milliseconds" : "\(digits)ms or \(digits)s"
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Scalar(String($0)) }
        if parts.count == 2 || parts.count == 3 {
            let numbers = parts.compactMap { Double($0.text) }
            guard numbers.count == parts.count, numbers.allSatisfy({ (0..<100_000).contains($0) }) else { return nil }
            return "\(JSONValue.number(numbers.reduce(0) { $0 * 60 + $1 }))s"
        }
        let digits = text.prefix { $0.isNumber || $0 == "." }
        guard let number = Scalar(String(digits)).number,
            let unit = unit(text.dropFirst(digits.count).filter { $0 != " " })
        else { return nil }
        return "\(JSONValue.number(number))\(unit)"
    }

    private static func unit(_ name: String) -> String? {
        timeUnits.first { $0.names.contains(name.lowercased()) }?.unit
    }

    // MARK: Lists

    /// Suggests a list of `count` numbers for `1920x1080`, `"0, 0, 10, 10"` or `{ width: 10, height: 10 }`; nil for
    /// other values.
    ///
    /// The keys of a mapping must be names in the brackets of `expected`, their first letters, or synonyms in
    /// `limitNames`.
    static func list(_ node: Node, of count: Int, as expected: String) -> String? {
        if node.mapping != nil {
            let names = Self.names(in: expected)
            let values = names.compactMap { name -> String? in
                let words = [name, String(name.prefix(1))] + (limitNames[name] ?? [])
                let value = words.lazy.compactMap { node[$0] }.first?.scalar
                return value.map { $0.isPlain ? $0.text : "\"\($0.text)\"" }
            }
            guard names.count == count, values.count == count, values.allSatisfy({ $0.utf8.count < 30 }) else {
                return nil
            }
            return "[\(values.joined(separator: ", "))]"
        }
        guard let text = node.scalar?.text, text.utf8.count < 80 else { return nil }
        let spaced = text.split { " ,×*;".contains($0) }.map(String.init)
        var parts = spaced.count == count ? spaced : text.split { " x".contains($0) }.map(String.init)
        if parts.count != count, expected.holds("lowest") { parts = ends(of: text) }
        guard parts.count == count, parts.allSatisfy({ plainNumber($0, dropping: lengthUnits) != nil }) else {
            return nil
        }
        let numbers = parts.compactMap { plainNumber($0, dropping: lengthUnits) }
        return "[\(numbers.map { "\(JSONValue.number($0))" }.joined(separator: ", "))]"
    }

    /// Splits `0-100` or `0..100` into its bounds. With `-` as the separator, negative bounds are not supported.
    private static func ends(of text: String) -> [String] {
        if text.holds("..") { return text.split(separator: ".").map(String.init) }
        return text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    }

    /// Keys that other configuration formats use instead of `lowest` and `highest`.
    private static let limitNames = [
        "lowest": ["min", "minimum", "from", "start"], "highest": ["max", "maximum", "to", "end"],
    ]

    private static func names(in expected: String) -> [String] {
        guard let open = expected.firstIndex(of: "["), let close = expected.lastIndex(of: "]"), open < close else {
            return []
        }
        return expected[expected.index(after: open)..<close].split { ", ".contains($0) }.map(String.init)
    }
}
