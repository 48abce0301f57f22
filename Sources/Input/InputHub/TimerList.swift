/// Owner of a timer, called when the timer fires.
package protocol TimerOwner: AnyObject {
    func timerFired()
}

/// Timers of a layout, for example for idle screens and delayed calls. The application's own timers are not in this
/// list. The list is unsorted, because there are few timers.
package final class TimerList {
    private struct Timer {
        unowned(unsafe) let owner: any TimerOwner
        let time: Int64
    }

    /// Whether timers may be set. An owner must set this property to true before it sets its first timer. While it is
    /// false and no device has deadlines, the input hub skips the computation of deadlines after a frame.
    package var mayBeUsed = false
    /// Time of the earliest timer; nil if no timer is set.
    @exclusivity(unchecked) package private(set) var first: Int64?
    /// Time of the timer that is firing.
    package private(set) var now: Int64?
    private var timers: [Timer] = []

    /// Sets or moves the timer of an owner; nil cancels the timer. An owner must cancel its timer before the owner is
    /// deinitialized.
    package func set(_ owner: any TimerOwner, to time: Int64?) {
        timers.removeAll { $0.owner === owner }
        if let time { timers.append(Timer(owner: owner, time: time)) }
        updateFirst()
    }

    /// Fires the timers that are due by a time, in order of time. Timers with equal times fire in the order of their
    /// `set` calls.
    func fire(upTo time: Int64) {
        while let due = first, due <= time, let index = timers.firstIndex(where: { $0.time == due }) {
            let owner = timers.remove(at: index).owner
            updateFirst()
            now = due
            owner.timerFired()
        }
        now = nil
    }

    private func updateFirst() {
        first = nil
        for timer in timers where timer.time < first ?? .max { first = timer.time }
    }
}
