/// So many a second, and so many at once after a pause.
struct Allowance {
    private let perSecond: Double
    private let burst: Double
    private var left: Double
    private var filledAt: Int64

    init(perSecond: Int, burst: Int, now: Int64) {
        self.perSecond = Double(perSecond)
        self.burst = Double(burst)
        left = self.burst
        filledAt = now
    }

    /// Uses one up; false when none is left at the moment.
    mutating func take(at now: Int64) -> Bool {
        left = min(burst, left + Double(now - filledAt) / 1_000_000 * perSecond)
        filledAt = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
