internal import GestureKinds
internal import LayoutRuntime
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension Diagnosis {
    /// Returns why a `touchLimit` gesture withheld or cancelled the touch; nil if `winner` is the record of another
    /// gesture type.
    func limitReason(_ winner: TraceRecord) -> Reason? {
        guard let gesture = facts.gestures[winner.subject], let limit = gesture.touchLimit else { return nil }
        let (name, rules) = (context.described(winner.subject), gesture.kind.rules)
        let failure = context.failure(.tooManyTouches, winner, history)
        let cause = gesture.explanation(failure)
        let (because, rule) = (cause.map { ", because \($0.words)" } ?? "", cause?.rule ?? rules.first)
        let isTooMany = limit.maximumTouches.map { failure.fingers > $0 } ?? false
        let setting = isTooMany ? "raise `maximumTouches`" : "remove `edges`"
        if context.wasActive(winner.subject, history) {
            let words = "\(name) had already rejected an earlier touch and delivers no touch until all fingers are up"
            return (words, rules.first)
        }
        guard let delivery = history.calls.first(where: { $0.method == .touchesBegan }) else {
            return ("\(name) withheld the touch\(because); \(setting) to deliver such touches", rule)
        }
        let (release, remedy) = release(delivery.time - history.start, limit)
        let after = Context.after(winner.time - history.start)
        return (
            "\(name) delivered the touch \(Context.after(delivery.time - history.start)), because \(release), and "
                + "cancelled the touch \(after)\(because); \(remedy) to withhold such touches, or \(setting) to deliver "
                + "them",
            rule
        )
    }

    /// Returns why a `touchLimit` gesture delivered a touch `time` microseconds after the touch began. Also returns the
    /// setting that withholds the touch for longer.
    private func release(_ time: Int64, _ limit: TouchLimitNumbers) -> (words: String, remedy: String) {
        if time >= limit.decisionTime {
            let setting = Context.setting("decideWithin", microseconds: limit.decisionTime)
            return ("no further finger went down in time\(setting)", "raise `decideWithin`")
        }
        let setting = Context.setting("slop", limit.slop)
        return history.farthest > limit.slop
            ? ("the finger had moved by more than \(Context.points(limit.slop))\(setting)", "raise `slop`")
            : ("another finger had moved or lifted", "raise `slop`")
    }

    /// Returns whether the layout itself prevents calls of the handlers of `owner`, a view or gesture. Causes are
    /// another responder that consumes the touch, another controller's view in front, or a gesture for more fingers.
    func isExpected(_ rule: Rule?, of owner: InternedID) -> Bool {
        rule == .handled || rule == .keepsTouch || rule?.isAboutPages == true || needsMoreFingers(owner)
    }

    /// Returns whether a gesture failed because too few fingers were down.
    func needsMoreFingers(_ gesture: InternedID) -> Bool {
        history.gestures.contains { $0.subject == gesture && $0.cause == .tooFewTouches && $0.kind == .gesture }
    }
}

extension Context {
    /// Returns the gestures that delayed the delivery of the touch before the gesture record at `index`; nil means all
    /// records. A gesture that has failed no longer delays the touch.
    func delaying(_ history: TouchHistory, before index: Int?) -> [InternedID] {
        let records = history.gestures[..<(index ?? history.gestures.count)]
        let failed = Set(records.filter { $0.kind == .gesture && $0.state == .failed }.map(\.subject))
        return history.offers.filter { $0.offerResult == .taken }.map(\.subject)
            .filter { facts.gestures[$0]?.delaysTouchesBegan == true && !failed.contains($0) }
    }

    /// Returns a phrase for a touch that a touch limit delivered only when the finger lifted; nil for other touches.
    func lateDelivery(of history: TouchHistory) -> String? {
        guard let end = history.end, end.phase == .ended,
            history.calls.first(where: { $0.method == .touchesBegan })?.time == end.time
        else { return nil }
        let delaying = delaying(history, before: history.gestures.firstIndex { $0.time >= end.time })
        guard delaying.count == 1, let limit = facts.gestures[delaying[0]]?.touchLimit else { return nil }
        let setting = "`decideWithin: \(Self.compactTime(limit.decisionTime))`"
        return "\(described(delaying[0])) delivered the touch only at the lift, because \(setting) had not passed"
    }

    /// Returns a phrase, with the remedy, for a long press that a touch limit delivered only when the finger lifted;
    /// nil for other touches.
    func lateLongPress(_ history: TouchHistory) -> String? {
        guard let end = history.end, end.time - history.start >= TouchLimitNumbers.pressTime else { return nil }
        return lateDelivery(of: history).map { "\($0); \(Self.limitRemedy)" }
    }

    /// Setting that shortens the delay of a touch limit.
    static let limitRemedy = "lower `decideWithin` to shorten this delay"
}
