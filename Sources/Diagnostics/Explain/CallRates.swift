internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Snapshots

/// Computes the waiting times of calls in a live run, in which a plugin executes at most `rate` calls per second.
struct CallRates {
    private struct Plugin {
        var limiter: RateLimiter
        /// Whether the waiting time is unknown: the plugin has received moves or values, and a full queue drops some of
        /// them.
        var isUnknown = false
    }

    private var plugins: [String: Plugin] = [:]

    /// Counts a call and returns its waiting time in microseconds; 0 if unknown.
    mutating func wait(of name: String, on event: EventName, at time: Int64, _ facts: LayoutFacts) -> Int64 {
        guard let rate = facts.callRates[name] else { return 0 }
        var plugin = plugins[name] ?? Plugin(limiter: RateLimiter(perSecond: rate.perSecond, now: time))
        defer { plugins[name] = plugin }
        if event.flow == .continues || event.flow == .value { plugin.isUnknown = true }
        guard !plugin.isUnknown else { return 0 }
        // Updates the balance, on which `readyTime` depends. The balance is negative while calls wait.
        plugin.limiter.spend(0, at: time)
        let wait = max(0, plugin.limiter.readyTime - time)
        guard wait * Int64(rate.perSecond) < Int64(rate.queue) * 1_000_000 else {
            // The queue is full, so the plugin drops the call.
            return 0
        }
        plugin.limiter.spend(1, at: time)
        return wait
    }
}
