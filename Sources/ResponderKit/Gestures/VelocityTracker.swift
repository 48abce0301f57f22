/// Computes the rate of change of a value from its samples in the last 40 ms (G73).
struct VelocityTracker {
    private var samples: [Sample] = []
    private var newest = -1
    /// Number of samples in the time window that ends with the newest sample.
    private var count = 0

    private struct Sample {
        var time: Microseconds
        var location: Point
    }

    /// Length of the time window, in microseconds. After a longer pause, the velocity is zero.
    private static let window: Microseconds = 40_000
    /// Minimum time between a sample and the second sample after it, in microseconds. A sample that arrives sooner
    /// replaces the newest sample. This bounds the number of samples.
    private static let spacing: Microseconds = 4_000
    /// Maximum number of samples, a power of two. With `spacing`, these samples cover at least 60 ms.
    private static let capacity = 32

    mutating func reset() { count = 0 }

    /// Sets the newest sample's value and discards the other samples. The velocity is zero until the next sample.
    mutating func restart(at location: Point) {
        guard count > 0 else { return }
        samples[newest].location = location
        count = 1
    }

    mutating func add(_ location: Point, at time: Microseconds) {
        if samples.isEmpty {
            samples = Array(repeating: Sample(time: 0, location: .zero), count: Self.capacity)
        }
        let isDense = count > 1 && time - samples[wrap(newest - 1)].time < Self.spacing
        if !isDense {
            newest = wrap(newest + 1)
            count = min(count + 1, Self.capacity)
        }
        samples[newest] = Sample(time: time, location: location)
        while time - samples[wrap(newest - count + 1)].time > Self.window { count -= 1 }
    }

    /// Returns the rate of change per second at the time of the newest sample.
    ///
    /// Returns zero if the window contains fewer than two samples. Also returns zero if the newest sample is more than
    /// 40 ms old at `now`.
    func velocity(at now: Microseconds) -> Point {
        guard count > 1 else { return .zero }
        let (start, end) = (samples[wrap(newest - count + 1)], samples[newest])
        guard now.since(end.time) <= Self.window else { return .zero }
        let seconds = (end.time - start.time).seconds
        guard seconds > 0 else { return .zero }
        return Point(x: (end.location.x - start.location.x) / seconds, y: (end.location.y - start.location.y) / seconds)
    }

    private func wrap(_ index: Int) -> Int { index & (Self.capacity - 1) }
}
