extension ViewController {
    /// The nearest ancestor that is a navigation controller.
    public final var navigationController: NavigationController? {
        ancestors.first { $0 is NavigationController } as? NavigationController
    }

    /// The controller that presented this one or the nearest ancestor that was presented.
    public final var presentingViewController: ViewController? {
        presenter ?? ancestors.first { $0.presenter != nil }?.presenter
    }

    /// The controller that is presented by this one or by the nearest ancestor that presents.
    public final var presentedViewController: ViewController? {
        presented ?? ancestors.first { $0.presented != nil }?.presented
    }

    /// The parent, its parent, and so on.
    private var ancestors: some Sequence<ViewController> { sequence(first: self) { $0.parent }.dropFirst() }

    /// Whether the other controller is this one, or leads to it as parent or as presenting controller.
    private func descends(from other: ViewController) -> Bool {
        if other === self { return true }
        // One that has nobody is nobody's ancestor: long chains are built cheaply.
        if other.children.isEmpty, other.presented == nil { return false }
        return sequence(first: self) { $0.parent ?? $0.presenter }.contains { $0 === other }
    }

    // MARK: Adopting

    /// Makes the controller a child; false, and told to the observers, when that would make a circle.
    final func adopt(_ child: ViewController) -> Bool {
        guard canAdopt(child) else { return false }
        child.removeFromParent()
        child.willMove(toParent: self)
        // Whoever was told may have changed the parents.
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

    /// What is wrong with presenting the controller from here, nil when nothing is.
    final func objection(toPresenting controller: ViewController) -> Misuse? {
        if viewIfLoaded?.window == nil { return .presentingOutsideWindow }
        if presentedViewController != nil { return .alreadyPresenting }
        let isFree = controller.parent == nil && controller.presenter == nil && controller.rootWindow == nil
        return isFree && !descends(from: controller) ? nil : .circularControllers
    }

    /// Takes away what this controller itself presents, and all that is presented from there.
    final func dismissOwn() {
        guard let presented else { return }
        presented.dismissPresented()
        endPresentation(of: presented)
    }

    /// Takes away what this controller and its descendants present, the front-most first.
    final func dismissPresented() {
        for (presenting, presented) in presentations.reversed() { presenting.endPresentation(of: presented) }
    }

    /// All presentations that start at this controller and its descendants; those behind come first.
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

    /// Ends one presentation, unless it is over: the touches are cancelled before the chain is cut (T12, X4).
    private func endPresentation(of controller: ViewController) {
        guard presented === controller else { return }
        if let view = controller.viewIfLoaded { view.window?.subtreeWillLeave(view) }
        // Whoever was told may have dismissed it as well, and presented something else.
        guard presented === controller else { return }
        presented = nil
        controller.presenter = nil
        controller.viewIfLoaded?.removeFromSuperview()
        // Those who were told may have presented something else from there.
        if controller.viewIfLoaded?.window == nil { controller.dismissPresented() }
    }

    // MARK: Misuse

    /// Tells the observers of the application that something impossible was asked for.
    final func reportMisuse(_ misuse: Misuse = .circularControllers) {
        nearestApplication?.observers?.tell { $0.misuse(misuse) }
    }

    /// The application of the window that this controller or an ancestor is in or is to be in.
    private var nearestApplication: Application? {
        for controller in sequence(first: self, next: { $0.parent ?? $0.presenter }) {
            if let window = controller.viewIfLoaded?.window ?? controller.rootWindow { return window.application }
        }
        return nil
    }
}
