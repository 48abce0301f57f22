/// Cost at one size: a point of a curve.
public struct ScalePoint: Equatable, Sendable {
    public var chart: String
    public var series: String
    /// Size, such as a number of views; 0 or more.
    public var x: Double
    public var samples: [Double]

    public init(chart: String, series: String, x: Double, samples: [Double]) {
        (self.chart, self.series, self.x, self.samples) = (chart, series, x, samples)
    }
}

/// A plot with several curves: its title and units.
public struct ScaleChart: Sendable {
    public var name: String
    public var title: String
    public var xLabel: String
    /// Unit of the samples; large `ns` values are shown in µs or ms.
    public var unit: String

    public init(_ name: String, _ title: String, x: String, unit: String) {
        (self.name, self.title, xLabel, self.unit) = (name, title, x, unit)
    }
}
