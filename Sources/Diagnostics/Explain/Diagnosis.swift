internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import LayoutRuntime
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Finds the first rule that prevented each call that a user would expect.
struct Diagnosis {
    var sentences: [TouchExplanation.Sentence] = []
    /// Number of sentences about the hit view.
    private var ownCount = 0
    let history: TouchHistory
    let context: Context
    let hit: InternedID
    /// Hit-test record of each visited view.
    let answers: [InternedID: TraceRecord]

    typealias Reason = (words: String, rule: Rule?)

    /// Maximum number of reported gestures per touch.
    static let gestureLimit = 6
    /// Maximum number of reported responders above the hit view.
    static let chainLimit = 2
    /// Maximum number of reported views that are neither the hit view nor one of its superviews.
    static let otherLimit = 4

    /// Maximum distance between a touch and a view, in points, at which the view is considered the intended target.
    static let farAway = 60.0

    /// Maximum number of nearby views that are checked until an uncovered view is found.
    static let nearLimit = 8

    init(_ history: TouchHistory, _ context: Context) {
        (self.history, self.context, hit) = (history, context, history.hit ?? 0)
        answers = Dictionary(history.visits.map { ($0.subject, $0) }) { _, later in later }
        guard history.hit != nil, let point = history.began else { return }
        if hit != 0 {
            explainOwn()
            ownCount = sentences.count
            explainGestures()
            explainChain()
        }
        explainOthers(at: point)
        explainDestination(from: point)
        explainPagesBelow(at: point)
        if sentences.isEmpty { explainMovedBounds(at: point) }
        if sentences.isEmpty { explainOtherScreens(at: point) }
        if history.runs.isEmpty, history.skips.isEmpty, sentences.isEmpty { explainNearest(to: point) }
    }

    /// Whether the first sentence is about the hit view.
    var concernsHitView: Bool { ownCount > 0 }

    var facts: LayoutFacts { context.facts }

    func hasRun(_ bound: LayoutFacts.Bound) -> Bool {
        if let action = bound.action {
            return history.actions.contains { context.names[$0.subject]?.name == action && $0.other != 0 }
        }
        return (history.runs + history.skips).contains { run in
            guard run.event == bound.event, let binding = context.names[run.binding]?.binding else { return false }
            return bound.bindings.contains { $0 === binding }
        }
    }

    /// Adds one sentence for each reason, with all bindings whose handlers were not called for this reason.
    mutating func explain(_ stopped: [(bound: LayoutFacts.Bound, reason: Reason)], of owner: InternedID) {
        var groups: [(reason: Reason, bounds: [LayoutFacts.Bound])] = []
        for (bound, reason) in stopped {
            if let index = groups.firstIndex(where: { $0.reason.words == reason.words }) {
                groups[index].bounds.append(bound)
            } else {
                groups.append((reason, [bound]))
            }
        }
        for group in groups {
            let who = Context.capitalizedAction(context.boundWords(group.bounds, of: context.name(owner)))
            sentences.append(
                .init(
                    text: "\(who) not called: \(group.reason.words).",
                    rule: group.reason.rule,
                    missed: Context.missed(group.bounds, of: context.names[owner]?.name ?? ""),
                    isExpected: isExpected(group.reason.rule, of: owner),
                    needsMoreFingers: needsMoreFingers(owner)
                )
            )
        }
    }

    // MARK: The hit view

    mutating func explainOwn() {
        let expected = context.expected(facts.owners[hit]?.bound ?? []).filter { !hasRun($0) }
        explain(expected.compactMap { bound in reason(for: bound, of: hit).map { (bound, $0) } }, of: hit)
    }

    func reason(for bound: LayoutFacts.Bound, of owner: InternedID) -> Reason? {
        if let kept = history.kept {
            let sentence = context.refusal(kept, by: hit, history)
            return (String(sentence.text.dropLast()), sentence.rule)
        }
        return bound.event.family == .control ? controlReason(bound, of: owner) : touchReason(bound.event, of: owner)
    }

    /// Returns why a touch handler did not run, if no earlier responder consumed the touch; nil if the reason is
    /// unknown.
    func touchReason(_ event: EventName, of owner: InternedID) -> Reason? {
        switch event {
        case .touchesBegan:
            return history.calls.isEmpty ? unheard : nil
        case .touchesMoved: return history.moves == 0 ? ("the finger did not move", nil) : lost
        case .touchesEnded: return lost
        case .touchesCancelled: return ("the touch was not cancelled", nil)
        default: return nil
        }
    }

    /// Returns why no view received the touch; nil if no gesture cancelled or delayed the touch.
    var unheard: Reason? {
        let recognition = context.withdrawal(from: history)
        let end = history.gestures.firstIndex { $0.subject == recognition?.subject && $0.time == recognition?.time }
        let delaying = context.delaying(history, before: end)
        guard let winner = recognition else {
            return delaying.first.map { gesture in
                let name = context.described(gesture)
                let delay = "was still delaying the delivery of the touch to all views"
                let words = "\(name) \(delay)\(delayRemedy(for: gesture))"
                return (words, .holdsBack)
            }
        }
        if let reason = limitReason(winner) { return reason }
        let name = context.described(winner.subject)
        if context.wasActive(winner.subject, history) {
            return (
                "\(name) was already active, so this touch was also cancelled in the views"
                    + remedy(for: winner.subject),
                .withdraws
            )
        }
        // If the recognized gesture itself delayed the touch, report that gesture as the cause.
        guard let holder = delaying.contains(winner.subject) ? winner.subject : delaying.first else {
            let after = Context.after(winner.time - history.start)
            return (
                "\(name) was recognized \(after) and cancelled the touch\(remedy(for: winner.subject))", .withdraws
            )
        }
        let delay = "delayed the delivery of the touch to all views"
        let words =
            holder == winner.subject
            ? "\(name) \(delay) and was then recognized"
            : "\(context.described(holder)) \(delay), and \(name) was then recognized"
        return (words + delayRemedy(for: holder), .holdsBack)
    }

    /// Returns why a view did not receive the moves or the end event of the touch.
    var lost: Reason {
        // Without `touchesBegan`, a view receives no later event of the touch, for the same reason.
        if history.calls.isEmpty, let unheard { return unheard }
        if let winner = context.withdrawal(from: history) {
            if let reason = limitReason(winner) { return reason }
            let after = Context.after(winner.time - history.start)
            return (
                "\(context.described(winner.subject)) was recognized \(after) and cancelled the touch"
                    + remedy(for: winner.subject),
                .withdraws
            )
        }
        guard let end = history.end else { return ("the finger was still down at the end of the trace", nil) }
        guard end.phase == .cancelled else {
            return ("a gesture was still waiting for further touches when the finger lifted", .holdsEndBack)
        }
        return Self.cancellation(of: history, at: end.time, context)
    }

    /// Returns a phrase with the setting that prevents the gesture from cancelling the touch.
    private func remedy(for gesture: InternedID) -> String {
        if facts.gestures[gesture]?.isFollower == true, let view = facts.gestures[gesture]?.view {
            return
                "; set `cancelsTouchesInView: false` in `follows` of \(context.name(view)) to prevent this cancellation"
        }
        return "; set `cancelsTouchesInView: false` on \(context.name(gesture)) to prevent this cancellation"
    }

    /// Returns a phrase with the setting that prevents the gesture from delaying touches.
    private func delayRemedy(for gesture: InternedID) -> String {
        if facts.gestures[gesture]?.touchLimit != nil { return "; \(Context.limitRemedy)" }
        return "; set `delaysTouchesBegan: false` on \(context.name(gesture)) to prevent this delay"
    }

    /// Returns why the panel or its filters cancelled a touch.
    static func cancellation(of history: TouchHistory, at time: Int64, _ context: Context) -> Reason {
        switch history.filterCancellation {
        case .outOfRange:
            return (
                "the finger left the panel's range, and the filter `outOfRange: reject` cancelled the touch",
                .outOfRange
            )
        case .palm: return ("the panel reported the finger as a palm, which cancelled the touch", .palm)
        case .stale:
            let silence = Context.time(time - history.lastReport)
            let setting = Context.staleSetting(context.staleLimit(of: history.device))
            return (
                "the panel sent no event for the finger for \(silence), and \(setting) cancelled the touch", .stale
            )
        case .besidePen: return ("a pen came into range of the panel and cancelled the touch", .pen)
        case .none:
            return (
                "the touch was cancelled after \(Context.time(time - history.start)), before the finger lifted",
                .filterCancellation
            )
        case .ghost: return ("the ghost filter cancelled the touch", .ghost)
        case .deadZone, .bounce, .alreadyDown, .silence, .tooLight, .holdDuration, .ignoreRepeat, .lost:
            return ("a filter of the panel cancelled the touch", .filterCancellation)
        }
    }

    // MARK: Controls

    func controlReason(_ bound: LayoutFacts.Bound, of owner: InternedID) -> Reason? {
        let (name, type) = (context.name(owner), context.type(owner))
        if let reason = impossible(bound.event, owner) { return reason }
        let sent = context.events(of: owner, in: history)
        if facts.owners[owner]?.view?.isEnabled == false, sent.isEmpty {
            let remedy = context.change(of: owner, .enabling, history) ?? "set `enabled: true`"
            return ("\(name) has `enabled: false` and therefore sends no events; \(remedy)", .disabledControl)
        }
        guard sent.contains(.touchDown) else {
            if !history.calls.contains(where: { $0.responder == owner }) {
                return touchReason(.touchesBegan, of: owner)
            }
            if type == "Slider", facts.owners[owner]?.view?.slider?.tapsSetValue != true {
                let gap = owner == history.hit ? history.thumbGap : nil
                let start = gap.map { "began \(Context.points($0)) away from" } ?? "did not begin on"
                let rule = "a Slider tracks only touches that begin on its thumb"
                return ("the touch \(start) the thumb of \(name); \(rule)", .slider)
            }
            return ("\(name) was already tracking another touch, and a control tracks one touch at a time", .oneFinger)
        }
        if let action = bound.action, sent.contains(bound.event) {
            let action = Context.quoted(action)
            return (
                "no responder in the responder chain of \(name) has an entry for \(action) in `actions:`; "
                    + "add the entry to one of these responders",
                .actions
            )
        }
        let isCancelled = bound.event != .touchCancel && sent.contains(.touchCancel)
        // A command such as `tree.send` can also send touchCancel, so that event alone does not identify the cause.
        let isDisabled = history.controls.contains { record in
            record.subject == owner && EventName(record.controlEvent) == .touchCancel
                && record.controlFlags.contains(.isDisabled)
        }
        let isTouchCancelled = context.didReceive(.touchesCancelled, owner, in: history)
        if isCancelled, isDisabled, !isTouchCancelled {
            let change = context.change(of: owner, .enabling, history).map { "; \($0)" } ?? ""
            return ("\(name) was disabled while the finger pressed \(name)\(change)", .disabledControl)
        }
        if isCancelled, isTouchCancelled {
            let cancelled = lost
            return (cancelled.words, cancelled.rule == .withdraws ? .cancelledControl : cancelled.rule)
        }
        switch bound.event {
        case .touchUpInside, .primaryActionTriggered: return liftReason(owner, sent)
        case .valueChanged:
            if type == "Switch" { return liftReason(owner, sent) }
            return (valueWords(owner), .sliderValue)
        case .touchUpOutside:
            let margin = margin(of: owner)
            let setting = Context.setting("trackingMargin", margin)
            return (
                "the finger lifted inside \(name) or at most \(Context.points(margin)) outside; touchUpOutside is sent "
                    + "only for a lift farther outside\(setting)",
                .margin
            )
        case .touchDownRepeat:
            return (
                "this tap was the first of a series; touchDownRepeat is sent only for the second and later taps",
                .downRepeat
            )
        case .touchCancel: return ("the touch was not cancelled", .cancelledControl)
        default: return ("the finger's movement did not cause the event \(bound.event.rawValue)", .drags)
        }
    }

    /// Returns why a finger did not change the value of a slider.
    private func valueWords(_ owner: InternedID) -> String {
        let name = context.name(owner)
        guard history.path >= 0.05 else {
            let withheld = context.withheldMovement(of: history)
            return "the finger did not move, so the value of \(name) did not change\(withheld)"
        }
        let slider = facts.owners[owner]?.view?.slider
        let words = "the finger's movement did not change the value of \(name)"
        if slider?.hasTicks == true { return "\(words), which moves only to the values in `ticks`" }
        guard let step = slider?.step, step > 0 else { return words }
        return "\(words), which moves only in steps of \(Context.number(step)) (`step: \(Context.number(step))`)"
    }

    /// Returns why objects of the owner's class never send the event; nil if such objects can send the event.
    func impossible(_ event: EventName, _ owner: InternedID) -> Reason? {
        let (name, type) = (context.name(owner), context.type(owner))
        // `isEnabled` is nil for views that are not controls.
        guard let view = facts.owners[owner]?.view, view.isEnabled != nil else {
            return ("\(name) is a \(type), which never sends \(event.rawValue); set `class: Button`", .notControl)
        }
        return switch (event, type) {
        case (.valueChanged, "Button"):
            ("\(name) is a Button, which never sends valueChanged; bind touchUpInside instead", .button)
        case (.valueChanged, "Control"):
            ("\(name) is a Control, which never sends valueChanged; set `class: Slider` or `class: Switch`", .button)
        case (.primaryActionTriggered, "Control"):
            ("\(name) is a Control, which never sends primaryActionTriggered; bind touchUpInside instead", .button)
        case (.primaryActionTriggered, "Slider"):
            ("\(name) is a Slider, which never sends primaryActionTriggered; bind valueChanged instead", .button)
        default: nil
        }
    }

    func liftReason(_ owner: InternedID, _ sent: [EventName]) -> Reason {
        let name = context.name(owner)
        guard sent.contains(.touchUpOutside) else { return lost }
        let distance = facts.owners[owner]?.view.flatMap { context.distance(history.last, to: $0) } ?? 0
        let margin = margin(of: owner)
        let limit = "at most \(Context.points(margin)) is allowed\(Context.setting("trackingMargin", margin))"
        return ("the finger lifted \(Context.points(distance)) outside \(name); \(limit)", .margin)
    }

    private func margin(of control: InternedID) -> Double { facts.owners[control]?.view?.trackingMargin ?? 70 }

    // MARK: Responder chain

    mutating func explainChain() {
        var left = Self.chainLimit
        let chain = context.chain(hit)
        for (index, owner) in chain.enumerated().dropFirst() where left > 0 {
            let bounds = context.expected((facts.owners[owner]?.bound ?? []).filter { $0.event.family == .touches })
            let stopped = bounds.filter { !hasRun($0) }
            guard !stopped.isEmpty else { continue }
            left -= 1
            explain(
                stopped.compactMap { bound in
                    let reason = consumer(of: bound.event, among: chain.prefix(index)) ?? reason(for: bound, of: owner)
                    return reason.map { (bound, $0) }
                },
                of: owner
            )
        }
    }

    /// Returns a reason that names the earlier responder that consumed an event; nil if the hit view did not receive
    /// the event.
    func consumer(of event: EventName, among responders: ArraySlice<InternedID>) -> Reason? {
        guard history.kept == nil else { return nil }
        // A responder cannot have consumed an event that it did not receive.
        guard let hit = responders.first, context.didReceive(event, hit, in: history) else { return nil }
        for responder in responders {
            let name = context.name(responder)
            if let bound = facts.owners[responder]?.bound.first(where: { $0.event == event }), !bound.passes {
                let event = event.rawValue
                return (
                    "\(name) handles and consumes \(event); add `pass: true` to the binding of \(event) on \(name) to "
                        + "forward the event",
                    .handled
                )
            }
            if ["Control", "Button", "Slider", "Switch"].contains(context.type(responder)) {
                return ("\(context.described(responder)) does not forward touches up the responder chain", .keepsTouch)
            }
        }
        return ("a handler of a responder earlier in the responder chain consumed the touch", .handled)
    }
}
