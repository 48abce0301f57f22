internal import ResponderKit

/// Forgets removed views piece by piece, between events.
extension LayoutTree {
    /// Maximum number of removed views that are forgotten at once: touches wait for it.
    static let forgottenLimit = 250

    /// Whether names of removed views can still be found.
    var isForgetting: Bool { !removed.isEmpty }

    /// Forgets the next removed views; later commands wait until none is left.
    func forgetSome() {
        for _ in 0..<Self.forgottenLimit {
            guard let view = removed.popLast() else { return }
            // Held here one by one, so that no view takes all that is in it along when it goes.
            removed += view.subviews
            forget(view)
        }
    }

    /// Nothing is to be found of a view any more, nor of what stands on it.
    private func forget(_ view: View) {
        let own = ObjectIdentifier(view)
        (added[own], relativeFrames[own], bound[own], commandValues[own]) = (nil, nil, nil, nil)
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
