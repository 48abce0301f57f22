internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension Diagnosis {
    mutating func explainOthers(at point: Point) {
        let above = Set(hit == 0 ? [] : context.ancestors(hit))
        let others = context.boundViews { !above.contains($0) && context.contains(point, $1) }
        for (id, view) in others.prefix(Self.otherLimit) {
            guard let reason = obstacle(before: id, view, point) else { continue }
            let who = context.boundWords(context.allBounds(id), of: nil)
            let text = "\(who) not called: \(reason.words)."
            let isExpected = isExpected(reason.rule, of: id)
            sentences.append(
                .init(text: text, rule: reason.rule, missed: context.missed(by: id), isExpected: isExpected)
            )
        }
        if others.count > Self.otherLimit {
            let rest = others.count - Self.otherLimit
            let views = rest == 1 ? "1 more view" : "\(rest) more views"
            sentences.append(.init(text: "\(views) with handlers at this point did not receive the touch."))
        }
    }

    /// Returns why the hit test at the point did not reach a view; nil if no obstacle was found.
    func obstacle(before id: InternedID, _ view: LayoutFacts.ViewFacts, _ point: Point) -> Reason? {
        var holder: InternedID = 0
        let name = context.name(id)
        for ancestor in context.ancestors(id).reversed() {
            defer { holder = ancestor }
            let own = ancestor == id
            if let answer = answers[ancestor] {
                guard answer.isRefused, let (words, rule) = context.words(for: answer) else { continue }
                let remedy = context.remedy(for: answer, history)
                if own { return ("\(name) \(words)\(remedy)", rule) }
                guard answer.refusal == .outside else {
                    return ("\(name) lies in \(context.name(ancestor)), which \(words)\(remedy)", rule)
                }
                let far = "\(Context.points(context.gap(answer))) outside its superview \(context.name(ancestor))"
                return ("the touch began on a part of \(name) that lies \(far)", .parentBounds)
            }
            if let facts = facts.owners[ancestor]?.view, facts.isHidden {
                let words = own ? "\(name) is hidden" : "\(name) lies in \(context.name(ancestor)), which is hidden"
                return (words + context.hiddenRemedy(of: ancestor, history), .ineligible)
            }
            guard hit != 0 else { return nil }
            if holder == 0 { return ("the window \(windowName(of: hit)) lies in front of \(name)", .windows) }
            let path = context.ancestors(hit)
            guard let index = path.firstIndex(of: holder), index > 0 else { return nil }
            let front = path[index - 1]
            let pages = pages(over: ancestor, in: holder, at: point)
            if page(of: front, in: holder) != nil, !pages.isEmpty {
                let (noun, verb) = pages.count == 1 ? ("page", "is") : ("pages", "are")
                let list = Context.list(pages, limit: 3)
                return (
                    "the \(noun) \(list) \(verb) presented over \(name); dismiss the \(noun) with `tree.dismiss`",
                    .presentedPage
                )
            }
            let alpha = facts.owners[front]?.view?.alpha ?? 1
            let inner =
                (alpha < 1 ? " (alpha \(Context.number(alpha)))" : "")
                + (front == hit ? "" : ", with \(context.name(hit)) in it,")
            let remedy = "set `userInteractionEnabled: false` on \(context.name(front)), so that touches reach \(name)"
            return ("\(context.name(front))\(inner) lies in front of \(name); \(remedy)", .inFront)
        }
        return nil
    }

    /// Returns the name of the controller of `view`, a direct subview of the window `holder`; nil without a controller.
    private func page(of view: InternedID, in holder: InternedID) -> String? {
        guard facts.owners[holder]?.view?.isWindow == true, let next = facts.owners[view]?.next,
            context.names[next]?.kind == .controller
        else { return nil }
        return context.name(next)
    }

    /// Returns the names of the presented controllers that cover `view`, a subview of the window `holder`, at a point.
    /// The controllers are sorted from back to front.
    private func pages(over view: InternedID, in holder: InternedID, at point: Point) -> [String] {
        guard let order = facts.owners[view]?.view?.order else { return [] }
        let views = facts.owners.compactMap { id, owner in owner.view.map { (id: id, view: $0) } }
            .filter { $0.view.superview == holder && $0.view.order > order && context.contains(point, $0.view) }
            .filter { context.isEligible($0.id) }
        return views.sorted { $0.view.order < $1.view.order }.compactMap { page(of: $0.id, in: holder) }
    }

    func windowName(of view: InternedID) -> String { context.ancestors(view).last.map { context.name($0) } ?? "" }

    /// Reports the view over which the finger lifted, if the touch began in another view. All events of a touch are
    /// delivered to the view in which it began.
    mutating func explainDestination(from point: Point) {
        guard history.farthest > 10, history.end?.phase == .ended, hit != 0 else { return }
        let own = Set(context.ancestors(hit))
        guard
            let (id, _) = context.boundViews({ id, view in
                !own.contains(id) && context.contains(history.last, view) && !context.contains(point, view)
                    && context.isReachable(id, at: history.last)
            }).first
        else { return }
        let who = context.boundWords(context.allBounds(id), of: nil)
        let name = context.name(id)
        let text =
            "\(who) not called: the finger lifted over \(name), but the touch began on \(context.name(hit)) and "
            + "therefore belongs to \(context.name(hit))."
        sentences.append(.init(text: text, rule: .staysWithView, missed: context.missed(by: id)))
    }

    /// Reports which view with handlers is nearest to the point, if no view at the point has handlers.
    mutating func explainNearest(to point: Point) {
        let all = context.boundViews { id, _ in context.eligible.contains(id) }
        let near = all.compactMap { id, view in context.gap(point, to: view).map { (id, $0, view) } }
            .filter { $0.1.isFinite }.sorted { $0.1 < $1.1 }
        // Skip covered views and views on other screens.
        let own = context.screen(at: point)
        let open = near.prefix(Self.nearLimit).first { id, _, view in
            // Tests five points, because part of the view may be covered or outside its superview.
            let samplePoints = [(0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)].map { across, down in
                Point(x: view.bounds.minX + view.bounds.width * across, y: view.bounds.minY + view.bounds.height * down)
                    .applying(view.toScreens)
            }
            return samplePoints.contains { context.screen(at: $0) == own && context.isInFront(id, at: $0) }
        }
        guard let (id, distance, view) = open else {
            let text =
                if near.isEmpty {
                    "No view with a handler can be touched in this layout."
                } else if own == nil {
                    "The touch began outside all screens of the layout, where no view has a handler."
                } else {
                    "No view at this point has a handler, and no uncovered view with a handler is nearby."
                }
            sentences.append(.init(text: text))
            return
        }
        let frame = view.bounds.applying(view.toScreens)
        let size = "\(Context.number(frame.width)) x \(Context.number(frame.height)) pt"
        let name = context.name(id)
        // A view excludes its right and bottom edges, at distance 0.
        let location =
            distance < 0.05 ? "which excludes this point on its edge" : "\(Context.points(distance)) away"
        let text =
            "No view at this point has a handler. The nearest view with a handler is \(name), \(location); \(name) "
            + "measures \(size) and begins at \(context.onScreen(frame.origin))."
        if let turned = turnedPanel(point, view, id, distance) { sentences.append(turned) }
        let missed = distance <= Self.farAway ? context.missed(by: id) : []
        sentences.append(.init(text: text, rule: .outside, missed: missed))
    }
}
