/// Exponential backoff with jitter. The jitter prevents a fleet of kiosks from reconnecting at the same time.
package struct Backoff {
    /// Initial step, in microseconds.
    package let first: Int64
    /// Maximum step, in microseconds.
    package let limit: Int64
    private var next: Int64

    package init(first: Int64, limit: Int64) {
        self.first = first
        self.limit = limit
        next = min(first, limit)
    }

    /// Returns the delay before the next attempt in microseconds: a random value between half the current step and the
    /// full step.
    package mutating func wait() -> Int64 {
        defer { next = next > limit / 2 ? limit : next * 2 }
        return Int64.random(in: next / 2...next)
    }

    /// Resets the step to its initial value. Callers should reset the step once a connection has proved stable.
    package mutating func reset() { next = min(first, limit) }
}
