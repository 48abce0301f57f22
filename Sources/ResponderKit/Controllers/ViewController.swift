/// A responder that owns a view and stands behind it in the chain; it may have children and present others.
open class ViewController: Responder {
    private final var loadedView: View?
    private final var isLoading = false

    /// The controllers in this one, in the order of their addition; their views are this controller's own business.
    public internal(set) final var children: [ViewController] = []

    /// The controller that this one is a child of.
    public internal(set) final weak var parent: ViewController?

    /// The controller that this one itself presents.
    final var presented: ViewController?
    /// The controller that presents this one (R3).
    final weak var presenter: ViewController?
    /// The window whose root this is.
    final weak var rootWindow: Window?

    /// A controller whose view is loaded when it is first asked for.
    public override init() { super.init() }

    deinit {
        loadedView?.controller = nil
        releaseDescendants()
    }

    /// Lets go of children and presented controllers one by one, so that many of them do not exhaust the stack.
    private func releaseDescendants() {
        var waiting = children
        children = []
        if let presented { waiting.append(presented) }
        presented = nil
        while var controller = waiting.popLast() {
            guard isKnownUniquelyReferenced(&controller) else { continue }
            waiting.append(contentsOf: controller.children)
            controller.children = []
            if let presented = controller.presented { waiting.append(presented) }
            controller.presented = nil
        }
    }

    /// Who presented this controller; failing that its view's superview, the window for a root view (R3, R4, R5).
    open override var next: Responder? { presenter ?? loadedView?.superview }

    // MARK: The view

    /// The root view, loaded when it is first asked for; it leads to this controller in the chain (R2).
    ///
    /// A view that takes the place of one in a superview takes its place there too.
    public final var view: View {
        get { loadedView ?? load() }
        set { replaceView(with: newValue) }
    }

    /// The root view if it is loaded, nil otherwise.
    public final var viewIfLoaded: View? { loadedView }

    /// Whether the root view is loaded.
    public final var isViewLoaded: Bool { loadedView != nil }

    /// Loads the root view now, unless it is loaded.
    public final func loadViewIfNeeded() { _ = view }

    /// Sets `view`: to a plain view unless overridden.
    open func loadView() { view = View() }

    /// Called once, when the root view has been loaded.
    open func viewDidLoad() {}

    /// The root view was loaded or set.
    func viewChanged() {}

    // MARK: Children

    /// Makes the controller a child, taking it from its former parent; itself and its ancestors are refused.
    open func addChild(_ child: ViewController) {
        if child.parent !== self { _ = adopt(child) }
    }

    /// Takes the controller from its parent; its view stays where it is, and what it presents is dismissed.
    open func removeFromParent() {
        guard let parent else { return }
        parent.letGo(of: self)
        didMove(toParent: nil)
    }

    /// Called before the controller gets a parent or, with nil, loses it.
    open func willMove(toParent parent: ViewController?) {}

    /// Called after the controller got a parent or, with nil, lost it.
    open func didMove(toParent parent: ViewController?) {}

    func letGo(of child: ViewController) {
        children.removeAll { $0 === child }
        child.parent = nil
        child.dismissPresented()
    }

    // MARK: Presenting

    /// Fills the window with the controller's view, in front of everything; animation takes no time here (R3).
    ///
    /// Refused outside a window, while something is presented from here or an ancestor, and for a controller that has
    /// a parent, is presented, is a window's root or is an ancestor; then the completion is not called.
    open func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil) {
        if let objection = objection(toPresenting: controller) { return reportMisuse(objection) }
        let view = controller.view
        // Loading may have changed what was asked before.
        if let objection = objection(toPresenting: controller) { return reportMisuse(objection) }
        guard let window = loadedView?.window else { return }
        presented = controller
        controller.presenter = self
        window.install(view)
        completion?()
    }

    /// Dismisses what this controller presents; failing that what its nearest ancestor presents, or itself.
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        var current: ViewController? = self
        while let controller = current {
            if let presenting = controller.presented == nil ? controller.presenter : controller {
                presenting.dismissOwn()
                break
            }
            current = controller.parent
        }
        completion?()
    }
}

// MARK: - The view's life

extension ViewController {
    private func load() -> View {
        if !isLoading {
            isLoading = true
            loadView()
            if loadedView == nil { replaceView(with: View()) }
            isLoading = false
            viewChanged()
            viewDidLoad()
        }
        // Asked for while it is being loaded, or taken by another controller since.
        if let loadedView { return loadedView }
        let view = View()
        replaceView(with: view)
        return view
    }

    private func replaceView(with view: View) {
        guard view !== loadedView else { return }
        // Touches are cancelled while the former view still leads to this controller (T12, X4).
        if let loadedView, takesPlace(view, of: loadedView) { loadedView.window?.subtreeWillLeave(loadedView) }
        // Whoever was told may have set another view.
        guard view !== loadedView else { return }
        let former = loadedView
        former?.controller = nil
        view.controller?.loadedView = nil
        loadedView = view
        view.controller = self
        if let former, let superview = former.superview, takesPlace(view, of: former) {
            view.frame = former.frame
            superview.insertSubview(view, aboveSubview: former)
            former.removeFromSuperview()
        }
        if !isLoading { viewChanged() }
    }

    /// Whether a new root view goes where the former one is: it is nowhere itself, and does not hold the former one.
    private func takesPlace(_ view: View, of former: View) -> Bool {
        former.superview != nil && view.superview == nil && !former.isDescendant(of: view)
    }
}
