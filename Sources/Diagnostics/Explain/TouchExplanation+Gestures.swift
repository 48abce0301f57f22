internal import Geometry
internal import GestureKinds
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension Context {
    /// Returns sentences about the gestures that could receive the touch, and about their results.
    func gestures(of history: TouchHistory) -> [Sentence] {
        var sentences: [Sentence] = []
        let taken = history.offers.filter { $0.offerResult == .taken }.map { introduced($0.subject) }
        if !taken.isEmpty {
            sentences.append(Sentence(text: "\(Self.capitalized(Self.list(taken))) received the touch."))
        }
        for offer in history.offers {
            guard let (words, rule) = clause(forOffer: offer, history) else { continue }
            sentences.append(
                Sentence(
                    text: "\(Self.capitalized(introduced(offer.subject))) ignored the touch \(words).",
                    rule: rule
                )
            )
        }
        for step in history.gestures {
            let after = Self.after(step.time - history.start)
            if step.kind == .waits {
                let text =
                    "\(Self.capitalized(name(step.subject))) was complete \(after) and waited for \(name(step.other)) to fail."
                sentences.append(Sentence(text: text, rule: .waits))
                continue
            }
            if step.kind == .sequence {
                sentences.append(Sentence(text: sequence(step)))
                continue
            }
            switch step.state {
            case .began:
                sentences.append(
                    Sentence(text: "\(Self.capitalized(name(step.subject))) began \(after)\(values(step)).")
                )
            case .changed:
                sentences.append(
                    Sentence(text: "\(Self.capitalized(name(step.subject))) last changed \(after)\(values(step)).")
                )
            case .ended:
                let words = isDiscrete(step.subject) ? "was recognized" : "ended (recognized)"
                sentences.append(
                    Sentence(text: "\(Self.capitalized(name(step.subject))) \(words) \(after)\(values(step)).")
                )
            case .cancelled:
                let (words, rule) = self.words(for: step, history)
                sentences.append(
                    Sentence(
                        text: "\(Self.capitalized(name(step.subject))) was cancelled \(after): \(words).",
                        rule: rule
                    )
                )
            case .failed:
                let (words, rule) = self.words(for: step, history)
                sentences.append(
                    Sentence(text: "\(Self.capitalized(name(step.subject))) failed \(after): \(words).", rule: rule)
                )
            default: break
            }
        }
        // A gesture cannot cancel a touch that the hit view did not receive.
        if let winner = withdrawal(from: history), let hit = history.hit, hit != 0, history.kept == nil {
            let name = Self.capitalized(name(winner.subject))
            let view = self.name(hit)
            let isWithheld = facts.gestures[winner.subject]?.touchLimit != nil && history.calls.isEmpty
            let text =
                wasActive(winner.subject, history)
                ? "\(name) was already active, so this touch was also cancelled in \(view)."
                : isWithheld ? "\(name) withheld the touch from \(view)." : "\(name) cancelled the touch in \(view)."
            let limit = facts.gestures[winner.subject].flatMap { $0.touchLimit == nil ? nil : $0.kind.rules.first }
            sentences.append(Sentence(text: text, rule: limit ?? .withdraws))
        }
        return sentences
    }

    /// Describes the step that a gesture made in a sequence. Without a gesture, describes the timeout of the sequence.
    private func sequence(_ step: TraceRecord) -> String {
        let (gesture, name) = (Self.capitalized(name(step.other)), name(step.subject))
        let count = step.stepsNeeded
        if step.other == 0 {
            return "The sequence \(name) reached step \(step.stepCount) of \(count) and timed out after "
                + "\(Self.time(step.timeSinceStep))."
        }
        switch step.state {
        case .ended: return "\(gesture) completed the sequence \(name), as step \(step.stepCount) of \(count)."
        case .failed: return "\(gesture) interrupted the sequence \(name) after step \(step.stepCount) of \(count)."
        default: return "\(gesture) was step \(step.stepCount) of \(count) of the sequence \(name)."
        }
    }

    /// Returns the gestures that received a touch.
    func counting(_ history: TouchHistory) -> [InternedID] {
        history.offers.filter { $0.offerResult == .taken }.map(\.subject)
    }

    /// Returns whether a gesture had begun before it received the touch.
    func wasActive(_ gesture: InternedID, _ history: TouchHistory) -> Bool {
        history.joined.contains(gesture)
    }

    func isDiscrete(_ gesture: InternedID) -> Bool { facts.gestures[gesture]?.kind.isDiscrete ?? false }

    /// Returns the measured values of a gesture's state change as text.
    private func values(_ step: TraceRecord) -> String {
        step.gestureMeasure.words(step.gestureNumbers)
    }

    /// Returns the trace record of the gesture that cancelled the touch in the hit view; nil if no gesture cancelled
    /// the touch.
    func withdrawal(from history: TouchHistory) -> TraceRecord? {
        let joined = history.offers.first { offer in
            history.joined.contains(offer.subject) && facts.gestures[offer.subject]?.cancelsTouchesInView != false
        }
        return joined
            ?? history.gestures.first { step in
                guard step.kind == .gesture, let state = step.state else {
                    return false
                }
                return (state == .began || state == .ended)
                    && facts.gestures[step.subject]?.cancelsTouchesInView != false
            }
    }

    /// Returns the reason why a gesture ignored a touch, as a phrase that begins with "because", and the rule. Returns
    /// nil if the gesture received the touch.
    func clause(forOffer offer: TraceRecord, _ history: TouchHistory) -> (words: String, rule: Rule?)? {
        guard offer.offerResult != nil else { return ("for an unknown reason", nil) }
        return words(forOffer: offer, history).map { ("because \($0.words)", $0.rule) }
    }

    private func words(forOffer offer: TraceRecord, _ history: TouchHistory) -> (words: String, rule: Rule?)? {
        switch offer.offerResult {
        case .taken, nil: nil
        case .disabled: ("the gesture has `enabled: false`", .disabledGesture)
        case .attemptIsOver:
            (
                "the gesture has already been recognized or has failed, and accepts no new touch until all its fingers "
                    + "are up",
                .attemptIsOver
            )
        case .isComplete: ("the gesture is already complete and waits for other gestures to fail", .waits)
        case .unwantedEvent: ("the gesture does not accept touches of this type", nil)
        case .unwantedTouch: rejection(by: offer.subject, history)
        case .ignored: ("the gesture already tracks other touches and accepts no more touches", nil)
        }
    }

    /// Returns why a touch was rejected: by the gesture itself if its type is `touchLimit`, otherwise by its delegate.
    private func rejection(by gesture: InternedID, _ history: TouchHistory) -> (words: String, rule: Rule?) {
        let byDelegate = "the gesture's delegate rejected the touch"
        guard let limit = facts.gestures[gesture], limit.kind.type == .touchLimit else { return (byDelegate, nil) }
        var failure = GestureFailure(.notFromEdge)
        failure.start = history.began
        failure.screen = history.began.flatMap { screen(at: $0) }.map { facts.screens[$0].frame }
        return limit.explanation(failure) ?? (byDelegate, nil)
    }

    /// Returns why a gesture failed or was cancelled, with the rule.
    func words(for step: TraceRecord, _ history: TouchHistory) -> (words: String, rule: Rule?) {
        switch step.cause {
        case .movedTooFar: return explanation(of: .movedTooFar, step, history)
        case .tookTooLong: return explanation(of: .tookTooLong, step, history)
        case .nextTapMissing: return explanation(of: .nextTapMissing, step, history)
        case .liftedEarly, .abandoned: return explanation(of: .liftedEarly, step, history)
        case .tooManyTouches: return explanation(of: .tooManyTouches, step, history)
        case .tooFewTouches: return explanation(of: .tooFewTouches, step, history)
        case .wrongDirection: return explanation(of: .wrongDirection, step, history)
        case .notFromEdge: return explanation(of: .notFromEdge, step, history)
        case .touchesCancelled:
            // If a filter cancelled the touch, the filter's reason is more specific than the gesture's rule.
            guard history.filterCancellation != .none, let end = history.end, end.phase == .cancelled else {
                return ("a touch of the gesture was cancelled", .cancelledGesture)
            }
            return Diagnosis.cancellation(of: history, at: end.time, self)
        case .prevented:
            return (
                "\(name(step.other)) was recognized first, and neither gesture lists the other in `simultaneousWith`",
                .oneAtATime
            )
        case .requiredFailureRecognized:
            return ("its `requireToFail` lists \(described(step.other)), which was recognized", .required)
        case .circularRequirement:
            return (
                "this gesture and a gesture in its `requireToFail` wait for each other; remove one of the two entries",
                .circle
            )
        case .vetoedByView:
            let isControl = ["Button", "Switch", "Slider"].contains(type(step.other))
            return isControl
                ? ("\(described(step.other)) prevents competing gestures of its superviews", .standardObjection)
                : ("\(described(step.other)) prevents this gesture from beginning", .objection)
        case .vetoedByDelegate: return ("its delegate prevented the gesture from beginning", .objection)
        case .disabled: return ("the gesture was disabled", .disabledGesture)
        case .removed: return ("its view was removed", .removedGesture)
        case .interrupted: return ("input was paused or the device was removed while the gesture waited", .inactive)
        case .gesture, .subclass: return ("the gesture's class set the state itself", nil)
        case .reset: return ("the gesture was reset for the next attempt", nil)
        }
    }

    /// Returns the explanation of a failure from the gesture's descriptor.
    private func explanation(
        of reason: GestureFailure.Reason,
        _ step: TraceRecord,
        _ history: TouchHistory
    ) -> (words: String, rule: Rule?) {
        let failure = failure(reason, step, history)
        return facts.gestures[step.subject]?.explanation(failure) ?? (failure.words, nil)
    }

    /// Returns the measurements of a gesture's failed attempt.
    func failure(_ reason: GestureFailure.Reason, _ step: TraceRecord, _ history: TouchHistory) -> GestureFailure {
        var failure = GestureFailure(reason)
        failure.distance = step.distance
        if reason != .wrongDirection { failure.limit = step.limit }
        (failure.numbers, failure.straight) = (step.gestureNumbers, step.straight)
        failure.fingers = max(1, step.touchCount)
        failure.duration = max(0, step.time - history.start)
        failure.start = history.began
        failure.end = reason == .wrongDirection ? step.failureLocation : history.last
        failure.screen = history.began.flatMap { screen(at: $0) }.map { facts.screens[$0].frame }
        failure.otherTap = otherTap(at: step, history)
        return failure
    }

    /// Returns the previous tap if the gesture failed when this touch began, otherwise the next tap; nil if the tap is
    /// unknown.
    private func otherTap(at step: TraceRecord, _ history: TouchHistory) -> GestureFailure.OtherTap? {
        guard let began = history.began else { return nil }
        if step.time == history.start, let former = history.former {
            return .init(isFormer: true, pause: step.time - former.time, distance: began.distance(to: former.location))
        }
        guard let next = history.next, let end = history.end else { return nil }
        return .init(isFormer: false, pause: next.time - end.time, distance: began.distance(to: next.location))
    }
}
