import CAllocationCounter

/// One figure, measured several times in turn with its peer: median and the whole spread.
struct Figure {
    let median: Double
    let least: Double
    let most: Double

    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        median = sorted[sorted.count / 2]
        least = sorted[0]
        most = sorted[sorted.count - 1]
    }
}

enum Measure {
    /// How many times each figure is taken; the table shows median, least and most of them.
    static let rounds = 9

    /// Nanoseconds for each call.
    static func nanoseconds(calls: Int, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        body()
        let time = start.duration(to: clock.now)
        let (seconds, atto) = time.components
        return (Double(seconds) * 1e9 + Double(atto) / 1e9) / Double(calls)
    }

    /// Two figures whose samples are taken in turn, so that the machine's moods meet both alike.
    static func pair(calls: Int, _ one: () -> Void, _ other: () -> Void) -> (Figure, Figure) {
        var (left, right) = ([Double](), [Double]())
        one()
        other()
        for _ in 0..<rounds {
            left.append(nanoseconds(calls: calls, one))
            right.append(nanoseconds(calls: calls, other))
        }
        return (Figure(left), Figure(right))
    }

    static func alone(calls: Int, _ body: () -> Void) -> Figure {
        body()
        return Figure((0..<rounds).map { _ in nanoseconds(calls: calls, body) })
    }

    /// Allocations for each call.
    static func allocations(calls: Int, _ body: () -> Void) -> Double {
        body()
        let before = allocation_count()
        body()
        return Double(allocation_count() - before) / Double(calls)
    }

    static var bytesInUse: Int { Int(allocation_bytes_in_use()) }
}

/// The same numbers in every run.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to the limit.
    mutating func double(below limit: Double) -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) * limit }
}
