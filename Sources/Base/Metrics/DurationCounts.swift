/// A histogram of durations with fixed buckets. Adding a duration allocates no memory and acquires no lock.
public struct DurationCounts: Sendable, BitwiseCopyable {
    /// Inclusive upper bounds of the buckets in microseconds. The last bucket has no upper bound.
    public static let bounds: [Int64] = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
    ]

    /// Number of durations in each bucket.
    public private(set) var counts = InlineArray<13, UInt64>(repeating: 0)
    /// Sum of all durations, in microseconds.
    public private(set) var sum: UInt64 = 0

    public init() {}

    /// Number of durations in all buckets.
    public var total: UInt64 {
        var total: UInt64 = 0
        for index in counts.indices { total += counts[index] }
        return total
    }

    /// Adds a duration. A negative duration counts as 0.
    @inline(__always) public mutating func add(_ microseconds: Int64) {
        counts[Self.bucket(of: microseconds)] &+= 1
        sum &+= UInt64(max(0, microseconds))
    }

    private static func bucket(of microseconds: Int64) -> Int {
        switch microseconds {
        case ...100: 0
        case ...250: 1
        case ...500: 2
        case ...1_000: 3
        case ...2_500: 4
        case ...5_000: 5
        case ...10_000: 6
        case ...25_000: 7
        case ...50_000: 8
        case ...100_000: 9
        case ...250_000: 10
        case ...1_000_000: 11
        default: 12
        }
    }

    /// Adds the difference between two states of another histogram: its earlier state `before` and its current state
    /// `now`.
    public mutating func add(_ now: DurationCounts, since before: DurationCounts) {
        for index in counts.indices { counts[index] &+= now.counts[index] &- before.counts[index] }
        sum &+= now.sum &- before.sum
    }
}

extension DurationCounts: Equatable {
    public static func == (left: DurationCounts, right: DurationCounts) -> Bool {
        left.sum == right.sum && left.counts.indices.allSatisfy { left.counts[$0] == right.counts[$0] }
    }
}
