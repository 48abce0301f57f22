/// Distribution of samples: median, quartiles, minimum and maximum.
public struct Spread: Equatable, Sendable {
    public let count: Int
    public let least: Double
    public let lower: Double
    public let median: Double
    public let upper: Double
    public let most: Double

    /// Creates a distribution from samples in any order; at least one is required.
    public init(_ samples: [Double]) {
        precondition(!samples.isEmpty, "a figure without a sample")
        let sorted = samples.sorted()
        func quantile(_ part: Double) -> Double {
            let rank = part * Double(sorted.count - 1)
            let below = Int(rank)
            let above = min(below + 1, sorted.count - 1)
            return sorted[below] + (sorted[above] - sorted[below]) * (rank - Double(below))
        }
        count = sorted.count
        (least, most) = (sorted[0], sorted[sorted.count - 1])
        (lower, median, upper) = (quantile(0.25), quantile(0.5), quantile(0.75))
    }
}
