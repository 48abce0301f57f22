/// A token bucket that is initially full; all times are in microseconds.
package struct RateLimiter {
    private let perSecond: Double
    private let burst: Double
    private var left: Double
    private var filledAt: Int64

    package init(perSecond: Int, burst: Int? = nil, now: Int64) {
        self.perSecond = Double(perSecond)
        self.burst = Double(burst ?? perSecond)
        left = self.burst
        filledAt = now
    }

    private func amount(at now: Int64) -> Double { min(burst, left + Double(now - filledAt) / 1_000_000 * perSecond) }

    /// Whether a token is available.
    package func hasOne(at now: Int64) -> Bool { amount(at: now) >= 1 }

    /// Takes a token; returns false if none is available.
    package mutating func take(at now: Int64) -> Bool {
        left = amount(at: now)
        filledAt = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Takes `amount` tokens even if fewer tokens are available; the balance may become negative.
    package mutating func spend(_ amount: Double, at now: Int64) {
        left = self.amount(at: now) - amount
        filledAt = now
    }

    package func isFull(at now: Int64) -> Bool { amount(at: now) == burst }

    /// Time at which a token becomes available, computed from the balance at the last update.
    package var readyTime: Int64 { left >= 1 ? filledAt : next(at: filledAt) }

    /// Whether the tokens taken from this bucket are fewer than the tokens left in `rest`. Both buckets must have the
    /// same rate and burst.
    package func hasUsedLess(than rest: RateLimiter, at now: Int64) -> Bool {
        burst - amount(at: now) < rest.amount(at: now)
    }

    /// Time at which `hasUsedLess(than:at:)` becomes true, computed from the balances of both buckets at their last
    /// updates.
    package func timeOfTakingLess(than rest: RateLimiter) -> Int64 {
        // The used tokens of this bucket decrease and the tokens in `rest` increase, so the gap closes at twice the
        // rate.
        let gap = (burst - left - rest.left) / max(perSecond, 0.001) * 1_000_000
        return (filledAt + rest.filledAt + Int64(gap.rounded(.up))) / 2 + 1
    }

    /// Returns the time at which a token becomes available, rounded up. `now` must be the time of the last update.
    package func next(at now: Int64) -> Int64 { now + Int64(max(0, 1 - left) / max(perSecond, 0.001) * 1_000_000) + 1 }
}
