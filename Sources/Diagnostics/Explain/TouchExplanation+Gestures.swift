internal import Bridge
internal import Geometry
internal import ResponderKit

extension Context {
    /// Which gestures were offered the touch, and what each of them made of it.
    func gestures(of history: TouchHistory) -> [Sentence] {
        var sentences: [Sentence] = []
        let taken = history.offers.filter { $0.offerResult == .taken }.map { introduced($0.subject) }
        if !taken.isEmpty {
            sentences.append(Sentence(text: "Offered to and taken by \(Self.list(taken))."))
        }
        for offer in history.offers {
            guard let (words, rule) = self.words(forOffer: offer) else { continue }
            sentences.append(
                Sentence(text: "\(Self.capitalized(introduced(offer.subject))) did not take it: \(words).", rule: rule)
            )
        }
        for step in history.gestures {
            let after = Self.after(step.time - history.start)
            if step.kind == .waits {
                let text =
                    "\(Self.capitalized(name(step.subject))) was complete \(after), and waited for \(name(step.other)) to fail."
                sentences.append(Sentence(text: text, rule: .waits))
                continue
            }
            if step.kind == .sequence {
                sentences.append(Sentence(text: sequence(step)))
                continue
            }
            switch GestureRecognizer.State(rawValue: Int(step.detail)) {
            case .began:
                sentences.append(
                    Sentence(text: "\(Self.capitalized(name(step.subject))) began \(after)\(values(step)).")
                )
            case .changed:
                sentences.append(
                    Sentence(text: "\(Self.capitalized(name(step.subject))) went on, lastly \(after)\(values(step)).")
                )
            case .ended:
                let words = isDiscrete(step.subject) ? "was recognized" : "ended, and so was recognized,"
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
        // Of a finger that its view never follows there is nothing to take away.
        if let winner = withdrawal(from: history), let hit = history.hit, hit != 0, history.kept == nil {
            let name = Self.capitalized(name(winner.subject))
            let view = self.name(hit)
            let text =
                wasUnderWay(winner.subject, history)
                ? "\(name) was under way already, and took this finger from \(view), too."
                : "\(name) won, and took the finger away from \(view)."
            sentences.append(Sentence(text: text, rule: .withdraws))
        }
        return sentences
    }

    /// What a recognized gesture was to a sequence, or, without a gesture, after how many microseconds it timed out.
    private func sequence(_ step: TraceRecord) -> String {
        let (gesture, name) = (Self.capitalized(name(step.other)), name(step.subject))
        let count = Int(step.x)
        if step.other == 0 {
            return "The sequence \(name) reached step \(step.count) of \(count) and timed out after "
                + "\(Self.time(Int64(step.y)))."
        }
        switch GestureRecognizer.State(rawValue: Int(step.detail)) {
        case .ended: return "\(gesture) completed the sequence \(name), as step \(step.count) of \(count)."
        case .failed: return "\(gesture) broke the sequence \(name) after step \(step.count) of \(count)."
        default: return "\(gesture) was step \(step.count) of \(count) of the sequence \(name)."
        }
    }

    /// The gestures that took a touch, whatever its view does.
    func counting(_ history: TouchHistory) -> [InternedID] {
        history.offers.filter { $0.offerResult == .taken }.map(\.subject)
    }

    /// Whether a gesture had begun before it was given the touch.
    func wasUnderWay(_ gesture: InternedID, _ history: TouchHistory) -> Bool {
        history.joined.contains(gesture)
    }

    func isDiscrete(_ gesture: InternedID) -> Bool {
        switch facts.gestures[gesture]?.kind {
        case .tap, .swipe: true
        default: false
        }
    }

    /// How far a gesture has come.
    private func values(_ step: TraceRecord) -> String {
        switch facts.gestures[step.subject]?.kind {
        case .pan, .screenEdgePan: " (moved by \(Self.place(Point(x: step.u, y: step.v))))"
        case .pinch: " (scale \(Self.number(step.u * 100)) %)"
        case .rotation: " (turned by \(Self.number(step.u * 180 / Double.pi)) degrees)"
        default: ""
        }
    }

    /// The gesture that took the finger away from its view, if one did.
    func withdrawal(from history: TouchHistory) -> TraceRecord? {
        let joined = history.offers.first { offer in
            history.joined.contains(offer.subject) && facts.gestures[offer.subject]?.cancelsTouchesInView != false
        }
        return joined
            ?? history.gestures.first { step in
                guard step.kind == .gesture, let state = GestureRecognizer.State(rawValue: Int(step.detail)) else {
                    return false
                }
                return (state == .began || state == .ended)
                    && facts.gestures[step.subject]?.cancelsTouchesInView != false
            }
    }

    func words(forOffer offer: TraceRecord) -> (words: String, rule: Rule?)? {
        switch offer.offerResult {
        case .taken: nil
        case .disabled: ("it has enabled: false", .disabledGesture)
        case .attemptIsOver:
            ("its attempt with earlier fingers is over, and the next one begins when all are up", .attemptIsOver)
        case .isComplete: ("it is complete already, and waits for others", .waits)
        case .unwantedEvent, .unwantedTouch: ("it does not want such touches", nil)
        case .ignored: ("it follows other fingers already, and no more than those", nil)
        case nil: ("nobody knows why", nil)
        }
    }

    /// Why a gesture failed or was cancelled.
    func words(for step: TraceRecord, _ history: TouchHistory) -> (words: String, rule: Rule?) {
        let gesture = facts.gestures[step.subject]
        let kind = gesture?.kind
        let moved = Self.points(step.x)
        switch step.cause {
        case .movedTooFar:
            let key = kind == .longPress ? " (allowableMovement)" : ""
            let rule: Rule = kind == .longPress ? .pressMovement : .tapMovement
            return ("the finger moved \(Self.points(step.x)), limit \(Self.points(step.y))\(key)", rule)
        case .tookTooLong:
            let limit = Self.time(Int64(step.y * 1_000_000))
            if kind == .swipe {
                let (needed, had) = (gesture?.touches ?? 1, max(1, Int(step.count)))
                guard had >= needed else { return (fewer(needed, had), .swipeFails) }
                let way = "\(moved)\(step.u - step.x > 0.05 ? " in its main direction" : "")"
                return ("the finger had moved only \(way) after \(limit); a swipe goes 50 pt in that time", .swipe)
            }
            return ("the finger was down for more than \(limit)", kind == .tap || kind == .longPress ? .tapTime : nil)
        case .nextTapMissing:
            let count = gesture.map { kind == .longPress ? $0.taps + 1 : $0.taps } ?? 2
            return ("\(missingTap(at: step, history)), and it needs \(count) in a row", .tapPause)
        case .liftedEarly, .abandoned: return early(step, gesture, history)
        case .tooManyTouches:
            let rule: Rule =
                kind == .tap
                ? .tapFingers : kind == .longPress ? .pressFingers : kind == .swipe ? .swipeFails : .panFingers
            return ("more than \(Self.fingers(Int(step.y))) came down", rule)
        case .tooFewTouches:
            return (fewer(Int(step.y), max(1, Int(step.count))), kind == .swipe ? .swipeFails : .tapFingers)
        case .wrongDirection:
            let directions = gesture?.directions ?? []
            let main = history.began.map { direction(from: $0, to: history.last) } ?? "elsewhere"
            return ("the finger went \(main), and not \(directions.joined(separator: " or "))", .swipeFails)
        case .notFromEdge:
            let edges = gesture?.directions ?? []
            if let gap = gapToEdge(edges, history), gap > 20 {
                let edge = "\(edges.joined(separator: " or ")) edge"
                return ("the finger went down \(Self.points(gap)) from the \(edge), limit 20 pt", .edgePan)
            }
            return (
                "the finger did not come in from the \(edges.isEmpty ? "edge" : edges.joined(separator: " or ")) edge",
                .edgePan
            )
        case .touchesCancelled:
            // The cause of the cancellation says more than the gesture's own rule.
            guard history.takenBack != .none, let end = history.end, end.phase == .cancelled else {
                return ("its finger was taken back", .cancelledGesture)
            }
            return Diagnosis.cancellation(of: history, at: end.time, self)
        case .prevented:
            return ("\(name(step.other)) was first, and neither has simultaneousWith for the other", .oneAtATime)
        case .requiredFailureRecognized:
            return ("\(name(step.other)) was recognized, which it has in requireToFail", .required)
        case .circularRequirement: return ("it waits for gestures that wait for it", .circle)
        case .vetoedByView:
            let isControl = ["Button", "Switch", "Slider"].contains(type(step.other))
            return (
                "\(described(step.other)), keeps that gesture for itself", isControl ? .standardObjection : .objection
            )
        case .vetoedByDelegate: return ("it was not allowed to begin", .objection)
        case .disabled: return ("it was switched off", .disabledGesture)
        case .removed: return ("its view was taken away", .removedGesture)
        case .interrupted: return ("input was paused, or its device removed, while it waited", .inactive)
        case .gesture, .subclass, .reset: return ("it decided so", nil)
        }
    }

    /// What is wrong with the next tap of several: too late, too far away, or not there.
    private func missingTap(at step: TraceRecord, _ history: TouchHistory) -> String {
        let missing = "no further tap came within 350 ms and 45 pt"
        let words: String
        let (pause, distance): (Int64, Double)
        if step.time == history.start, let former = history.former, let began = history.began {
            (words, pause, distance) = ("this tap came", step.time - former.time, began.distance(to: former.place))
        } else if let next = history.next, let end = history.end, let began = history.began {
            (words, pause, distance) = ("the next tap came", next.time - end.time, began.distance(to: next.place))
        } else {
            return missing
        }
        var faults: [String] = []
        if pause > 350_000 { faults.append("\(Self.time(pause)) later, limit 350 ms") }
        if distance > 45 { faults.append("\(Self.points(distance)) away, limit 45 pt") }
        return faults.isEmpty ? missing : "\(words) \(faults.joined(separator: ", and "))"
    }

    /// Main direction of a movement, with its length: "left by 60 pt".
    private func direction(from start: Point, to end: Point) -> String {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let word = x.magnitude >= y.magnitude ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down")
        return "\(word) by \(Self.points(max(x.magnitude, y.magnitude)))"
    }

    /// Distance from where a finger went down to the nearest of some edges of its screen.
    private func gapToEdge(_ edges: [String], _ history: TouchHistory) -> Double? {
        guard let point = history.began, let index = screen(at: point) else { return nil }
        let frame = facts.screens[index].frame
        let gaps = edges.map { edge in
            switch edge {
            case "left": point.x - frame.minX
            case "right": frame.maxX - point.x
            case "top": point.y - frame.minY
            default: frame.maxY - point.y
            }
        }
        return gaps.min()
    }

    private func fewer(_ needed: Int, _ had: Int) -> String {
        "it needs \(Self.fingers(needed)) at the same time, and there \(had == 1 ? "was 1" : "were \(had)")"
    }

    private func lifted(_ step: TraceRecord) -> String {
        step.x < 0.05 ? "the finger lifted without having moved" : "the finger lifted after \(Self.points(step.x))"
    }

    /// Why a lift was too early for a gesture.
    private func early(_ step: TraceRecord, _ gesture: LayoutFacts.Gesture?, _ history: TouchHistory) -> (
        words: String, rule: Rule?
    ) {
        guard let gesture else { return ("the fingers lifted before it was complete", nil) }
        let had = max(1, Int(step.count))
        let after = Self.time(max(0, step.time - history.start))
        switch gesture.kind {
        case .pinch where had < 2, .rotation where had < 2: return (fewer(2, had), .pinch)
        case .pinch:
            return (
                "the fingers lifted at \(Self.number(step.u * 100)) % of their distance, and a pinch begins at 8 pt more or less",
                .pinch
            )
        case .rotation:
            let turn = Self.number(step.u.magnitude * 180 / Double.pi)
            return (
                "the fingers lifted when they had turned by \(turn) degrees, and a rotation begins at about 6", .pinch
            )
        case .longPress where had < gesture.touches, .tap where had < gesture.touches:
            return (fewer(gesture.touches, had), gesture.kind == .tap ? .tapFingers : .pressFingers)
        case .longPress:
            let needed = Self.time(Int64((gesture.duration * 1_000_000).rounded()))
            return ("the finger lifted after \(after), and has to stay for \(needed) (minimumDuration)", .pressTime)
        case .pan where had < gesture.touches: return (fewer(gesture.touches, had), .panFingers)
        case .pan: return ("\(lifted(step)), and a pan begins at 10 pt", .pan)
        case .screenEdgePan: return ("\(lifted(step)), before it had come in far enough", .edgePan)
        case .swipe where had < gesture.touches: return (fewer(gesture.touches, had), .swipeFails)
        case .swipe:
            let aslant = step.u - step.x > 0.05 ? " in its main direction" : ""
            return ("\(lifted(step))\(aslant), and a swipe goes 50 pt", .swipe)
        case .tap: return ("the finger lifted before it was complete", .tap)
        case .custom: return ("nobody raised it while the finger was down", nil)
        }
    }
}
