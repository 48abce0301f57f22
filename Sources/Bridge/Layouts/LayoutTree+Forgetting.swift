internal import ResponderKit

/// Forgets removed views piece by piece, between events.
extension LayoutTree {
    /// Maximum number of removed views that are forgotten at once: touches wait for it.
    static let forgottenLimit = 50

    /// Whether the names of removed views are still registered.
    var isForgetting: Bool { !removed.isEmpty }

    /// Forgets the next removed views; later commands wait until none is left.
    func forgetSome() {
        for _ in 0..<Self.forgottenLimit {
            guard let view = removed.popLast() else { return }
            // Each view is retained here, so that releasing one does not free its whole subtree at once.
            removed += view.subviews
            forget(view)
        }
    }

    /// Removes a view, its gestures and its sequences from all tables of names.
    private func forget(_ view: View) {
        let own = ObjectIdentifier(view)
        (added[own], relativeFrames[own], bound[own], commandValues[own]) = (nil, nil, nil, nil)
        sequencesByView[own] = nil
        if let id = view.identifier, views[id] === view { views[id] = nil }
        for gesture in view.gestureRecognizers ?? [] {
            if let id = gesture.name, gestures[id] === gesture { gestures[id] = nil }
            rules.forget(gesture)
            bound[ObjectIdentifier(gesture)] = nil
            stopWatching(gesture)
        }
        guard let controller = view.next as? ViewController, controller.viewIfLoaded === view else { return }
        guard keptControllers.removeValue(forKey: ObjectIdentifier(controller)) != nil else { return }
        let id = controller.layoutName
        if controllers[id] === controller { controllers[id] = nil }
        controller.removeFromParent()
    }
}
