/// Definition of a metric: the name of a property on the Prometheus page and in MQTT messages, and the sum of its
/// values over several sources.
public struct Metric<Source: Measured>: Sendable {
    public enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    public enum Unit: String, Sendable {
        case bytes
        case hertz
        case seconds
    }

    /// Name on the page: the prefix of the table, the given name, the unit, and `total` for counters.
    public let name: String
    public let kind: Kind
    public let help: String
    /// Labels that distinguish metrics of the same name, which follow each other and have the same help.
    public let labels: [MetricLabel]
    /// Member of MQTT messages; a message has the sum of all metrics with the same member.
    public let member: String?
    /// Name and member in the previous release, published in addition to the current ones.
    public let formerName: String?
    public let formerMember: String?
    /// Key path of the property; a test uses it to find properties without a metric.
    public let path: any PartialKeyPath<Source> & Sendable
    /// Returns nil while the value is unknown.
    public let sample: @Sendable (Source) -> MetricSample?
    /// Adds the increment between two states of a source to a sum; for a gauge, combines the values of two sources.
    let add: @Sendable (_ sum: inout Source, _ now: Source, _ before: Source) -> Void

    private init<Value>(
        _ name: String,
        _ kind: Kind,
        _ unit: Unit?,
        _ labels: [MetricLabel],
        _ member: String?,
        _ formerName: String?,
        _ formerMember: String?,
        _ help: String,
        _ path: any WritableKeyPath<Source, Value> & Sendable,
        sample: @escaping @Sendable (Value) -> MetricSample?,
        add: @escaping @Sendable (_ sum: inout Value, _ now: Value, _ before: Value) -> Void
    ) {
        let ends = [unit?.rawValue, kind == .counter ? "total" : nil].compactMap { $0 }
        func full(_ name: String) -> String { Source.prefix + ([name] + ends).joined(separator: "_") }
        (self.name, self.formerName, self.formerMember) = (full(name), formerName.map(full), formerMember)
        (self.kind, self.labels, self.member, self.help, self.path) = (kind, labels, member, help, path)
        self.sample = { sample($0[keyPath: path]) }
        self.add = { add(&$0[keyPath: path], $1[keyPath: path], $2[keyPath: path]) }
    }

    /// A count that never decreases.
    public static func counter<Value: MetricValue & AdditiveArithmetic>(
        _ name: String,
        _ path: any WritableKeyPath<Source, Value> & Sendable,
        unit: Unit? = nil,
        labels: [MetricLabel] = [],
        mqtt member: String? = nil,
        formerly formerName: String? = nil,
        formerlyMQTT formerMember: String? = nil,
        _ help: String
    ) -> Metric {
        Metric(
            name,
            .counter,
            unit,
            labels,
            member,
            formerName,
            formerMember,
            help,
            path,
            sample: { $0.sample },
            add: { $0 += $1 - $2 }
        )
    }

    /// A current value, which may grow or shrink.
    public static func gauge<Value: MetricValue>(
        _ name: String,
        _ path: any WritableKeyPath<Source, Value> & Sendable,
        unit: Unit? = nil,
        labels: [MetricLabel] = [],
        mqtt member: String? = nil,
        formerly formerName: String? = nil,
        formerlyMQTT formerMember: String? = nil,
        _ help: String
    ) -> Metric {
        @Sendable func join(_ sum: inout Value, _ now: Value, _ before: Value) { sum = sum.joined(with: now) }
        return Metric(
            name,
            .gauge,
            unit,
            labels,
            member,
            formerName,
            formerMember,
            help,
            path,
            sample: { $0.sample },
            add: join
        )
    }

    /// Durations, in seconds.
    public static func histogram(
        _ name: String,
        _ path: any WritableKeyPath<Source, DurationCounts> & Sendable,
        _ help: String
    ) -> Metric {
        @Sendable func add(_ sum: inout DurationCounts, _ now: DurationCounts, _ before: DurationCounts) {
            sum.add(now, since: before)
        }
        return Metric(name, .histogram, .seconds, [], nil, nil, nil, help, path, sample: { .durations($0) }, add: add)
    }
}

public typealias MetricLabel = (name: String, value: String)

/// A set of measured values, with the definitions of their metrics.
public protocol Measured: Equatable, Sendable {
    /// Begins the names of all metrics of the table.
    static var prefix: String { get }
    /// One metric for each property, in the order of the page.
    static var metrics: [Metric<Self>] { get }

    init()
}

extension Measured {
    /// The metrics grouped by name, as a page for Prometheus needs them.
    public static var families: [[Metric<Self>]] {
        metrics.reduce(into: []) { families, metric in
            let isNew = families.last?.first?.name != metric.name
            if isNew { families.append([metric]) } else { families[families.count - 1].append(metric) }
        }
    }

    /// Adds what another source has counted since `before`; gauges are combined.
    public mutating func add(_ now: Self, since before: Self = Self()) {
        for metric in Self.metrics { metric.add(&self, now, before) }
    }

    /// Values that never decrease: counters and histograms.
    public var counted: Self {
        var counted = Self()
        for metric in Self.metrics where metric.kind != .gauge { metric.add(&counted, self, Self()) }
        return counted
    }

    /// The members of MQTT messages, in the order of the table, then former ones; nil for an unknown value.
    public var members: [(name: String, sample: MetricSample?)] {
        members(named: \.member) + members(named: \.formerMember)
    }

    private func members(named name: (Metric<Self>) -> String?) -> [(name: String, sample: MetricSample?)] {
        Self.metrics.reduce(into: []) { members, metric in
            guard let name = name(metric) else { return }
            let sample = metric.sample(self)
            if case .integer(let sum)? = members.last?.sample, case .integer(let more)? = sample,
                members.last?.name == name
            {
                members[members.count - 1].sample = .integer(sum + more)
            } else {
                members.append((name, sample))
            }
        }
    }
}
