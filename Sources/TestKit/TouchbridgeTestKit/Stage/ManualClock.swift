internal import Bridge
public import ResponderKit

/// A clock for tests. When a test advances it, timers of the connected applications fire at their deadlines.
public final class ManualClock {
    /// Current time in microseconds; in a timer's handler, the timer's deadline.
    public private(set) var now: Microseconds
    private var driven: [any Driven] = []

    /// Creates a clock; `time` is its initial time, in microseconds.
    public init(at time: Microseconds = 0) { now = time }

    /// Connects an application, whose time then follows the clock.
    public func drive(_ application: Application) { driven.append(application) }

    /// Connects a pipeline. The time of the pipeline and its application then follows the clock.
    func drive(_ pipeline: Pipeline) { driven.append(pipeline) }

    /// Advances the clock by a duration. Timers fire at their deadlines.
    public func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        advance(to: now + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Advances the clock to a time in microseconds. An earlier time has no effect.
    public func advance(to time: Microseconds) {
        reach(time, including: true)
        for one in driven { one.advance(to: now) }
    }

    /// Advances the clock to a time. Fires timers due at exactly this time only if `isIncluded` is true. Otherwise, the
    /// caller can first deliver an input event, which precedes timers with an equal time (rule Q6).
    func reach(_ time: Microseconds, including isIncluded: Bool = false) {
        while let due = nextDeadline, due < time || (isIncluded && due == time) {
            now = max(now, due)
            for one in driven { one.advance(to: now) }
            // If a timer's handler calls this method, no further timers fire, and the deadline is unchanged. Ends the
            // loop; the remaining timers fire after the handler has returned.
            if nextDeadline == due { break }
        }
        now = max(now, time)
    }

    private var nextDeadline: Microseconds? { driven.compactMap(\.nextDeadline).min() }
}

/// An object whose time follows a `ManualClock`.
private protocol Driven {
    var nextDeadline: Microseconds? { get }
    func advance(to time: Microseconds)
}

extension Application: Driven {}
extension Pipeline: Driven {}
