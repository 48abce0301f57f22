internal import Bridge
public import ResponderKit

/// A clock that goes on only when it is told to, and takes its applications from deadline to deadline.
public final class ManualClock {
    /// The time in microseconds; while a timer fires it is the time for which the timer was set.
    public private(set) var now: Microseconds
    private var driven: [any Driven] = []

    /// A clock that shows this time.
    public init(at time: Microseconds = 0) { now = time }

    /// Gives the application its time from now on.
    public func drive(_ application: Application) { driven.append(application) }

    /// Gives a pipeline, and with it its application, its time from now on.
    func drive(_ pipeline: Pipeline) { driven.append(pipeline) }

    /// Goes on by this time; what is due on the way fires when it is due.
    public func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        advance(to: now + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Goes on to this time; the clock never goes back.
    public func advance(to time: Microseconds) {
        reach(time, including: true)
        for one in driven { one.advance(to: now) }
    }

    /// Goes on to the time of an input: what is due at the very same time comes after it (Q6).
    func reach(_ time: Microseconds, including isIncluded: Bool = false) {
        while let due = nextDeadline, due < time || (isIncluded && due == time) {
            now = max(now, due)
            for one in driven { one.advance(to: now) }
            // Whoever turns the clock within a handler has to wait until the handler is done.
            if nextDeadline == due { break }
        }
        now = max(now, time)
    }

    private var nextDeadline: Microseconds? { driven.compactMap(\.nextDeadline).min() }
}

/// What gets its time from a clock.
private protocol Driven {
    var nextDeadline: Microseconds? { get }
    func advance(to time: Microseconds)
}

extension Application: Driven {}
extension Pipeline: Driven {}
