/// Token bucket: a number of tokens a second, and a burst after a pause.
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

    /// Whether one is left at the moment.
    package func hasOne(at now: Int64) -> Bool { amount(at: now) >= 1 }

    /// Uses one up; false when there is none left at the moment.
    package mutating func take(at now: Int64) -> Bool {
        left = amount(at: now)
        filledAt = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Takes tokens; more than are left is a debt.
    package mutating func spend(_ amount: Double, at now: Int64) {
        left = self.amount(at: now) - amount
        filledAt = now
    }

    /// Whether the bucket is full.
    package func isFull(at now: Int64) -> Bool { amount(at: now) == burst }

    /// When a token is left again, as of the last change.
    package var readyTime: Int64 { left >= 1 ? filledAt : next(at: filledAt) }

    /// When there will be one.
    package func next(at now: Int64) -> Int64 { now + Int64(max(0, 1 - left) / max(perSecond, 0.001) * 1_000_000) + 1 }
}
