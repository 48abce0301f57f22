import CAllocationCounter
import Glibc

/// Median and range of the samples of a measurement.
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
    /// Default number of samples per figure.
    static let rounds = 9

    /// Returns the wall-clock time per call, in nanoseconds.
    static func nanoseconds(calls: Int, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        body()
        let time = start.duration(to: clock.now)
        let (seconds, atto) = time.components
        return (Double(seconds) * 1e9 + Double(atto) / 1e9) / Double(calls)
    }

    /// Returns the CPU time of this thread per call, in nanoseconds. The load of other processes has no effect.
    ///
    /// Reading the thread's CPU clock is a system call, so the measured body must be long.
    static func effort(calls: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = threadTime
        try body()
        return (threadTime - start) / Double(calls)
    }

    private static var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Samples two bodies alternately, so that changes of the machine's speed affect both.
    ///
    /// Discards the first turn, which warms the caches. The order of the bodies alternates.
    static func turns(
        _ count: Int = rounds,
        calls: Int,
        _ ours: () throws -> Void,
        _ theirs: () throws -> Void
    ) rethrows -> (ours: [Double], theirs: [Double]) {
        var samples = (ours: [Double](), theirs: [Double]())
        try ours()
        try theirs()
        for turn in 0..<count {
            if turn % 2 == 0 { samples.ours.append(try effort(calls: calls, ours)) }
            samples.theirs.append(try effort(calls: calls, theirs))
            if turn % 2 != 0 { samples.ours.append(try effort(calls: calls, ours)) }
        }
        return samples
    }

    /// Samples one body after a discarded warm-up turn.
    static func turns(_ count: Int = rounds, calls: Int, _ body: () -> Void) -> [Double] {
        body()
        return (0..<count).map { _ in effort(calls: calls, body) }
    }

    /// Samples two bodies alternately and returns their figures.
    static func pair(calls: Int, _ one: () -> Void, _ other: () -> Void) -> (Figure, Figure) {
        let samples = turns(calls: calls, one, other)
        return (Figure(samples.ours), Figure(samples.theirs))
    }

    static func alone(calls: Int, _ body: () -> Void) -> Figure {
        Figure(turns(calls: calls, body))
    }

    /// Returns the number of allocations per call. `body` makes `calls` calls and runs twice; the first run is a
    /// warm-up.
    static func allocations(calls: Int, _ body: () -> Void) -> Double {
        body()
        let before = allocation_count()
        body()
        return Double(allocation_count() - before) / Double(calls)
    }

    static var bytesInUse: Int { Int(allocation_bytes_in_use()) }
}

/// A deterministic random number generator.
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

    /// Returns a number from 0 up to, but not including, the limit.
    mutating func double(below limit: Double) -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) * limit }
}
