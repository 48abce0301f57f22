/// Definition of a metric. Maps a property to names in the Prometheus exposition and in MQTT messages. Also defines how
/// to combine the values of several sources.
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

    /// Name in the Prometheus exposition: the prefix of the source type, the given name, the unit, and `total` for a
    /// counter.
    public let name: String
    public let kind: Kind
    public let help: String
    /// Labels that distinguish metrics with the same name. These metrics must be consecutive and have the same help
    /// text.
    public let labels: [MetricLabel]
    /// Name of the JSON member in MQTT messages. Integer values of consecutive metrics with the same member name are
    /// summed.
    public let member: String?
    /// Name in the Prometheus exposition of earlier releases; published in addition to `name`.
    public let formerName: String?
    /// Name of the JSON member in the MQTT messages of earlier releases; published in addition to `member`.
    public let formerMember: String?
    /// Key path of the property; a test finds properties without a metric by these paths.
    public let path: any PartialKeyPath<Source> & Sendable
    /// Returns the metric's value in a source; nil while the value is unknown.
    public let sample: @Sendable (Source) -> MetricSample?
    /// For a counter or histogram, adds the increment from `before` to `now` to `sum`. For a gauge, combines `sum` with
    /// `now`: adds integers, selects the greater of two `Double` values, and combines flags with OR.
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

    /// Creates a metric for a count that never decreases.
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

    /// Creates a metric for a current value, which may increase or decrease.
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

    /// Creates a metric for a histogram of durations, published in seconds.
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

/// A set of measured values with the definitions of their metrics.
public protocol Measured: Equatable, Sendable {
    /// Common prefix of the names of all metrics.
    static var prefix: String { get }
    /// One metric for each property, in the order of the Prometheus exposition.
    static var metrics: [Metric<Self>] { get }

    init()
}

extension Measured {
    /// The metrics grouped by name, as required by the Prometheus format.
    public static var families: [[Metric<Self>]] {
        metrics.reduce(into: []) { families, metric in
            let isNew = families.last?.first?.name != metric.name
            if isNew { families.append([metric]) } else { families[families.count - 1].append(metric) }
        }
    }

    /// Adds the increments of another source's counters and histograms since `before`, and combines the gauges.
    public mutating func add(_ now: Self, since before: Self = Self()) {
        for metric in Self.metrics { metric.add(&self, now, before) }
    }

    /// A copy with the initial values of all gauges.
    public var counted: Self {
        var counted = Self()
        for metric in Self.metrics where metric.kind != .gauge { metric.add(&counted, self, Self()) }
        return counted
    }

    /// The JSON members of MQTT messages: members with current names in the order of definition, then members with
    /// former names. A sample is nil while the value is unknown.
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
