/// How long to wait before the next attempt: twice as long each time up to a limit, and never quite the same.
///
/// The part left to chance keeps a fleet of kiosks from coming back in step when their server does.
package struct Backoff {
    /// In microseconds.
    package let first: Int64
    package let limit: Int64
    private var next: Int64

    package init(first: Int64, limit: Int64) {
        self.first = first
        self.limit = limit
        next = min(first, limit)
    }

    /// The wait before the next attempt, in microseconds: from half of its step to the whole.
    package mutating func wait() -> Int64 {
        defer { next = next > limit / 2 ? limit : next * 2 }
        return Int64.random(in: next / 2...next)
    }

    /// The last attempt went well for long enough.
    package mutating func reset() { next = min(first, limit) }
}
