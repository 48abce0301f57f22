internal import InputHub

/// Handler calls with `after:`. Each call is delayed until no event of its binding has arrived for the time `after:`.
/// One timer serves all delayed calls.
///
/// If another event of the binding arrives while the call waits, only the call's due time changes. The timer is not
/// moved, so the list of timers is not searched for each event.
final class DelayedCalls: TimerOwner {
    private let timers: TimerList
    /// Call limiters with a delayed call; each handler call with `after:` has a limiter.
    private var waiting = DelayedCallHeap()
    /// Number of limiters that can delay calls.
    private var limiterCount = 0
    /// Time at which the timer fires; nil if the timer is not set.
    private var timerTime: Int64?

    init(_ timers: TimerList) { self.timers = timers }

    /// Reserves memory for the delayed call of a limiter; called for each limiter before its first call is delayed.
    func prepare() {
        timers.mayBeUsed = true
        limiterCount += 1
        waiting.reserve(limiterCount)
    }

    /// Adds a limiter whose call begins to wait.
    func append(_ limiter: CallLimiter) {
        waiting.insert(limiter)
        if limiter.dueTime < timerTime ?? .max { setTimer(to: limiter.dueTime) }
    }

    /// Makes the calls that are due. Calls with equal due times are made in the order in which they began to wait.
    package func timerFired() {
        guard let now = timers.now else { return }
        timerTime = nil
        while let limiter = waiting.removeFirst(dueBy: now) { limiter.makeDelayedCall(at: now) }
        setTimer(to: waiting.firstTime)
    }

    /// Makes all waiting calls at the time `now`, in the order of their due times. Drops the calls that begin to wait
    /// while this function runs.
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
