extension ViewController {
    /// The nearest ancestor that is a navigation controller.
    public final var navigationController: NavigationController? {
        ancestors.first { $0 is NavigationController } as? NavigationController
    }

    /// The presenter of this controller or, if it has none, of the nearest presented ancestor.
    public final var presentingViewController: ViewController? {
        presenter ?? ancestors.first { $0.presenter != nil }?.presenter
    }

    /// The controller presented by this controller; if there is none, by the nearest presenting ancestor.
    public final var presentedViewController: ViewController? {
        presented ?? ancestors.first { $0.presented != nil }?.presented
    }

    /// All ancestors, nearest first.
    private var ancestors: some Sequence<ViewController> { sequence(first: self) { $0.parent }.dropFirst() }

    /// Whether `other` is this controller or one of its ancestors; presenting controllers count as ancestors.
    private func descends(from other: ViewController) -> Bool {
        if other === self { return true }
        // Without children or a presented controller, `other` has no descendants. Avoids walking long chains.
        if other.children.isEmpty, other.presented == nil { return false }
        return sequence(first: self) { $0.parent ?? $0.presenter }.contains { $0 === other }
    }

    // MARK: Adding children

    /// Adds a child controller. Reports misuse and returns false if the hierarchy would become circular.
    final func adopt(_ child: ViewController) -> Bool {
        guard canAdopt(child) else { return false }
        child.removeFromParent()
        child.willMove(toParent: self)
        // A callback may have changed the parents.
        guard child.parent == nil, canAdopt(child) else { return false }
        children.append(child)
        child.parent = self
        return true
    }

    final func canAdopt(_ child: ViewController) -> Bool {
        if child.presenter == nil, !descends(from: child) { return true }
        reportMisuse()
        return false
    }

    // MARK: Presenting and dismissing

    /// Returns the reason for refusing to present `controller`; nil if allowed.
    final func objection(toPresenting controller: ViewController) -> Misuse? {
        if viewIfLoaded?.window == nil { return .presentingOutsideWindow }
        if presentedViewController != nil { return .alreadyPresenting }
        let isFree = controller.parent == nil && controller.presenter == nil && controller.rootWindow == nil
        return isFree && !descends(from: controller) ? nil : .circularControllers
    }

    /// Dismisses the presented controller, after all presentations by it and its descendants.
    final func dismissOwn() {
        guard let presented else { return }
        presented.dismissPresented()
        endPresentation(of: presented)
    }

    /// Dismisses all presentations by this controller and its descendants, frontmost first.
    final func dismissPresented() {
        for (presenting, presented) in presentations.reversed() { presenting.endPresentation(of: presented) }
    }

    /// Presentations by this controller and its descendants, from back to front.
    private var presentations: [(presenting: ViewController, presented: ViewController)] {
        var waiting = [self]
        var found: [(ViewController, ViewController)] = []
        while let controller = waiting.popLast() {
            waiting.append(contentsOf: controller.children)
            guard let presented = controller.presented else { continue }
            found.append((controller, presented))
            waiting.append(presented)
        }
        return found
    }

    /// Ends the presentation of a controller. First cancels touches, while the responder chain is intact (T12, X4).
    private func endPresentation(of controller: ViewController) {
        guard presented === controller else { return }
        if let view = controller.viewIfLoaded { view.window?.subtreeWillLeave(view) }
        // A callback may have dismissed the controller and presented another controller.
        guard presented === controller else { return }
        presented = nil
        controller.presenter = nil
        controller.viewIfLoaded?.removeFromSuperview()
        // In a callback, the dismissed controller may have presented another controller.
        if controller.viewIfLoaded?.window == nil { controller.dismissPresented() }
    }

    // MARK: Misuse

    /// Reports misuse to the application's observers.
    final func reportMisuse(_ misuse: Misuse = .circularControllers) {
        nearestApplication?.observers?.misuse(misuse)
    }

    /// The application of this controller's window or of the nearest ancestor with a window.
    private var nearestApplication: Application? {
        for controller in sequence(first: self, next: { $0.parent ?? $0.presenter }) {
            if let window = controller.viewIfLoaded?.window ?? controller.rootWindow { return window.application }
        }
        return nil
    }
}
