extension View {
    /// Whether the view's flags permit a hit (H2, H3).
    private var isEligible: Bool { flags.intersection(.eligibility) == .interactive }

    /// Returns the frontmost descendant that contains the point, or this view; nil if this view rejects the point.
    /// Calls a descendant's hit-test methods only if its class may override them.
    func defaultHitTest(_ point: Point, with event: Event?) -> View? {
        if let observers = observers(for: event) {
            return observedHitTest(point, with: event, observers)
        }
        guard isEligible, !isSingular, self.point(inside: point, with: event) else { return nil }
        return deepest(at: point, with: event)
    }

    /// Returns the hit view for a point inside this view. Iterative, because recursion could overflow the stack.
    private func deepest(at point: Point, with event: Event?) -> View {
        var (view, point) = (self, point)
        while true {
            switch view.answer(at: point, with: event) {
            case .none: return view
            case .final(let hit): return hit
            case .descend(let child, let local): (view, point) = (child, local)
            }
        }
    }

    /// Result of a search in a view's subviews.
    private enum Answer {
        /// No subview contains the point.
        case none
        /// A subview may override hit-testing. Value: the result of its `hitTest`.
        case final(View)
        /// A subview contains the point. Values: the subview, whose own subviews are searched next, and the point in
        /// its coordinates.
        case descend(View, Point)
    }

    private func answer(at point: Point, with event: Event?) -> Answer {
        guard children.count > ChildIndex.worthwhile else { return answer(behind: .max, at: point, with: event) }
        var search = upToDateIndex.search(at: point)
        while let child = search.next() {
            let answer = child.answerAsChild(at: point, with: event)
            if case .none = answer { continue }
            return answer
        }
        return search.isBroken ? answer(behind: search.lastOrder, at: point, with: event) : .none
    }

    /// Searches all subviews behind `order` without the spatial index.
    private func answer(behind order: Int64, at point: Point, with event: Event?) -> Answer {
        let views = children
        var index = views.count
        while index > 0 {
            index -= 1
            guard views[index].order < order else { continue }
            let answer = views[index].answerAsChild(at: point, with: event)
            if case .none = answer { continue }
            return answer
        }
        return .none
    }

    @inline(__always)
    private func answerAsChild(at point: Point, with event: Event?) -> Answer {
        let local = fromParent(point)
        if flags.contains(.overridesHitTesting) {
            guard let hit = hitTest(local, with: event) else { return .none }
            return .final(hit)
        }
        guard isEligible, !isSingular, bounds.contains(local) else { return .none }
        return .descend(self, local)
    }

    private var upToDateIndex: ChildIndex {
        if let index, !index.isStale { return index }
        let index = ChildIndex(of: children)
        self.index = index
        return index
    }

    private var isSingular: Bool { flags.contains(.transformed) && inverseTransform == nil }
}

// MARK: - Hit testing with observers

extension View {
    private func observers(for event: Event?) -> Observers? {
        if let event { return event.observers.flatMap { $0.followsHitTests ? $0 : nil } }
        guard index != nil || parent != nil || flags.contains(.window) else { return nil }
        return window?.application?.observers.flatMap { $0.followsHitTests ? $0 : nil }
    }

    /// Hit-testing that reports every visited view to the observers; the result is the same as without observers.
    private func observedHitTest(_ point: Point, with event: Event?, _ observers: Observers) -> View? {
        if observers.announced === self {
            observers.announced = nil
        } else {
            observers.hitTest(self, at: point, event: event)
        }
        guard accepts(point, with: event, observers) else { return nil }
        var view = self
        var point = point
        descent: while true {
            for child in view.children.reversed() {
                let local = child.fromParent(point)
                observers.hitTest(child, at: local, event: event)
                if child.flags.contains(.overridesHitTesting) {
                    observers.announced = child
                    let hit = child.hitTest(local, with: event)
                    let isSilent = observers.announced === child
                    observers.announced = nil
                    if let hit { return hit }
                    if isSilent { observers.hitTest(child, refused: local, reason: .overridden) }
                } else if child.accepts(local, with: event, observers) {
                    (view, point) = (child, local)
                    continue descent
                }
            }
            return view
        }
    }

    /// Returns whether to search this view's subtree; otherwise reports the reason to the observers.
    private func accepts(_ point: Point, with event: Event?, _ observers: Observers) -> Bool {
        let reason: HitTestRejection
        if isHidden {
            reason = .hidden
        } else if alpha < 0.01 {
            reason = .transparent(alpha: alpha)
        } else if !isUserInteractionEnabled {
            reason = .interactionDisabled
        } else if isSingular {
            reason = .singularTransform
        } else {
            let answer = self.point(inside: point, with: event)
            observers.pointInside(self, at: point, answer: answer)
            if answer { return true }
            reason = bounds.contains(point) ? .overridden : .outside
        }
        observers.hitTest(self, refused: point, reason: reason)
        return false
    }
}
