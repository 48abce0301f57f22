internal import Platform
internal import Snapshots

/// Computes how long calls would wait in a live run, because a plugin carries out at most `rate` calls per second.
struct CallRates {
    /// The limiters by the name of the plugin.
    private var limiters: [String: RateLimiter] = [:]

    /// Counts a call, and returns the time that it would wait, in microseconds.
    mutating func wait(of plugin: String, at time: Int64, _ facts: LayoutFacts) -> Int64 {
        guard let rate = facts.callRates[plugin] else { return 0 }
        var limiter = limiters[plugin] ?? RateLimiter(perSecond: rate, now: time)
        // Updates the balance, on which `readyTime` depends. The balance is negative while calls wait.
        limiter.spend(0, at: time)
        let wait = limiter.readyTime - time
        limiter.spend(1, at: time)
        limiters[plugin] = limiter
        return max(0, wait)
    }
}
