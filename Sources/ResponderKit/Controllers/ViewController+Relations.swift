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

    final func canPresent(_ controller: ViewController) -> Bool {
        viewIfLoaded?.window != nil && presentedViewController == nil && controller.parent == nil
            && controller.presenter == nil && !descends(from: controller) && !controller.isRoot
    }

    /// Whether a window shows this controller's view as its root view.
    private var isRoot: Bool { viewIfLoaded?.window?.rootViewController === self }

    /// Takes away what this controller itself presents, and all that is presented from there.
    final func dismissOwn() {
        guard let controller = presented else { return }
        controller.dismissPresented()
        presented = nil
        controller.presenter = nil
        controller.viewIfLoaded?.removeFromSuperview()
        // Those who were told of the removal may have presented something else from there.
        controller.dismissPresented()
    }

    /// Takes away what this controller and its descendants present, the front-most first.
    final func dismissPresented() {
        var presenting = [self]
        while !presenting.isEmpty {
            presenting = Self.separatePresented(from: presenting)
            for controller in presenting.reversed() { controller.viewIfLoaded?.removeFromSuperview() }
        }
    }

    /// Ends all presentations that start at these controllers, leaving the views; those behind come first.
    private static func separatePresented(from controllers: [ViewController]) -> [ViewController] {
        var waiting = controllers
        var separated: [ViewController] = []
        while let controller = waiting.popLast() {
            waiting.append(contentsOf: controller.children)
            guard let presented = controller.presented else { continue }
            controller.presented = nil
            presented.presenter = nil
            separated.append(presented)
            waiting.append(presented)
        }
        return separated
    }
}
