internal import HandlerEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import Platform

/// A periodic timer of the layout.
///
/// The call times depend only on the start of the layout and the interval, so a replay makes the same calls.
final class LayoutTimer: TimerOwner {
    private let calls: BoundCalls
    /// In microseconds.
    private let interval: Int64
    private let timers: TimerList

    init(_ calls: BoundCalls, every interval: Int64, _ timers: TimerList) {
        (self.calls, self.interval, self.timers) = (calls, interval, timers)
        timers.mayBeUsed = true
    }

    /// Sets the timer to fire one interval after `time`.
    func start(at time: Int64) { timers.set(self, to: time + interval) }

    func timerFired() {
        guard let now = timers.now else { return }
        start(at: now)
        calls.run(HandlerEvent(.timer, at: now))
    }
}

extension LayoutTree {
    /// Creates the timers of the layout; `screen` is nil if the layout has several screens.
    func makeTimers(_ layouts: [TimerLayout], _ screen: ScreenPlan?) {
        layoutTimers = layouts.compactMap { timer in
            guard let first = timer.calls.first else { return nil }
            let binding = EventBinding(events: [.timer], calls: timer.calls, mark: first.mark)
            let calls = maker.boundCalls(for: [binding], of: CallBinder.Owner("timers", screen), calls)
            return calls.first.map { LayoutTimer($0, every: timer.interval.microseconds, timers) }
        }
    }

    package func startTimers(at time: Int64) { for timer in layoutTimers { timer.start(at: time) } }
}
