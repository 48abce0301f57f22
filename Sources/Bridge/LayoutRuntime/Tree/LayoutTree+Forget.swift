internal import ResponderKit
internal import TouchTrace

extension LayoutTree {
    /// Removes a view, its gestures and its sequences from all tables.
    func forget(_ view: View) {
        let own = ObjectIdentifier(view)
        (added[own], relativeFrames[own], bound[own], commandValues[own]) = (nil, nil, nil, nil)
        (sequencesByView[own], followers[own]) = (nil, nil)
        panelLengths.forget(view)
        repeaters.removeValue(forKey: own)?.stop()
        if let id = view.identifier, views[id] === view { setView(nil, for: id) }
        for gesture in view.gestureRecognizers ?? [] {
            if let id = gesture.name, gestures[id] === gesture {
                setGesture(nil, for: id)
                enabledGestures[id] = nil
            }
            rules.forget(gesture)
            bound[ObjectIdentifier(gesture)] = nil
            stopWatching(gesture)
        }
        guard let controller = view.next as? ViewController, controller.viewIfLoaded === view else { return }
        guard retainedControllers.removeValue(forKey: ObjectIdentifier(controller)) != nil else { return }
        let id = controller.layoutName
        if controllers[id] === controller { setController(nil, for: id) }
        pageOwners[ObjectIdentifier(controller)] = nil
        controller.removeFromParent()
    }
}
