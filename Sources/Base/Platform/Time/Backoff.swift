/// Exponential backoff with jitter, which keeps a fleet of kiosks from reconnecting at the same moment.
package struct Backoff {
    /// First and longest step, in microseconds.
    package let first: Int64
    package let limit: Int64
    private var next: Int64

    package init(first: Int64, limit: Int64) {
        self.first = first
        self.limit = limit
        next = min(first, limit)
    }

    /// Returns the delay before the next attempt, in microseconds: between half of the current step and all of it.
    package mutating func wait() -> Int64 {
        defer { next = next > limit / 2 ? limit : next * 2 }
        return Int64.random(in: next / 2...next)
    }

    /// Returns to the first step; called once an attempt has succeeded for long enough.
    package mutating func reset() { next = min(first, limit) }
}
