/// The speed of something over its samples of the last tenth of a second (G73).
struct VelocityTracker {
    private var times: [Microseconds] = []
    private var places: [Point] = []
    private var newest = -1
    private var count = 0

    private static let window: Microseconds = 100_000
    /// Denser samples replace each other, so that a fast panel needs no more room than a slow one.
    private static let spacing: Microseconds = 4_000
    /// Two neighbours are at least half a spacing apart, so that this reaches back over the whole window.
    private static let capacity = 64

    mutating func reset() { count = 0 }

    /// Lets the newest sample count as this place and forgets those before: no speed until there is another one.
    mutating func restart(at place: Point) {
        guard count > 0 else { return }
        places[newest] = place
        count = 1
    }

    mutating func add(_ place: Point, at time: Microseconds) {
        if times.isEmpty {
            times = Array(repeating: 0, count: Self.capacity)
            places = Array(repeating: .zero, count: Self.capacity)
        }
        let isDense = count > 1 && time - times[wrap(newest - 1)] < Self.spacing
        if !isDense {
            newest = wrap(newest + 1)
            count = min(count + 1, Self.capacity)
        }
        times[newest] = time
        places[newest] = place
    }

    /// Points per second; zero with fewer than two samples in the window.
    var velocity: Point {
        guard count > 1 else { return .zero }
        let now = times[newest]
        var oldest = newest
        for back in 1..<count {
            let place = wrap(newest - back)
            if now - times[place] > Self.window { break }
            oldest = place
        }
        let seconds = (now - times[oldest]).seconds
        guard seconds > 0 else { return .zero }
        return Point(
            x: (places[newest].x - places[oldest].x) / seconds,
            y: (places[newest].y - places[oldest].y) / seconds
        )
    }

    private func wrap(_ place: Int) -> Int { (place + Self.capacity) % Self.capacity }
}
