extension View {
    /// The window that contains the view; for a window, the window itself.
    public final var window: Window? {
        guard flags.contains(.insideWindow) else { return nil }
        let root = unretainedRoot
        guard root._withUnsafeGuaranteedRef({ $0.flags.contains(.window) }) else { return nil }
        return unsafeDowncast(root.takeUnretainedValue(), to: Window.self)
    }

    /// Whether this view is the other view or one of its descendants.
    public final func isDescendant(of view: View) -> Bool {
        let sought = Unmanaged.passUnretained(view).toOpaque()
        var current: Unmanaged<View>? = .passUnretained(self)
        while let here = current {
            if here.toOpaque() == sought { return true }
            current = here._withUnsafeGuaranteedRef { $0.parent }
        }
        return false
    }

    /// Returns this view or its first descendant with the tag; nil if there is none.
    public final func viewWithTag(_ tag: Int) -> View? { firstDescendant { $0.tag == tag } }

    /// Returns this view or its first descendant with the identifier; nil if there is none.
    public final func view(identified identifier: String) -> View? { firstDescendant { $0.identifier == identifier } }

    private func firstDescendant(where condition: (View) -> Bool) -> View? {
        var waiting = [self]
        while let view = waiting.popLast() {
            if condition(view) { return view }
            waiting.append(contentsOf: view.children.reversed())
        }
        return nil
    }

    // MARK: Adding

    /// Adds a view in front of all other subviews, after removing it from its former superview.
    public final func addSubview(_ view: View) { insert(view) { $0.count } }

    /// Inserts a view at an index, clamped to the valid range; index 0 is at the back.
    public final func insertSubview(_ view: View, at index: Int) { insert(view) { max(0, min(index, $0.count)) } }

    /// Inserts a view directly in front of `sibling`. If `sibling` is not a subview, inserts the view in front of all
    /// subviews.
    public final func insertSubview(_ view: View, aboveSubview sibling: View) {
        if view === sibling, view.superview === self { return }
        insert(view) { $0.firstIndex { $0 === sibling }.map { $0 + 1 } ?? $0.count }
    }

    /// Inserts a view directly behind `sibling`. If `sibling` is not a subview, inserts the view in front of all
    /// subviews.
    public final func insertSubview(_ view: View, belowSubview sibling: View) {
        if view === sibling, view.superview === self { return }
        insert(view) { $0.firstIndex { $0 === sibling } ?? $0.count }
    }

    /// Moves a subview in front of all other subviews.
    public final func bringSubviewToFront(_ view: View) {
        if view.superview === self { insert(view) { $0.count } }
    }

    /// Moves a subview behind all other subviews.
    public final func sendSubviewToBack(_ view: View) {
        if view.superview === self { insert(view) { _ in 0 } }
    }

    /// Exchanges two subviews in the z-order. Has no effect if an index is out of range.
    public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        guard children.indices.contains(first), children.indices.contains(second), first != second else { return }
        let (one, other) = (children[first], children[second])
        editChildren { $0.swapAt(first, second) }
        swap(&one.order, &other.order)
        index?.changed(one)
        index?.changed(other)
    }

    private func insert(_ view: View, at index: ([View]) -> Int) {
        guard canAdopt(view) else { return }
        let isMove = view.superview != nil
        if isMove, view.superview !== self, let window = view.window, window !== self.window {
            window.subtreeWillLeave(view)
            // A callback may have changed the hierarchy.
            guard canAdopt(view) else { return }
        }
        let former = view.superview
        let formerWindow = isMove ? view.window : nil
        view.unlink()
        link(view, at: index(children))
        if former !== self { view.announceMove(from: formerWindow) }
    }

    private func canAdopt(_ view: View) -> Bool {
        if view.flags.contains(.window) {
            reportMisuse(.windowAsSubview)
            return false
        }
        // A view without subviews cannot be an ancestor; skips the search through deep trees.
        if view === self || (!view.children.isEmpty && isDescendant(of: view)) {
            reportMisuse(.circularHierarchy)
            return false
        }
        return true
    }

    private func link(_ view: View, at position: Int) {
        editChildren { $0.insert(view, at: position) }
        view.setSuperview(self)
        orderChild(at: position)
        index?.added(view)
        view.markSubtree(insideWindow: flags.contains(.insideWindow))
    }

    private func unlink() {
        guard let parent = superview else { return }
        parent.index?.removed(self)
        // Fast path: removal of the frontmost subview is the most frequent operation.
        parent.editChildren { children in
            if children.last === self {
                children.removeLast()
            } else if let index = children.firstIndex(where: { $0 === self }) {
                children.remove(at: index)
            }
        }
        setSuperview(nil)
    }

    /// Updates `insideWindow` in the subtree. With this flag, `window` need not search for the root of a view outside
    /// any window.
    final func markSubtree(insideWindow isInside: Bool) {
        guard flags.contains(.insideWindow) != isInside else { return }
        flags.set(.insideWindow, isInside)
        guard !children.isEmpty else { return }
        var waiting = children
        while let view = waiting.popLast() {
            view.flags.set(.insideWindow, isInside)
            waiting.append(contentsOf: view.children)
        }
    }

    /// Sets a subview's `order` between its neighbours' values. Renumbers all subviews if there is no gap.
    private func orderChild(at index: Int) {
        let gap: Int64 = 1 << 24
        let behind = index > 0 ? children[index - 1].order : nil
        let inFront = index + 1 < children.count ? children[index + 1].order : nil
        switch (behind, inFront) {
        case (nil, nil): children[index].order = 0
        case (let behind?, nil): children[index].order = behind + gap
        case (nil, let inFront?): children[index].order = inFront - gap
        case (let behind?, let inFront?) where inFront - behind > 1:
            children[index].order = behind + (inFront - behind) / 2
        default:
            for (number, child) in children.enumerated() { child.order = Int64(number) * gap }
        }
    }

    // MARK: Removing

    /// Removes the view from its superview, after cancelling the touches in its subtree (X4).
    public final func removeFromSuperview() {
        guard let parent = superview else { return }
        let window = window
        if let window {
            window.subtreeWillLeave(self)
            guard superview === parent else { return }
        }
        unlink()
        markSubtree(insideWindow: false)
        announceMove(from: window)
    }

    /// Calls `didMoveToSuperview`. If the window has changed, also calls `didMoveToWindow` in the subtree.
    private func announceMove(from former: Window?) {
        let parent = superview
        didMoveToSuperview()
        guard superview === parent else { return }
        // For a view that was outside any window, the flag `insideWindow` suffices; avoids the search for the root.
        let hasChanged = former == nil ? flags.contains(.insideWindow) : window !== former
        if hasChanged { announceWindow() }
    }

    /// Calls `didMoveToWindow` for every view of the subtree.
    final func announceWindow() {
        let isInside = flags.contains(.insideWindow)
        var waiting = [self]
        while let view = waiting.popLast() {
            // If a callback has moved the view, the move has already notified the view.
            guard view.flags.contains(.insideWindow) == isInside else { continue }
            view.didMoveToWindow()
            waiting.append(contentsOf: view.children.reversed())
        }
    }

    // MARK: Recognizers

    /// Attaches a recognizer, after detaching it from its former view (G8).
    public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        if recognizer.view === self { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        editRecognizers { $0.append(recognizer) }
        recognizer.attach(to: self)
    }

    /// Detaches a recognizer and cancels its gesture in progress (G51).
    public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        recognizer.withdraw()
        editRecognizers { $0.removeAll { $0 === recognizer } }
        recognizer.attach(to: nil)
    }
}

extension View {
    /// Makes the first responder in this view's subtree resign. Returns false if it refuses (F7).
    ///
    /// With `force`, the first responder resigns even if it refuses; the result is then true.
    @discardableResult
    public final func endEditing(_ force: Bool) -> Bool {
        guard let window, let first = window.firstResponder, first.isInside(self) else { return true }
        if first.resignFirstResponder() { return true }
        if force, window.firstResponder === first { window.firstResponder = nil }
        return force
    }
}
