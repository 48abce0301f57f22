/// Token bucket that starts full; all times are in microseconds.
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

    /// Takes `amount` tokens even if fewer are available: the balance may become negative.
    package mutating func spend(_ amount: Double, at now: Int64) {
        left = self.amount(at: now) - amount
        filledAt = now
    }

    package func isFull(at now: Int64) -> Bool { amount(at: now) == burst }

    /// Time at which a token is available, as of the last change.
    package var readyTime: Int64 { left >= 1 ? filledAt : next(at: filledAt) }

    /// Returns a time at which a token is available, rounded up.
    package func next(at now: Int64) -> Int64 { now + Int64(max(0, 1 - left) / max(perSecond, 0.001) * 1_000_000) + 1 }
}
