internal import InputHub

/// The calls that wait until no further event of their binding arrives (`after:`). One timer serves all of them.
///
/// An event that arrives while its call waits moves only the due time of the call, not the timer, so that a move costs no
/// search.
final class DelayedCalls: TimerOwner {
    private let timers: TimerList
    /// Limiters with a delayed call, in the order in which the calls began to wait.
    private var waiting: ContiguousArray<CallLimiter> = []
    /// Time of the timer; nil if the timer is not set.
    private var timerTime: Int64?

    init(_ timers: TimerList) { self.timers = timers }

    /// Must be called before the first call is delayed.
    func prepare() { timers.mayBeUsed = true }

    /// Adds a limiter whose call begins to wait.
    func append(_ limiter: CallLimiter) {
        waiting.append(limiter)
        if limiter.dueTime < timerTime ?? .max { setTimer(to: limiter.dueTime) }
    }

    /// Makes the calls that are due. Calls with equal due times are made in the order in which they began to wait.
    package func timerFired() {
        guard let now = timers.now else { return }
        timerTime = nil
        while let first = first, first.time <= now { waiting.remove(at: first.index).makeDelayedCall(at: now) }
        setTimer(to: first?.time)
    }

    /// Makes all waiting calls at the time `now`; drops the calls that these calls delay.
    func makeAll(at now: Int64) {
        for _ in waiting.indices where !waiting.isEmpty { waiting.removeFirst().makeDelayedCall(at: now) }
        dropAll()
    }

    func dropAll() {
        for limiter in waiting { limiter.dropDelayedCall() }
        waiting.removeAll()
        setTimer(to: nil)
    }

    /// Index and due time of the call that is due first.
    private var first: (index: Int, time: Int64)? {
        var first: (index: Int, time: Int64)?
        for index in waiting.indices where waiting[index].dueTime < first?.time ?? .max {
            first = (index, waiting[index].dueTime)
        }
        return first
    }

    private func setTimer(to time: Int64?) {
        guard time != timerTime else { return }
        timerTime = time
        timers.set(self, to: time)
    }
}
