internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import LayoutRuntime
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension Diagnosis {
    mutating func explainGestures() {
        var left = Self.gestureLimit
        for view in context.ancestors(hit) {
            for id in facts.owners[view]?.view?.gestures ?? [] where left > 0 {
                guard let gesture = facts.gestures[id] else { continue }
                let steps = facts.sequences.enumerated().filter { $0.element.steps.contains(id) }
                let bounds = context.expected(gesture.bound)
                if !bounds.isEmpty, !bounds.contains(where: hasRun), let reason = gestureReason(gesture, bounds) {
                    left -= 1
                    explain(bounds.map { ($0, reason) }, of: id)
                }
                for (index, sequence) in steps { explain(sequence, at: index, id) }
            }
        }
    }

    mutating func explain(_ sequence: LayoutFacts.Sequence, at index: Int, _ step: InternedID) {
        let bounds = context.expected(sequence.bound)
        guard !bounds.isEmpty, !bounds.contains(where: hasRun),
            sequence.steps.last == step || sequence.steps.first == step
        else { return }
        let who = context.boundWords(bounds, of: Context.quoted(sequence.name))
        let reason = missingStep(of: sequence, at: index) ?? effect(of: history.turns[index], on: sequence)
        let text = "\(who) not called: \(reason.words)."
        if !sentences.contains(where: { $0.text == text }) {
            let missed = Context.missed(bounds, of: sequence.name)
            sentences.append(.init(text: text, rule: reason.rule, missed: missed))
        }
    }

    /// Returns why the next step of a begun sequence was not recognized in this touch. Returns nil if the sequence has
    /// not begun, if a gesture of this touch affected it, or if the reason is unknown.
    private func missingStep(of sequence: LayoutFacts.Sequence, at index: Int) -> Reason? {
        guard history.turns[index] == nil, let made = history.stepsMade[index], made > 0 else { return nil }
        let id = sequence.steps[made]
        guard let gesture = facts.gestures[id], let (words, rule) = gestureReason(gesture, gesture.bound) else {
            return nil
        }
        let text = "step \(made + 1) of \(sequence.steps.count) is \(context.name(id)), and \(words)"
        return (text, rule ?? .sequenceSteps)
    }

    /// Describes how a touch affected a sequence, with the rule that explains the effect.
    private func effect(of turn: TouchHistory.Turn?, on sequence: LayoutFacts.Sequence) -> Reason {
        (words(for: turn, of: sequence), turn?.late == nil ? .sequenceSteps : .sequenceTime)
    }

    private func words(for turn: TouchHistory.Turn?, of sequence: LayoutFacts.Sequence) -> String {
        let count = sequence.steps.count
        guard let turn else {
            let steps = Context.list(sequence.steps.map { context.name($0) })
            return "the sequence requires \(steps), in this order, and this touch completed none of these gestures"
        }
        let name = context.name(turn.gesture)
        var words = ""
        let own = sequence.steps.lastIndex(of: turn.gesture) ?? 0
        if let late = turn.late {
            let limit = Context.time(sequence.limits[own])
            let setting = Context.setting("within", microseconds: sequence.limits[own])
            words = "\(name) was recognized \(Context.time(late)) after the previous step; "
            words += "at most \(limit) is allowed\(setting)"
        } else if let other = turn.other {
            words = "\(name) was recognized instead of the expected \(context.name(other))"
        }
        guard turn.made > 0, turn.made < count else {
            return words.isEmpty ? "\(name) was the last step of the sequence" : words
        }
        let limit = Context.time(sequence.limits[turn.made])
        let next = "\(context.name(sequence.steps[turn.made])) must follow within \(limit)"
        let made = "\(name) is step \(turn.made) of \(count), and \(next)"
        return words.isEmpty ? made : "\(words); \(made)"
    }

    func gestureReason(_ gesture: LayoutFacts.Gesture, _ bounds: [LayoutFacts.Bound]) -> Reason? {
        let name = context.name(gesture.id)
        guard let offer = history.offers.first(where: { $0.subject == gesture.id }) else {
            return gesture.isEnabled ? nil : ("\(name) has `enabled: false`; set `enabled: true`", .disabledGesture)
        }
        if let (words, rule) = context.clause(forOffer: offer, history) {
            let change = context.change(of: gesture.id, .enabling, history) ?? "set `enabled: true`"
            let remedy = offer.offerResult == .disabled ? "; \(change)" : ""
            return ("\(name) ignored the touch \(words)\(remedy)", rule)
        }
        let steps = history.gestures.filter { $0.subject == gesture.id }
        let states = steps.filter { $0.kind == .gesture }
        if let failure = states.first(where: { $0.detail == 4 || $0.detail == 5 }) {
            let (words, rule) = context.words(for: failure, history)
            let isStill = failure.cause == .liftedEarly || failure.cause == .abandoned
            let withheld = isStill ? context.withheldMovement(of: history) : ""
            return ("\(name) \(failure.detail == 5 ? "failed" : "was cancelled") because \(words)\(withheld)", rule)
        }
        if bounds.allSatisfy({ $0.event == .began }), context.wasActive(gesture.id, history) {
            return ("\(name) had already begun when this touch began", nil)
        }
        if let last = states.last {
            let wanted = Context.list(bounds.map(\.event.rawValue))
            if context.isDiscrete(gesture.id), last.state == .ended {
                return (
                    "\(name) was recognized, but a \(gesture.kind.name) never sends \(wanted); bind recognized instead",
                    .recognizedStates
                )
            }
            return ("\(name) was active but had not yet sent \(wanted)", nil)
        }
        if let wait = steps.last(where: { $0.kind == .waits }) {
            return ("\(name) was complete but still waiting for \(context.name(wait.other)) to fail", .waits)
        }
        if let (words, rule) = missingTap(of: gesture) { return ("\(name) \(words)", rule) }
        let why = history.end == nil ? "; the finger was still down at the end of the trace" : ""
        return ("\(name) was not recognized and did not fail\(why)", nil)
    }

    /// Returns why a tap gesture that requires several taps was not recognized before the trace ended; nil for other
    /// gestures, or if a finger of the gesture was still down.
    private func missingTap(of gesture: LayoutFacts.Gesture) -> Reason? {
        guard gesture.kind.type == .tap, history.end?.phase == .ended else { return nil }
        return gesture.explanation(GestureFailure(.nextTapMissing)).map { words, rule in
            ("was still waiting when the trace ended: \(words)", rule)
        }
    }
}
