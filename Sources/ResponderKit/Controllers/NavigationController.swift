/// A container controller with a stack of children. Shows the view of the top child (R6).
open class NavigationController: ViewController {
    private final let transitionView = NavigationTransitionView()

    /// Creates a navigation controller with an empty stack.
    public override init() { super.init() }

    /// Creates a navigation controller with a root controller. The root can be replaced but not popped.
    public init(rootViewController: ViewController) {
        super.init()
        pushViewController(rootViewController, animated: false)
    }

    // MARK: The navigation stack

    /// The stack, from the root to the top controller.
    public final var viewControllers: [ViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The controller whose view is shown.
    public final var topViewController: ViewController? { children.last }

    /// The controller presented by the top controller or one of its ancestors; otherwise, the top controller.
    public final var visibleViewController: ViewController? {
        (topViewController ?? self).presentedViewController ?? topViewController
    }

    /// Pushes a controller; refuses a controller that is already in the stack or is an ancestor (R6).
    open func pushViewController(_ viewController: ViewController, animated: Bool) {
        setViewControllers(children + [viewController], animated: animated)
    }

    /// Pops and returns the top controller; returns nil if the stack is empty or contains only the root.
    @discardableResult
    open func popViewController(animated: Bool) -> ViewController? { pop(to: children.count - 1)?.first }

    /// Pops all controllers above the root and returns them; returns nil if there are none.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [ViewController]? { pop(to: 1) }

    /// Pops all controllers above the given controller and returns them; returns nil if there are none.
    @discardableResult
    open func popToViewController(_ viewController: ViewController, animated: Bool) -> [ViewController]? {
        guard let index = children.firstIndex(where: { $0 === viewController }) else { return nil }
        return pop(to: index + 1)
    }

    /// Replaces the stack. Refuses a stack with duplicates or with an ancestor of this controller.
    open func setViewControllers(_ viewControllers: [ViewController], animated: Bool) {
        let (former, new) = (children, viewControllers)
        let shared = zip(former, new).prefix { $0 === $1 }.count
        let (changed, coming) = (former[shared...], new[shared...])
        let staying = Set(coming.map { ObjectIdentifier($0) })
        let removed = changed.filter { !staying.contains(ObjectIdentifier($0)) }
        let added = coming.filter { $0.parent !== self }
        // Refuses a new stack with duplicates.
        guard staying.count == coming.count, coming.count - added.count == changed.count - removed.count else {
            return reportMisuse()
        }
        guard added.allSatisfy(canAdopt) else { return }
        for controller in removed { controller.willMove(toParent: nil) }
        for controller in added where controller.parent !== self {
            controller.removeFromParent()
            controller.willMove(toParent: self)
        }
        // A callback may have changed the stack or a controller's parent; its change takes precedence.
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

    /// Pushes the controller (R6).
    open override func addChild(_ child: ViewController) {
        if child.parent !== self { pushViewController(child, animated: false) }
    }

    private func pop(to count: Int) -> [ViewController]? {
        guard count > 0, count < children.count else { return nil }
        let above = Array(children[count...])
        setViewControllers(Array(children[..<count]), animated: false)
        // A callback may have changed the stack; controllers that are still on it were not popped.
        let popped = above.filter { $0.parent !== self }
        return popped.isEmpty ? nil : popped
    }

    override func detach(_ child: ViewController) {
        super.detach(child)
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
            // Callbacks of loading or removing views may have changed the stack.
            if top === topViewController { transitionView.show(view) }
        } while top !== topViewController
    }
}
