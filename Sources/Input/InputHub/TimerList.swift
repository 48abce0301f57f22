/// Something that wants to be called at a time.
package protocol TimerOwner: AnyObject {
    func timerFired()
}

/// Timers of the bridge's own, beside those of the application: there are few, so that a list will do.
package final class TimerList {
    private struct Timer {
        unowned(unsafe) let owner: any TimerOwner
        let time: Int64
    }

    /// Whether anybody may ever set a timer: without any, input need not be cut at every report.
    package var mayBeUsed = false
    /// When the first timer is due.
    @exclusivity(unchecked) package private(set) var first: Int64?
    /// The time of the timer that is firing.
    package private(set) var now: Int64?
    private var timers: [Timer] = []

    /// Sets, moves or (with nil) takes back the timer of an owner, which has to take it back before it goes.
    package func set(_ owner: any TimerOwner, to time: Int64?) {
        timers.removeAll { $0.owner === owner }
        if let time { timers.append(Timer(owner: owner, time: time)) }
        first = timers.map(\.time).min()
    }

    /// Fires what is due up to a time, the earliest first, and of equal ones that which was set first.
    func fire(upTo time: Int64) {
        while let due = first, due <= time, let place = timers.firstIndex(where: { $0.time == due }) {
            let owner = timers.remove(at: place).owner
            first = timers.map(\.time).min()
            now = due
            owner.timerFired()
        }
        now = nil
    }
}
