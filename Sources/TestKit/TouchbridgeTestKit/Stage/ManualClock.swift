internal import Bridge
public import ResponderKit

/// A clock that a test advances; timers of the connected applications fire at their deadlines.
public final class ManualClock {
    /// Current time in microseconds; while a timer fires, the time is the timer's deadline.
    public private(set) var now: Microseconds
    private var driven: [any Driven] = []

    /// Creates a clock; `time` is its initial time, in microseconds.
    public init(at time: Microseconds = 0) { now = time }

    /// Connects an application to the clock; from now on, the clock advances the application's time.
    public func drive(_ application: Application) { driven.append(application) }

    /// Connects a pipeline to the clock; from now on, the clock advances the time of the pipeline and its application.
    func drive(_ pipeline: Pipeline) { driven.append(pipeline) }

    /// Advances the clock by a duration; timers fire at their deadlines.
    public func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        advance(to: now + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Advances the clock to a time in microseconds; an earlier time has no effect.
    public func advance(to time: Microseconds) {
        reach(time, including: true)
        for one in driven { one.advance(to: now) }
    }

    /// Advances the clock to a time. Timers that are due at exactly this time fire only if `isIncluded` is true. If it
    /// is false, the caller can first deliver an input event with this time, which precedes the timers (rule Q6).
    func reach(_ time: Microseconds, including isIncluded: Bool = false) {
        while let due = nextDeadline, due < time || (isIncluded && due == time) {
            now = max(now, due)
            for one in driven { one.advance(to: now) }
            // The deadline is unchanged if this method was called from a timer's handler: timers do not fire while a
            // handler runs. The remaining timers fire when the handler has returned, and the loop must end here.
            if nextDeadline == due { break }
        }
        now = max(now, time)
    }

    private var nextDeadline: Microseconds? { driven.compactMap(\.nextDeadline).min() }
}

/// An object whose time a `ManualClock` advances.
private protocol Driven {
    var nextDeadline: Microseconds? { get }
    func advance(to time: Microseconds)
}

extension Application: Driven {}
extension Pipeline: Driven {}
