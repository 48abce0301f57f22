/// So many a second, and a second's worth at once.
struct RateLimit {
    private let perSecond: Double
    private var left: Double
    private var updatedAt: Int64

    init(perSecond: Int, at now: Int64) {
        self.perSecond = Double(perSecond)
        left = Double(perSecond)
        updatedAt = now
    }

    /// Whether one more is within the limit; times are microseconds.
    mutating func allows(at now: Int64) -> Bool {
        left = min(perSecond, left + Double(now - updatedAt) / 1e6 * perSecond)
        updatedAt = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
