internal import Bridge
internal import Geometry
internal import Occurrences
internal import ResponderKit

/// For handlers that a person would have expected, the first rule that stopped each of them.
struct WhyNot {
    private(set) var sentences: [Story.Sentence] = []
    private let record: Record
    private let context: Context
    private let hit: Mark
    /// What views said in the search.
    private let answers: [Mark: Decision]

    typealias Reason = (words: String, rule: Rule?)

    /// So many are told of: gestures above the view, responders above it, and views that lie at the point as well.
    private static let gestureLimit = 6
    private static let chainLimit = 2
    private static let otherLimit = 4

    /// So far from everything, in points, nobody aimed at it.
    private static let farAway = 60.0

    /// So many of the nearest views are looked at for one that nothing lies in front of.
    private static let nearLimit = 8

    init(_ record: Record, _ context: Context) {
        (self.record, self.context, hit) = (record, context, record.hit ?? 0)
        answers = Dictionary(record.visits.map { ($0.subject, $0) }) { _, later in later }
        guard record.hit != nil, let point = record.began else { return }
        if hit != 0 {
            tellOwn()
            tellGestures()
            tellChain()
        }
        tellOthers(at: point)
        tellDestination(from: point)
        if record.runs.isEmpty, sentences.isEmpty { tellNearest(to: point) }
    }

    private var facts: LayoutFacts { context.facts }

    private func hasRun(_ bound: LayoutFacts.Bound) -> Bool {
        if let action = bound.action {
            return record.actions.contains { context.roster[$0.subject]?.name == action && $0.other != 0 }
        }
        return record.runs.contains { run in
            guard run.event == bound.event, let binding = context.roster[run.binding]?.binding else { return false }
            return bound.bindings.contains { $0 === binding }
        }
    }

    /// One sentence for all that were stopped by the same.
    private mutating func tell(_ stopped: [(bound: LayoutFacts.Bound, reason: Reason)], of owner: Mark) {
        var groups: [(reason: Reason, bounds: [LayoutFacts.Bound])] = []
        for (bound, reason) in stopped {
            if let place = groups.firstIndex(where: { $0.reason.words == reason.words }) {
                groups[place].bounds.append(bound)
            } else {
                groups.append((reason, [bound]))
            }
        }
        for group in groups {
            let who = Context.capitalizedAction(context.boundWords(group.bounds, of: context.name(owner)))
            sentences.append(.init(text: "\(who) not called: \(group.reason.words).", rule: group.reason.rule))
        }
    }

    // MARK: The view that was hit

    private mutating func tellOwn() {
        let expected = context.expected(facts.owners[hit]?.bound ?? []).filter { !hasRun($0) }
        tell(expected.compactMap { bound in reason(for: bound, of: hit).map { (bound, $0) } }, of: hit)
    }

    private func reason(for bound: LayoutFacts.Bound, of owner: Mark) -> Reason? {
        if let kept = record.kept {
            let sentence = context.refusal(kept, by: hit, record)
            return (String(sentence.text.dropLast()), sentence.rule)
        }
        return bound.event.family == .control ? controlReason(bound, of: owner) : touchReason(bound.event, of: owner)
    }

    /// Why a handler of touches was not called although nobody below kept them.
    private func touchReason(_ event: EventName, of owner: Mark) -> Reason? {
        switch event {
        case .touchesBegan:
            return record.calls.isEmpty ? unheard : nil
        case .touchesMoved: return record.moves == 0 ? ("the finger did not move", nil) : lost
        case .touchesEnded: return lost
        case .touchesCancelled: return ("the finger was not cancelled", nil)
        default: return nil
        }
    }

    /// Why no view heard of the finger at all.
    private var unheard: Reason? {
        let delaying = record.offers.filter { $0.detail == 0 }.map(\.subject)
            .filter { facts.gestures[$0]?.delaysTouchesBegan == true }
        guard let winner = context.withdrawal(from: record) else {
            return delaying.first.map {
                ("delaysTouchesBegan of \(context.name($0)) still kept the finger from all views", .holdsBack)
            }
        }
        let name = context.name(winner.subject)
        if context.wasUnderWay(winner.subject, record) {
            return ("\(name) was under way already, and took this finger from the views, too", .withdraws)
        }
        // The winner's own delay explains it best.
        guard let holder = delaying.contains(winner.subject) ? winner.subject : delaying.first else {
            let after = Context.after(winner.time - record.start)
            return ("\(name) was recognized \(after) and took the finger away", .withdraws)
        }
        let whose = holder == winner.subject ? "" : " of \(context.name(holder))"
        return (
            "\(name) was recognized, and until then delaysTouchesBegan\(whose) kept the finger from all views",
            .holdsBack
        )
    }

    /// Why a view heard no lift.
    private var lost: Reason {
        // Who never heard of the finger could not lose it.
        if record.calls.isEmpty, let unheard { return unheard }
        if let winner = context.withdrawal(from: record) {
            let kind = context.kind(winner.subject)
            let name = context.name(winner.subject)
            let what = name.hasPrefix("`") ? "\(name), a \(kind)," : name
            return (
                "\(what) was recognized \(Context.after(winner.time - record.start)) and took the finger away",
                .withdraws
            )
        }
        guard let end = record.end else { return ("the finger was still down at the end", nil) }
        guard end.phase == .cancelled else {
            return ("a gesture was still waiting for more when the finger lifted", .holdsEndBack)
        }
        switch record.takenBack {
        case 1: return ("the finger left the panel's range, and filters: has outside: ignore", .outOfRange)
        case 5: return ("the panel took the finger for a palm", .palm)
        case 0:
            return (
                "the finger was taken back after \(Context.time(end.time - record.start)), which is no lift", .takenBack
            )
        default: return ("the panel was found to touch itself there", .ghost)
        }
    }

    // MARK: Controls

    private func controlReason(_ bound: LayoutFacts.Bound, of owner: Mark) -> Reason? {
        let (name, type) = (context.name(owner), context.type(owner))
        if let reason = impossible(bound.event, name, type) { return reason }
        let sent = context.events(of: owner, in: record)
        if facts.owners[owner]?.view?.isEnabled == false, sent.isEmpty {
            return ("\(name) has enabled: false, and takes touches without doing anything", .disabledControl)
        }
        guard sent.contains(.touchDown) else {
            if !record.calls.contains(where: { $0.responder == owner }) { return touchReason(.touchesBegan, of: owner) }
            if type == "Slider" { return ("the finger did not go down on the thumb of \(name)", .slider) }
            return ("\(name) was following another finger", .oneFinger)
        }
        if let action = bound.action, sent.contains(bound.event) {
            return ("nobody on the way up from \(name) has \(Context.quoted(action)) in its actions:", .actions)
        }
        if let cancelled = sent.contains(.touchCancel) ? lost : nil, bound.event != .touchCancel {
            return (cancelled.words, cancelled.rule == .withdraws ? .cancelledControl : cancelled.rule)
        }
        switch bound.event {
        case .touchUpInside, .primaryActionTriggered: return liftReason(owner, sent)
        case .valueChanged:
            return type == "Switch"
                ? liftReason(owner, sent) : ("the finger did not change the value of \(name)", .slider)
        case .touchUpOutside: return ("the finger lifted inside of \(name)", .margin)
        case .touchDownRepeat: return ("this was the first tap in a row", .downRepeat)
        case .touchCancel: return ("the finger was not cancelled", .cancelledControl)
        default: return ("the finger did not move so", .drags)
        }
    }

    /// Events that a class never sends.
    private func impossible(_ event: EventName, _ name: String, _ type: String) -> Reason? {
        switch (event, type) {
        case (.valueChanged, "Button"):
            ("\(name) is a Button, which never sends valueChanged; it sends touchUpInside", .button)
        case (.valueChanged, "Control"): ("\(name) is a plain Control, which has no value", .button)
        case (.primaryActionTriggered, "Control"), (.primaryActionTriggered, "Slider"):
            ("\(name) is a \(type), which never sends primaryActionTriggered", .button)
        default: nil
        }
    }

    private func liftReason(_ owner: Mark, _ sent: [EventName]) -> Reason {
        let name = context.name(owner)
        guard sent.contains(.touchUpOutside) else { return lost }
        let distance = facts.owners[owner]?.view.flatMap { context.distance(record.last, to: $0) } ?? 0
        return (
            "the finger lifted \(Context.points(distance)) outside of \(name), and up to 70 pt count as inside", .margin
        )
    }

    // MARK: Gestures

    private mutating func tellGestures() {
        var left = Self.gestureLimit
        for view in context.ancestors(hit) {
            for mark in facts.owners[view]?.view?.gestures ?? [] where left > 0 {
                guard let gesture = facts.gestures[mark] else { continue }
                let steps = facts.sequences.enumerated().filter { $0.element.steps.contains(mark) }
                let bounds = context.expected(gesture.bound)
                if !bounds.isEmpty, !bounds.contains(where: hasRun), let reason = gestureReason(gesture, bounds) {
                    left -= 1
                    tell(bounds.map { ($0, reason) }, of: mark)
                }
                for (place, sequence) in steps { tell(sequence, at: place, mark) }
            }
        }
    }

    private mutating func tell(_ sequence: LayoutFacts.Sequence, at place: Int, _ step: Mark) {
        let bounds = context.expected(sequence.bound)
        guard !bounds.isEmpty, !bounds.contains(where: hasRun),
            sequence.steps.last == step || sequence.steps.first == step
        else { return }
        let who = context.boundWords(bounds, of: Context.quoted(sequence.name))
        let text = "\(who) not called: \(words(for: record.turns[place], of: sequence))."
        if !sentences.contains(where: { $0.text == text }) { sentences.append(Story.Sentence(text: text)) }
    }

    /// What a finger was to a sequence.
    private func words(for turn: Record.Turn?, of sequence: LayoutFacts.Sequence) -> String {
        let count = sequence.steps.count
        guard let turn else {
            let steps = Context.list(sequence.steps.map { context.name($0) })
            return "the sequence takes \(steps), one after the other in time, and this finger made none of them"
        }
        let name = context.name(turn.gesture)
        var words = ""
        let own = sequence.steps.lastIndex(of: turn.gesture) ?? 0
        if let late = turn.late {
            let limit = Context.time(sequence.limits[own])
            words = "\(name) came \(Context.time(late)) after the step before, and has to come within \(limit)"
        } else if let other = turn.other {
            words = "\(name) was recognized when it was the turn of \(context.name(other))"
        }
        guard turn.made > 0, turn.made < count else { return words.isEmpty ? "\(name) was its last step" : words }
        let limit = Context.time(sequence.limits[turn.made])
        let next = "\(context.name(sequence.steps[turn.made])) has to follow within \(limit)"
        let made = "\(words.isEmpty ? name : "it") is step \(turn.made) of \(count), and \(next)"
        return words.isEmpty ? made : "\(words); \(made)"
    }

    private func gestureReason(_ gesture: LayoutFacts.Gesture, _ bounds: [LayoutFacts.Bound]) -> Reason? {
        let name = context.name(gesture.mark)
        guard let offer = record.offers.first(where: { $0.subject == gesture.mark }) else {
            return gesture.isEnabled ? nil : ("\(name) has enabled: false", .disabledGesture)
        }
        if offer.detail != 0 {
            let (words, rule) = context.words(forOffer: offer.detail)
            return ("\(name) did not take the finger, as \(words)", rule)
        }
        let steps = record.gestures.filter { $0.subject == gesture.mark }
        let states = steps.filter { $0.kind == .gesture }
        if let failure = states.first(where: { $0.detail == 4 || $0.detail == 5 }) {
            let (words, rule) = context.words(for: failure, record)
            return ("\(name) \(failure.detail == 5 ? "failed" : "was cancelled"), as \(words)", rule)
        }
        if bounds.allSatisfy({ $0.event == .began }), context.wasUnderWay(gesture.mark, record) {
            return ("\(name) had begun already when this finger joined it", nil)
        }
        if let last = states.last {
            let wanted = Context.list(bounds.map(\.event.rawValue))
            if context.isDiscrete(gesture.mark), last.detail == 3 {
                return (
                    "\(name) was recognized, and a \(gesture.kind.words) has no \(wanted); bind it to recognized",
                    .recognizedStates
                )
            }
            return ("\(name) was under way and had not come to \(wanted)", nil)
        }
        if let wait = steps.last(where: { $0.kind == .waits }) {
            return ("\(name) was complete and still waited for \(context.name(wait.other)) to fail", .waits)
        }
        return ("\(name) had not come to a decision\(record.end == nil ? ", as the finger was still down" : "")", nil)
    }

    // MARK: Above

    private mutating func tellChain() {
        var left = Self.chainLimit
        let chain = context.chain(hit)
        for (place, owner) in chain.enumerated().dropFirst() where left > 0 {
            let bounds = context.expected((facts.owners[owner]?.bound ?? []).filter { $0.event.family == .touches })
            let stopped = bounds.filter { !hasRun($0) }
            guard !stopped.isEmpty else { continue }
            left -= 1
            tell(
                stopped.compactMap { bound in
                    let reason = keeper(of: bound.event, among: chain.prefix(place)) ?? reason(for: bound, of: owner)
                    return reason.map { (bound, $0) }
                },
                of: owner
            )
        }
    }

    /// Who below kept an event to himself.
    private func keeper(of event: EventName, among responders: ArraySlice<Mark>) -> Reason? {
        guard record.kept == nil else { return nil }
        // Who heard nothing himself keeps nothing.
        guard let hit = responders.first, context.hasHeard(event, hit, in: record) else { return nil }
        for responder in responders {
            let name = context.name(responder)
            if let bound = facts.owners[responder]?.bound.first(where: { $0.event == event }), !bound.passes {
                return ("\(name) has a handler for \(event.rawValue) without pass: true, and keeps it", .handled)
            }
            if ["Control", "Button", "Slider", "Switch"].contains(context.type(responder)) {
                return ("\(context.described(responder)), keeps its touches to itself", .keepsTouch)
            }
        }
        return ("a handler below kept it", .handled)
    }

    // MARK: Others at the point

    private mutating func tellOthers(at point: Point) {
        let above = Set(hit == 0 ? [] : context.ancestors(hit))
        let others = context.boundViews { !above.contains($0) && context.contains(point, $1) }
        for (mark, view) in others.prefix(Self.otherLimit) {
            guard let reason = obstacle(before: mark, view, point) else { continue }
            let who = context.boundWords(context.allBounds(mark), of: nil)
            sentences.append(.init(text: "\(who) not called: \(reason.words).", rule: reason.rule))
        }
        if others.count > Self.otherLimit {
            sentences.append(
                .init(text: "The same goes for \(others.count - Self.otherLimit) more views that lie there.")
            )
        }
    }

    /// What kept the search from a view that lies at the point.
    private func obstacle(before mark: Mark, _ view: LayoutFacts.ViewFacts, _ point: Point) -> Reason? {
        var holder: Mark = 0
        let name = context.name(mark)
        for ancestor in context.ancestors(mark).reversed() {
            defer { holder = ancestor }
            let own = ancestor == mark
            if let answer = answers[ancestor] {
                guard answer.detail != 0, let (words, rule) = context.words(for: answer) else { continue }
                if own { return ("\(name) \(words)", rule) }
                guard answer.detail == Decision.Refusal.outside.rawValue else {
                    return ("\(name) lies in \(context.name(ancestor)), which \(words)", rule)
                }
                let far = "\(Context.points(context.gap(answer))) outside of \(context.name(ancestor))"
                return ("the finger went down \(far), out of which \(name) sticks", .parentBounds)
            }
            if let facts = facts.owners[ancestor]?.view, facts.isHidden {
                return (
                    own ? "\(name) is hidden" : "\(name) lies in \(context.name(ancestor)), which is hidden",
                    .ineligible
                )
            }
            guard hit != 0 else { return nil }
            if holder == 0 { return ("the window \(windowName(of: hit)) lies in front of it", .windows) }
            let path = context.ancestors(hit)
            guard let place = path.firstIndex(of: holder), place > 0 else { return nil }
            let front = path[place - 1]
            let inner = front == hit ? "" : ", with \(context.name(hit)) in it,"
            return ("\(context.name(front))\(inner) lies in front of \(name)", .inFront)
        }
        return nil
    }

    private func windowName(of view: Mark) -> String { context.ancestors(view).last.map { context.name($0) } ?? "" }

    /// A finger that lifts over something has not touched that.
    private mutating func tellDestination(from point: Point) {
        guard record.farthest > 10, record.end?.phase == .ended, hit != 0 else { return }
        let own = Set(context.ancestors(hit))
        guard
            let (mark, _) = context.boundViews({ mark, view in
                !own.contains(mark) && context.contains(record.last, view) && !context.contains(point, view)
                    && context.isReachable(mark, at: record.last)
            }).first
        else { return }
        let who = context.boundWords(context.allBounds(mark), of: nil)
        let name = context.name(mark)
        let text =
            "\(who) not called: the finger lifted over \(name), and belongs to \(context.name(hit)), where it went down."
        sentences.append(.init(text: text, rule: .staysWithView))
    }

    /// What may have been meant, where nothing is bound at all.
    private mutating func tellNearest(to point: Point) {
        let all = context.boundViews { mark, _ in context.eligible.contains(mark) }
        let near = all.compactMap { mark, view in context.gap(point, to: view).map { (mark, $0, view) } }
            .filter { $0.1.isFinite }.sorted { $0.1 < $1.1 }
        // What lies behind something else was not meant, and neither was another screen.
        let own = context.screen(at: point)
        let open = near.prefix(Self.nearLimit).first { mark, _, view in
            // Its middle, and four places around it: a part may stick out or be covered.
            let places = [(0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)].map { across, down in
                Point(x: view.bounds.minX + view.bounds.width * across, y: view.bounds.minY + view.bounds.height * down)
                    .applying(view.toScreens)
            }
            return places.contains { context.screen(at: $0) == own && context.isInFront(mark, at: $0) }
        }
        guard let (mark, distance, view) = open else {
            let text =
                near.isEmpty
                ? "Nothing in the layout has a handler that a touch could reach."
                : "Nothing is bound where the finger went down, and no view with a handler that is free lies near."
            sentences.append(.init(text: text))
            return
        }
        let frame = view.bounds.applying(view.toScreens)
        let size = "\(Context.number(frame.width)) x \(Context.number(frame.height)) pt"
        var text =
            "Nothing is bound where the finger went down. The nearest view with a handler is \(context.name(mark)), "
        text += "\(Context.points(distance)) away: it is \(size) at \(context.onScreen(frame.origin))."
        sentences.append(.init(text: text, rule: .outside))
        guard let device = record.contact.flatMap({ facts.devices[$0.device] }),
            facts.screens.indices.contains(device.screen)
        else { return }
        // A finger that is a little off is no panel that hangs otherwise.
        let screen = facts.screens[device.screen]
        let isTurned = screen.rotation != 0 || screen.isFlipped
        guard isTurned || distance > Self.farAway else { return }
        let said = screen.rotation != 0 ? "says rotation: \(screen.rotation)" : "mirrors it or exchanges its axes"
        let none = "says nothing of rotation, flipX, flipY, swapAxes and calibration"
        let hint =
            "If the finger was on \(context.name(mark)), the panel lies otherwise than the screen's input: has it"
        sentences.append(.init(text: "\(hint), which \(isTurned ? said : none).", rule: .mapping))
    }
}
