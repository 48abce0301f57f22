internal import Geometry
internal import GestureKinds
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension Context {
    /// Returns sentences about the hit test: each visited view and its result. Views that do not contain the touch are
    /// summarized.
    func search(of history: TouchHistory) -> [Sentence] {
        guard let hit = history.hit else { return [] }
        var sentences = Search(history, self).sentences
        if hit == 0 {
            sentences.append(Sentence(text: "No window accepted the touch, so no view received it.", rule: .noWindow))
            return sentences
        }
        guard let kept = history.kept else { return sentences }
        sentences.append(refusal(kept, by: hit, history))
        return sentences
    }

    /// Returns why the hit view does not receive the touch.
    func refusal(_ kept: TraceRecord.NonDelivery, by hit: InternedID, _ history: TouchHistory) -> Sentence {
        let others = history.others.isEmpty ? "another touch" : Self.list(history.others.map { "touch \($0)" })
        switch kept {
        case .singleTouchView:
            let counting = counting(history).map { name($0) }
            if !counting.isEmpty {
                let text =
                    "\(name(hit)) itself did not receive the touch because \(name(hit)) was already tracking "
                    + "\(others); only \(Self.list(counting)) received the touch."
                return Sentence(text: text)
            }
            let text =
                "\(name(hit)) did not receive the touch because \(name(hit)) was already tracking \(others); "
                + "set `multipleTouchEnabled: true` on \(name(hit)) to receive several touches."
            return Sentence(text: text, rule: .singleTouch)
        case .otherViewIsExclusive:
            let text =
                "\(name(hit)) did not receive the touch because a view with `exclusiveTouch: true` was "
                + "already tracking \(others)."
            return Sentence(text: text, rule: .exclusiveOther)
        case .viewIsExclusive:
            let text =
                "\(name(hit)) did not receive the touch because it has `exclusiveTouch: true` and another view "
                + "was already tracking \(others)."
            return Sentence(text: text, rule: .exclusiveOwn)
        case .swallowed:
            return Sentence(
                text: "\(name(hit)) did not receive the touch: an override of sendEvent did not forward the event.",
                rule: .swallowed
            )
        }
    }

    /// Returns a phrase for the reason of a rejection, such as "is hidden", with the rule; nil if the view did not
    /// reject the touch.
    func words(for visit: TraceRecord) -> (words: String, rule: Rule)? {
        switch visit.refusal {
        case .hidden: ("is hidden", .ineligible)
        case .transparent: ("has an alpha of \(visit.alpha), below the fixed minimum of 0.01", .ineligible)
        case .interactionDisabled: ("has `userInteractionEnabled: false`", .ineligible)
        case .outside:
            gap(visit) < 0.05
                ? ("excludes the point, which is on its edge", .outside)
                : ("is \(Self.points(gap(visit))) away from the touch", .outside)
        case .overridden: ("overrides its hit test and rejects touches at this point", .overridden)
        case .singularTransform: ("has a transform that shrinks it to zero area", .singular)
        default: nil
        }
    }

    /// Returns a phrase with the command that changed the view, or with the setting that makes the view touchable;
    /// empty if there is neither.
    func remedy(for visit: TraceRecord, _ history: TouchHistory) -> String {
        let view = name(visit.subject)
        if visit.refusal != .hidden, visit.refusal != .outside,
            let change = change(of: visit.subject, .interaction, history)
        {
            return "; \(change)"
        }
        return switch visit.refusal {
        case .hidden: hiddenRemedy(of: visit.subject, history)
        case .transparent: "; set `alpha` of \(view) to 0.01 or greater"
        case .interactionDisabled: "; set `userInteractionEnabled: true` on \(view)"
        default: ""
        }
    }
}

extension Context {
    /// Returns a phrase with the command that changed a hidden view; otherwise with the handler call or the setting
    /// that shows the view.
    func hiddenRemedy(of view: InternedID, _ history: TouchHistory) -> String {
        if let change = change(of: view, .visibility, history) { return "; \(change)" }
        guard let call = facts.owners[view].flatMap({ facts.showingCalls[$0.name] }) else {
            return "; set `hidden: false` on \(name(view))"
        }
        return "; the layout shows \(name(view)) with `\(call)`"
    }
}

/// Hit-test results arranged as a tree of views.
private struct Search {
    private(set) var sentences: [TouchExplanation.Sentence] = []
    private let context: Context
    private let history: TouchHistory
    /// Visited views by superview, in the order in which they were visited.
    private var children: [InternedID: [InternedID]] = [:]
    private var answers: [InternedID: TraceRecord] = [:]

    /// For each superview, maximum number of reported subviews that do not contain the touch.
    private static let elsewhereLimit = 2
    /// For each superview, maximum number of reported subviews that reject the touch for another reason.
    private static let refusalLimit = 6
    private static let lineLimit = 60

    init(_ history: TouchHistory, _ context: Context) {
        (self.history, self.context) = (history, context)
        var roots: [InternedID] = []
        for visit in history.visits {
            // The first record of a view is the visit; the record of the view's result replaces the first record.
            if answers[visit.subject] == nil {
                if visit.other == 0 {
                    roots.append(visit.subject)
                } else {
                    children[visit.other, default: []].append(visit.subject)
                }
            }
            answers[visit.subject] = visit
        }
        for root in roots { describe(root, 0) }
        if sentences.count > Self.lineLimit {
            let rest = sentences.count - Self.lineLimit
            sentences =
                sentences.prefix(Self.lineLimit / 2) + [.init(text: "… and \(rest) more lines …")]
                + sentences.suffix(Self.lineLimit / 2)
        }
    }

    private mutating func describe(_ root: InternedID, _ depth: Int) {
        // Iterative with an explicit stack, because trees can be deep.
        var waiting = [(id: root, depth: depth)]
        while let (id, depth) = waiting.popLast() {
            guard let answer = answers[id], sentences.count < 10_000 else { continue }
            let name = context.name(id)
            if answer.isRefused, let (words, rule) = context.words(for: answer) {
                sentences.append(
                    .init(
                        text: "\(name): not hit, because it \(words)",
                        depth: depth,
                        rule: rule == .outside ? nil : rule
                    )
                )
                continue
            }
            let location = Context.coordinates(answer.viewLocation)
            let isHit = id == history.hit
            sentences.append(
                .init(
                    text: "\(name): \(isHit ? "hit" : "contains the touch"), at local point \(location)",
                    depth: depth
                )
            )
            let below = children[id] ?? []
            refusals(of: below, depth + 1)
            for child in below.reversed() where answers[child]?.isRefused == false {
                waiting.append((child, depth + 1))
            }
        }
    }

    private mutating func refusals(of views: [InternedID], _ depth: Int) {
        let refused = views.compactMap { answers[$0] }.filter { $0.isRefused }
        let others = refused.filter { $0.refusal != .outside }
        let elsewhere = refused.filter { $0.refusal == .outside }
        let gaps = elsewhere.map { (view: $0.subject, gap: context.gap($0)) }.sorted { $0.gap < $1.gap }
        let near = Set(gaps.prefix(Self.elsewhereLimit).map(\.view))
        let shown = Set(others.prefix(Self.refusalLimit).map(\.subject)).union(near)
        for visit in refused where shown.contains(visit.subject) {
            guard let (words, rule) = context.words(for: visit) else { continue }
            let text = "\(context.name(visit.subject)): not hit, because it \(words)"
            sentences.append(.init(text: text, depth: depth, rule: rule == .outside ? nil : rule))
        }
        if elsewhere.count > near.count {
            let rest = elsewhere.count - near.count
            let views = rest == 1 ? "view does" : "views do"
            sentences.append(.init(text: "\(rest) more \(views) not contain this point", depth: depth))
        }
        if others.count > Self.refusalLimit {
            let rest = others.count - Self.refusalLimit
            let views = rest == 1 ? "view accepts" : "views accept"
            sentences.append(.init(text: "\(rest) more \(views) no touches", depth: depth))
        }
    }
}
