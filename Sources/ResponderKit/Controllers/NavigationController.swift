/// A controller that shows the last of a stack of controllers, which it owns as its children (R6).
open class NavigationController: ViewController {
    private final let transitionView = NavigationTransitionView()

    /// A navigation controller with an empty stack.
    public override init() { super.init() }

    /// A navigation controller with a root, which can be replaced but not popped.
    public init(rootViewController: ViewController) {
        super.init()
        pushViewController(rootViewController, animated: false)
    }

    // MARK: The stack

    /// The stack, from the root to the controller whose view is shown.
    public final var viewControllers: [ViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The controller whose view is shown.
    public final var topViewController: ViewController? { children.last }

    /// What is presented in front of the navigation controller; failing that the top of the stack.
    public final var visibleViewController: ViewController? {
        (topViewController ?? self).presentedViewController ?? topViewController
    }

    /// Puts a controller on top of the stack; one that is in it, or is an ancestor, is refused (R6).
    open func pushViewController(_ viewController: ViewController, animated: Bool) {
        setViewControllers(children + [viewController], animated: animated)
    }

    /// Takes the top off the stack and returns it, nil when it is the root.
    @discardableResult
    open func popViewController(animated: Bool) -> ViewController? { pop(to: children.count - 1)?.first }

    /// Takes everything above the root off the stack and returns it, nil when there is nothing.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [ViewController]? { pop(to: 1) }

    /// Takes everything above the controller off the stack and returns it, nil when there is nothing.
    @discardableResult
    open func popToViewController(_ viewController: ViewController, animated: Bool) -> [ViewController]? {
        guard let place = children.firstIndex(where: { $0 === viewController }) else { return nil }
        return pop(to: place + 1)
    }

    /// Replaces the stack; one with a controller twice, or with an ancestor, is refused.
    open func setViewControllers(_ viewControllers: [ViewController], animated: Bool) {
        let (former, new) = (children, viewControllers)
        let shared = zip(former, new).prefix { $0 === $1 }.count
        let (changed, coming) = (former[shared...], new[shared...])
        let staying = Set(coming.map { ObjectIdentifier($0) })
        let removed = changed.filter { !staying.contains(ObjectIdentifier($0)) }
        let added = coming.filter { $0.parent !== self }
        // None may come twice, nor besides being among those that stay.
        guard staying.count == coming.count, coming.count - added.count == changed.count - removed.count else {
            return reportMisuse()
        }
        guard added.allSatisfy(canAdopt) else { return }
        for controller in removed { controller.willMove(toParent: nil) }
        for controller in added where controller.parent !== self {
            controller.removeFromParent()
            controller.willMove(toParent: self)
        }
        // Whoever was told may have changed the stack, which then stays as it is.
        guard children.elementsEqual(former, by: ===), added.allSatisfy({ $0.parent == nil && canAdopt($0) }) else {
            return
        }
        children = new
        for controller in added { controller.parent = self }
        for controller in removed { controller.parent = nil }
        for controller in removed { controller.dismissPresented() }
        showTop()
        for controller in removed where controller.parent == nil { controller.didMove(toParent: nil) }
        for controller in added where controller.parent === self { controller.didMove(toParent: self) }
    }

    /// The same as pushing (R6).
    open override func addChild(_ child: ViewController) {
        if child.parent !== self { pushViewController(child, animated: false) }
    }

    private func pop(to count: Int) -> [ViewController]? {
        guard count > 0, count < children.count else { return nil }
        let above = Array(children[count...])
        setViewControllers(Array(children[..<count]), animated: false)
        // Whoever was told may have kept them on the stack.
        let popped = above.filter { $0.parent !== self }
        return popped.isEmpty ? nil : popped
    }

    override func letGo(of child: ViewController) {
        super.letGo(of: child)
        showTop()
    }

    // MARK: Views

    override func viewChanged() {
        view.insertSubview(transitionView, at: 0)
        showTop()
    }

    private func showTop() {
        guard isViewLoaded else { return }
        var top: ViewController?
        repeat {
            top = topViewController
            let view = top?.view
            // Loading and removing views tells others, who may change the stack.
            if top === topViewController { transitionView.show(view) }
        } while top !== topViewController
    }
}
