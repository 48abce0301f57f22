/// A measurement as one line of text. Records of several programs and machines are merged into one table.
///
/// Fields are `name=value`, separated by tabs; samples are separated by commas.
public enum Record: Equatable, Sendable {
    case row(Row)
    case point(ScalePoint)

    /// Parse error in the text of a record.
    public struct Mistake: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    public var line: String {
        switch self {
        case .row(let row):
            var fields = [("group", row.group), ("what", row.what), ("unit", row.unit), ("ours", Self.list(row.ours))]
            if let peer = row.peer { fields += [("peer", peer.name), ("theirs", Self.list(peer.samples))] }
            for goal in row.goals {
                fields.append(("goal", "\(goal.of.rawValue) \(goal.bound.rawValue) \(goal.limit)"))
            }
            if !row.remark.isEmpty { fields.append(("remark", row.remark)) }
            if row.isCounted { fields.append(("counted", "yes")) }
            return Self.line(fields)
        case .point(let point):
            return Self.line([
                ("chart", point.chart), ("series", point.series), ("x", "\(point.x)"),
                ("ours", Self.list(point.samples)),
            ])
        }
    }

    public init(line: String) throws(Mistake) {
        var row = Row("", "", ours: [])
        var point = ScalePoint(chart: "", series: "", x: 0, samples: [])
        var theirs: [Double]?
        for field in line.split(separator: "\t") {
            guard let sign = field.firstIndex(of: "=") else { throw Mistake(description: "'\(field)' has no '='") }
            let value = String(field[field.index(after: sign)...])
            switch field[..<sign] {
            case "group": row.group = value
            case "what": row.what = value
            case "unit": row.unit = value
            case "ours": row.ours = try Self.samples(value)
            case "peer": row.peer = Row.Peer(value, [])
            case "theirs": theirs = try Self.samples(value)
            case "goal": row.goals.append(try Self.goal(value))
            case "remark": row.remark = value
            case "counted": row.isCounted = value == "yes"
            case "chart": point.chart = value
            case "series": point.series = value
            case "x":
                guard let x = Double(value), x >= 0 else { throw Mistake(description: "x is '\(value)'") }
                point.x = x
            case let name: throw Mistake(description: "a field '\(name)' is unknown")
            }
        }
        guard !row.ours.isEmpty else { throw Mistake(description: "no samples: '\(line)'") }
        if !point.chart.isEmpty {
            point.samples = row.ours
            self = .point(point)
            return
        }
        guard !row.what.isEmpty, (row.peer == nil) == (theirs == nil) else {
            throw Mistake(description: "a row without a name, or a peer without samples: '\(line)'")
        }
        if let theirs { row.peer?.samples = theirs }
        self = .row(row)
    }

    private static func line(_ fields: [(String, String)]) -> String {
        fields.map { name, value in
            "\(name)=" + String(value.map { $0 == "\t" || $0.isNewline ? " " : $0 })
        }.joined(separator: "\t")
    }

    private static func list(_ samples: [Double]) -> String { samples.map { "\($0)" }.joined(separator: ",") }

    private static func samples(_ text: String) throws(Mistake) -> [Double] {
        var samples: [Double] = []
        for part in text.split(separator: ",") {
            guard let sample = Double(part), sample.isFinite else {
                throw Mistake(description: "'\(part)' is no sample")
            }
            samples.append(sample)
        }
        guard !samples.isEmpty else { throw Mistake(description: "no samples") }
        return samples
    }

    private static func goal(_ text: String) throws(Mistake) -> Goal {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 3, let of = Goal.Subject(rawValue: parts[0]), let bound = Goal.Bound(rawValue: parts[1]),
            let limit = Double(parts[2])
        else { throw Mistake(description: "'\(text)' is no goal") }
        return Goal(of, bound, limit)
    }
}
