internal import InputHub

/// Handler calls with `after:`, delayed until no event of the binding has arrived for this time. All delayed calls
/// share one timer.
///
/// A further event of the binding changes only the due time of the call. The timer stays unchanged, which avoids a
/// search in the list of timers for each event.
final class DelayedCalls: TimerOwner {
    private let timers: TimerList
    /// Call limiters with a delayed call.
    private var waiting = DelayedCallHeap()
    /// Number of limiters that can delay calls.
    private var limiterCount = 0
    /// Time of the timer; nil while the timer is not set.
    private var timerTime: Int64?

    init(_ timers: TimerList) { self.timers = timers }

    /// Reserves memory for the delayed call of one limiter. Called when a limiter is created.
    func prepare() {
        timers.mayBeUsed = true
        limiterCount += 1
        waiting.reserve(limiterCount)
    }

    /// Adds a limiter with a new delayed call.
    func append(_ limiter: CallLimiter) {
        waiting.insert(limiter)
        if limiter.dueTime < timerTime ?? .max { setTimer(to: limiter.dueTime) }
    }

    /// Makes the due calls, ordered by due time, then by the start of the delay.
    package func timerFired() {
        guard let now = timers.now else { return }
        timerTime = nil
        while let limiter = waiting.removeFirst(dueBy: now) { limiter.makeDelayedCall(at: now) }
        setTimer(to: waiting.firstTime)
    }

    /// Makes all waiting calls at the time `now`, in the order of their due times. Drops calls that are delayed during
    /// this function.
    func makeAll(at now: Int64) {
        var due = exchange(&waiting, with: DelayedCallHeap())
        while let limiter = due.removeFirst(dueBy: .max) { limiter.makeLastCall(at: now) }
        dropAll()
    }

    func dropAll() {
        while let limiter = waiting.removeFirst(dueBy: .max) { limiter.dropDelayedCall() }
        limiterCount = 0
        setTimer(to: nil)
    }

    private func setTimer(to time: Int64?) {
        guard time != timerTime else { return }
        timerTime = time
        timers.set(self, to: time)
    }
}
