internal import Bridge
public import ResponderKit

/// A clock that a test advances; timers of the driven applications fire at their deadlines.
public final class ManualClock {
    /// Time in microseconds; while a timer fires, the timer's deadline.
    public private(set) var now: Microseconds
    private var driven: [any Driven] = []

    public init(at time: Microseconds = 0) { now = time }

    /// Drives the application's time from now on.
    public func drive(_ application: Application) { driven.append(application) }

    /// Drives the time of a pipeline and its application from now on.
    func drive(_ pipeline: Pipeline) { driven.append(pipeline) }

    /// Advances by a duration; timers fire at their deadlines.
    public func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        advance(to: now + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Advances to a time in microseconds; the clock never goes back.
    public func advance(to time: Microseconds) {
        reach(time, including: true)
        for one in driven { one.advance(to: now) }
    }

    /// Advances to the time of an input; timers that are due at exactly that time fire after the input (Q6).
    func reach(_ time: Microseconds, including isIncluded: Bool = false) {
        while let due = nextDeadline, due < time || (isIncluded && due == time) {
            now = max(now, due)
            for one in driven { one.advance(to: now) }
            // Happens if a handler advances the clock: the remaining timers fire after the handler returns.
            if nextDeadline == due { break }
        }
        now = max(now, time)
    }

    private var nextDeadline: Microseconds? { driven.compactMap(\.nextDeadline).min() }
}

/// An object whose time is set by a clock.
private protocol Driven {
    var nextDeadline: Microseconds? { get }
    func advance(to time: Microseconds)
}

extension Application: Driven {}
extension Pipeline: Driven {}
