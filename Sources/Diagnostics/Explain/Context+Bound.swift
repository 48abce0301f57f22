internal import Geometry
internal import LayoutRuntime
internal import Occurrences
internal import Platform
internal import Snapshots
internal import TouchTrace

extension Context {
    /// Of what is bound, that which a person expects to happen: the rest only where there is nothing else.
    func expected(_ bounds: [LayoutFacts.Bound]) -> [LayoutFacts.Bound] {
        let known = bounds.filter { [.touches, .control, .gesture].contains($0.event.family) }
        let usual = known.filter { bound in
            switch bound.event {
            case .touchesCancelled, .touchesMoved, .touchCancel, .touchUpOutside, .touchDragInside, .touchDragOutside,
                .touchDragEnter, .touchDragExit, .touchDownRepeat, .failed, .cancelled, .possible, .changed:
                false
            default: true
            }
        }
        return usual.isEmpty ? known : usual
    }

    /// What is bound to a view and to its gestures.
    func allBounds(_ id: InternedID) -> [(owner: String, bound: LayoutFacts.Bound)] {
        guard let owner = facts.owners[id] else { return [] }
        let own = expected(owner.bound).map { (name(id), $0) }
        let gestures = owner.view?.gestures.compactMap { facts.gestures[$0] } ?? []
        return own + gestures.flatMap { gesture in expected(gesture.bound).map { (name(gesture.id), $0) } }
    }

    /// "m.note (touchUpInside of `button`) was".
    func boundWords(_ bounds: [LayoutFacts.Bound], of owner: String) -> String {
        boundWords(bounds.map { (owner, $0) }, of: nil)
    }

    func boundWords(_ bounds: [(owner: String, bound: LayoutFacts.Bound)], of _: String?) -> String {
        var groups: [(calls: String, events: [String], owner: String)] = []
        for (owner, bound) in bounds {
            let calls = calls(bound)
            let event = Self.word(bound.event)
            if let place = groups.firstIndex(where: { $0.calls == calls && $0.owner == owner }) {
                groups[place].events.append(event)
            } else {
                groups.append((calls, [event], owner))
            }
        }
        let words = groups.map { "\($0.calls) (\(Self.list($0.events)) of \($0.owner))" }
        let isOne = groups.count == 1 && !groups[0].calls.holds(" and ")
        return "\(Self.list(words, limit: 4)) \(isOne ? "was" : "were")"
    }

    /// An event as layouts mostly have it.
    static func word(_ event: EventName) -> String { event == .ended ? "recognized" : event.rawValue }

    /// What is bound to a view, in a few words.
    func boundWords(_ id: InternedID) -> String {
        "\(boundWords(allBounds(id), of: nil)) not called"
    }

    // MARK: Views at a point

    /// The views with handlers for fingers of which something holds, those in front first.
    func boundViews(
        _ condition: (InternedID, LayoutFacts.ViewFacts) -> Bool
    ) -> [(id: InternedID, view: LayoutFacts.ViewFacts)] {
        bound.filter { condition($0.id, $0.view) }
    }

    func contains(_ point: Point, _ view: LayoutFacts.ViewFacts) -> Bool {
        local(point, in: view).map { view.bounds.contains($0) } ?? false
    }

    /// Whether nothing but its place keeps touches from a view.
    func isEligible(_ id: InternedID) -> Bool {
        ancestors(id).allSatisfy { ancestor in
            guard let view = facts.owners[ancestor]?.view else { return true }
            return !view.isHidden && view.alpha >= 0.01 && view.isUserInteractionEnabled
        }
    }

    /// Whether a touch at a point could come to a view, as far as those in front of it let it.
    func isReachable(_ id: InternedID, at point: Point) -> Bool {
        eligible.contains(id)
            && ancestors(id).allSatisfy { ancestor in facts.owners[ancestor]?.view.map { contains(point, $0) } ?? true
            }
    }

    /// The place of the screen that a point is on.
    func screen(at point: Point) -> Int? { facts.screens.firstIndex { $0.frame.contains(point) } }

    /// Whether a touch at a point would come to a view or to what is in it, and not to something before it.
    func isInFront(_ id: InternedID, at point: Point) -> Bool {
        let others = facts.owners.filter { other, owner in
            guard let view = owner.view, contains(point, view), isEligible(other) else { return false }
            return ancestors(other).allSatisfy { facts.owners[$0]?.view.map { contains(point, $0) } ?? true }
        }
        let front = others.max { ($0.value.view?.order ?? 0) < ($1.value.view?.order ?? 0) }
        return front.map { ancestors($0.key).contains(id) } ?? false
    }

    /// The view with handlers that a touch at a point would most likely have come to.
    func frontmost(at point: Point) -> InternedID? {
        boundViews { id, view in contains(point, view) && isReachable(id, at: point) }.first?.id
    }
}
