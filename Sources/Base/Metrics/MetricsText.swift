/// Writer for Prometheus' text format, version 0.0.4.
public struct MetricsText {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Writes the samples of all sources, grouped by metric family. Omits unknown values and families without samples.
    ///
    /// Writes a renamed family twice: under its current name and under its former name.
    public mutating func write<Source: Measured>(_ sources: [(labels: [MetricLabel], values: Source)]) {
        for family in Source.families {
            let samples = family.flatMap { metric in
                sources.compactMap { source in
                    metric.sample(source.values).map { (labels: source.labels + metric.labels, sample: $0) }
                }
            }
            guard let first = family.first, !samples.isEmpty else { continue }
            write(first.name, first.kind.rawValue, first.help, samples)
            guard let former = first.formerName else { continue }
            write(former, first.kind.rawValue, "Former name of \(first.name), until the next major version.", samples)
        }
    }

    private mutating func write(
        _ name: String,
        _ kind: String,
        _ help: String,
        _ samples: [(labels: [MetricLabel], sample: MetricSample)]
    ) {
        write("# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n")
        for (labels, sample) in samples { write(name, labels, sample) }
    }

    private mutating func write(_ name: String, _ labels: [MetricLabel], _ sample: MetricSample) {
        switch sample {
        case .integer(let value): line(name, labels, "\(value)")
        case .flag(let value): line(name, labels, value ? "1" : "0")
        case .number(let value):
            let text = value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Inf" : "+Inf") : "\(value)"
            line(name, labels, text)
        case .durations(let counts): write(name, labels, counts)
        }
    }

    /// Writes a histogram; bucket counts are cumulative.
    private mutating func write(_ name: String, _ labels: [MetricLabel], _ counts: DurationCounts) {
        var total: UInt64 = 0
        for (index, bound) in DurationCounts.bounds.enumerated() {
            total += counts.counts[index]
            line("\(name)_bucket", labels + [("le", "\(Double(bound) / 1_000_000)")], "\(total)")
        }
        line("\(name)_bucket", labels + [("le", "+Inf")], "\(counts.total)")
        line("\(name)_sum", labels, "\(Double(counts.sum) / 1_000_000)")
        line("\(name)_count", labels, "\(counts.total)")
    }

    private mutating func line(_ name: String, _ labels: [MetricLabel], _ value: String) {
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
