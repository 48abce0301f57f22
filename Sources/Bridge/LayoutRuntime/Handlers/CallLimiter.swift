internal import HandlerEvents

/// Limits the rate of a call (`atMost:`), and delays the call until no further event has arrived for a time
/// (`after:`).
///
/// All events of one binding share the limiter, such as the four events of `touches`.
final class CallLimiter {
    private var recent: RecentCalls?
    /// Time without events before a delayed call, in microseconds; nil without `after:`.
    private let quietTime: Int64?
    private let delayedCalls: DelayedCalls
    /// The delayed call with its latest event; nil without a delayed call. Retains the `BoundCalls` until the call.
    private var delayed: (calls: BoundCalls, index: Int, event: HandlerEvent)?
    /// Due time of the delayed call; valid only while a call is delayed.
    private(set) var dueTime: Int64 = .max

    init(rate: CallRate?, quietTime: Int64?, _ delayedCalls: DelayedCalls) {
        (recent, self.quietTime, self.delayedCalls) = (rate.map(RecentCalls.init), quietTime, delayedCalls)
        if quietTime != nil { delayedCalls.prepare() }
    }

    /// Counts a call at the time `now`; returns false if the rate does not allow the call.
    func allowsCall(at now: Int64) -> Bool { recent?.take(at: now) ?? true }

    /// Delays a call with `after:` for the quiet time, and at least until the rate allows the call. Replaces the event
    /// of an already delayed call. Returns false for a binding without `after:`.
    func delay(_ calls: BoundCalls, _ index: Int, _ event: HandlerEvent, at now: Int64) -> Bool {
        guard let quietTime else { return false }
        let isFirst = delayed == nil
        (delayed, dueTime) = ((calls, index, event), max(now + quietTime, recent?.nextTime ?? .min))
        if isFirst { delayedCalls.append(self) }
        return true
    }

    /// Makes the delayed call at the time `now`.
    func makeDelayedCall(at now: Int64) {
        guard let call = exchange(&delayed, with: nil) else { return }
        var event = call.event
        // Clears the stream number, because its touch or gesture may have ended.
        (event.time, event.stream) = (now, 0)
        call.calls.deliverDelayed(event, to: call.index)
    }

    /// Makes the delayed call regardless of the rate. Called before the layout's handlers are removed or its plugins
    /// stop.
    func makeLastCall(at now: Int64) {
        recent = nil
        makeDelayedCall(at: now)
    }

    func dropDelayedCall() { delayed = nil }
}

/// Times of the latest calls; as many as the rate allows per period.
private struct RecentCalls {
    private let period: Int64
    private var times: ContiguousArray<Int64>
    /// Index of the oldest time.
    private var oldest = 0

    init(_ rate: CallRate) {
        period = rate.period
        times = ContiguousArray(repeating: .min, count: rate.count)
    }

    /// Earliest time at which the rate allows a call.
    var nextTime: Int64 { times[oldest] + period }

    /// Counts a call; returns false if the period before `now` already contains the maximum number of calls.
    mutating func take(at now: Int64) -> Bool {
        guard now >= nextTime else { return false }
        times[oldest] = now
        oldest = oldest + 1 == times.count ? 0 : oldest + 1
        return true
    }
}
