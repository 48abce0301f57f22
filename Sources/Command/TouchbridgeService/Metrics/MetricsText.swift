internal import InputEvents

/// Writes numbers in Prometheus' text format, version 0.0.4: each family once, with what it is before its samples.
struct MetricsText {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    typealias Label = (name: String, value: String)

    private(set) var bytes: [UInt8] = []

    /// Begins a family, whose samples follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        write("# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n")
    }

    mutating func sample(_ name: String, _ labels: [Label], _ value: Int) { line(name, labels, "\(value)") }

    mutating func sample(_ name: String, _ labels: [Label], _ value: Double) {
        let text = value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Inf" : "+Inf") : "\(value)"
        line(name, labels, text)
    }

    /// A histogram in seconds, each class with all before it.
    mutating func sample(_ name: String, _ labels: [Label], _ counts: DurationCounts) {
        var total: UInt64 = 0
        for (place, bound) in DurationCounts.bounds.enumerated() {
            total += counts.counts[place]
            line("\(name)_bucket", labels + [("le", "\(Double(bound) / 1_000_000)")], "\(total)")
        }
        line("\(name)_bucket", labels + [("le", "+Inf")], "\(counts.total)")
        line("\(name)_sum", labels, "\(Double(counts.sum) / 1_000_000)")
        line("\(name)_count", labels, "\(counts.total)")
    }

    private mutating func line(_ name: String, _ labels: [Label], _ value: String) {
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
        write(name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n")
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
