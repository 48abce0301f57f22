/// Value of a metric at one point in time.
public enum MetricSample: Equatable, Sendable {
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case durations(DurationCounts)
}

/// Value type of a counter or a gauge.
public protocol MetricValue: Sendable {
    /// The published value; nil while the value is unknown.
    var sample: MetricSample? { get }
    /// Combines the values of two gauges with the same labels: adds integers, selects the greater of two decimal
    /// numbers, and returns true for Booleans if either is true.
    func joined(with other: Self) -> Self
}

extension Int: MetricValue {
    public var sample: MetricSample? { .integer(self) }
    public func joined(with other: Int) -> Int { self + other }
}

extension Double: MetricValue {
    public var sample: MetricSample? { .number(self) }
    public func joined(with other: Double) -> Double { max(self, other) }
}

extension Bool: MetricValue {
    public var sample: MetricSample? { .flag(self) }
    public func joined(with other: Bool) -> Bool { self || other }
}

extension Optional: MetricValue where Wrapped: MetricValue {
    public var sample: MetricSample? { flatMap(\.sample) }
    public func joined(with other: Wrapped?) -> Wrapped? {
        guard let self, let other else { return self ?? other }
        return self.joined(with: other)
    }
}
