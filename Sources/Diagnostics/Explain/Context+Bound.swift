internal import Geometry
internal import HandlerEvents
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

extension Context {
    typealias MissedCall = TouchExplanation.MissedCall

    /// Returns the calls that the bindings of an owner would have made; `owner` is the name of a view, gesture or
    /// sequence.
    static func missed(_ bounds: [LayoutFacts.Bound], of owner: String) -> [MissedCall] {
        bounds.flatMap { bound in
            let calls = bound.action.map { [$0] } ?? bound.bindings.map { "\($0.plugin).\($0.handler)" }
            let view = bound.bindings.first?.view ?? owner
            let gesture = view == owner ? nil : owner
            return calls.map { MissedCall(view: view, gesture: gesture, event: bound.event, call: $0) }
        }
    }

    /// Returns the calls of a view and its gestures that a user would expect, but that were not made.
    func missed(by id: InternedID) -> [MissedCall] {
        guard let owner = facts.owners[id] else { return [] }
        let gestures = owner.view?.gestures.compactMap { facts.gestures[$0] } ?? []
        return Self.missed(expected(owner.bound), of: names[id]?.name ?? "")
            + gestures.flatMap { Self.missed(expected($0.bound), of: names[$0.id]?.name ?? "") }
    }

    /// Returns the bindings that a user expects to be called: the bindings for common events, such as touchesEnded. If
    /// no binding is for a common event, returns all touch, control and gesture bindings.
    func expected(_ bounds: [LayoutFacts.Bound]) -> [LayoutFacts.Bound] {
        // Excludes bindings without calls, such as `touches: []`, which consumes the events.
        let known = bounds.filter { bound in
            [.touches, .control, .gesture].contains(bound.event.family)
                && (!bound.bindings.isEmpty || bound.action != nil)
        }
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

    /// Returns the expected bindings of a view and its gestures, each with the name of its owner.
    func allBounds(_ id: InternedID) -> [(owner: String, bound: LayoutFacts.Bound)] {
        guard let owner = facts.owners[id] else { return [] }
        let own = expected(owner.bound).map { (name(id), $0) }
        let gestures = owner.view?.gestures.compactMap { facts.gestures[$0] } ?? []
        return own + gestures.flatMap { gesture in expected(gesture.bound).map { (name(gesture.id), $0) } }
    }

    /// Returns a phrase with the calls and events of bindings, their owner and a verb. Example: "m.note (event
    /// 'touchUpInside' of `button`) was".
    func boundWords(_ bounds: [LayoutFacts.Bound], of owner: String) -> String {
        boundWords(bounds.map { (owner, $0) }, of: nil)
    }

    func boundWords(_ bounds: [(owner: String, bound: LayoutFacts.Bound)], of _: String?) -> String {
        var groups: [(calls: String, events: [String], owner: String)] = []
        for (owner, bound) in bounds {
            let calls = calls(bound)
            let event = "'\(bound.name)'"
            if let index = groups.firstIndex(where: { $0.calls == calls && $0.owner == owner }) {
                groups[index].events.append(event)
            } else {
                groups.append((calls, [event], owner))
            }
        }
        let words = groups.map { group in
            let noun = group.events.count == 1 ? "event" : "events"
            return "\(group.calls) (\(noun) \(Self.list(group.events)) of \(group.owner))"
        }
        let isOne = groups.count == 1 && !groups[0].calls.holds(" and ")
        return "\(Self.list(words, limit: 4)) \(isOne ? "was" : "were")"
    }

    /// Returns the event and its owner: "event 'began' of `unlock`".
    static func words(_ event: EventName, _ binding: Binding) -> String {
        "event '\(binding.name(of: event))' of \(quoted(binding.gesture ?? binding.view))"
    }

    /// Returns a phrase stating that the bindings of a view were not called.
    func boundWords(_ id: InternedID) -> String {
        "\(boundWords(allBounds(id), of: nil)) not called"
    }

    // MARK: Views at a point

    /// Returns the elements of `bound` (views with handlers) that satisfy the condition, from front to back.
    func boundViews(
        _ condition: (InternedID, LayoutFacts.ViewFacts) -> Bool
    ) -> [(id: InternedID, view: LayoutFacts.ViewFacts)] {
        bound.filter { condition($0.id, $0.view) }
    }

    func contains(_ point: Point, _ view: LayoutFacts.ViewFacts) -> Bool {
        local(point, in: view).map { view.bounds.contains($0) } ?? false
    }

    /// Returns whether a view and all its superviews are visible and have user interaction enabled.
    func isEligible(_ id: InternedID) -> Bool {
        ancestors(id).allSatisfy { ancestor in
            guard let view = facts.owners[ancestor]?.view else { return true }
            return !view.isHidden && view.alpha >= 0.01 && view.isUserInteractionEnabled
        }
    }

    /// Returns whether a touch at a point can reach a view, regardless of views in front of it.
    func isReachable(_ id: InternedID, at point: Point) -> Bool {
        eligible.contains(id)
            && ancestors(id).allSatisfy { ancestor in facts.owners[ancestor]?.view.map { contains(point, $0) } ?? true
            }
    }

    /// Returns the index of the screen that contains a point; nil if no screen contains the point.
    func screen(at point: Point) -> Int? { facts.screens.firstIndex { $0.frame.contains(point) } }

    /// Returns whether a touch at a point reaches a view or one of its descendants.
    func isInFront(_ id: InternedID, at point: Point) -> Bool {
        let others = facts.owners.filter { other, owner in
            guard let view = owner.view, contains(point, view), isEligible(other) else { return false }
            return ancestors(other).allSatisfy { facts.owners[$0]?.view.map { contains(point, $0) } ?? true }
        }
        let front = others.max { ($0.value.view?.order ?? 0) < ($1.value.view?.order ?? 0) }
        return front.map { ancestors($0.key).contains(id) } ?? false
    }

    /// Returns the frontmost element of `bound` (views with handlers) that is reachable at a point, or nil.
    func frontmost(at point: Point) -> InternedID? {
        boundViews { id, view in contains(point, view) && isReachable(id, at: point) }.first?.id
    }
}

extension LayoutFacts.Bound {
    /// Name of the event in the layout.
    fileprivate var name: String { bindings.first?.name(of: event) ?? event.rawValue }
}
