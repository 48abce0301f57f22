/// A responder that owns a view and follows it in the responder chain; it may have children and present others.
open class ViewController: Responder {
    private final var loadedView: View?
    private final var isLoading = false

    /// Child controllers in the order of addition; this controller itself has to add their views.
    public internal(set) final var children: [ViewController] = []

    /// The controller that this one is a child of.
    public internal(set) final weak var parent: ViewController?

    /// The controller that this one itself presents.
    final var presented: ViewController?
    /// The controller that presents this one (R3).
    final weak var presenter: ViewController?
    /// The window of which this is the root controller.
    final weak var rootWindow: Window?

    /// Creates a controller; its view is loaded on first access.
    public override init() { super.init() }

    deinit {
        loadedView?.controller = nil
        releaseDescendants()
    }

    /// Releases children and presented controllers iteratively: recursion could overflow the stack.
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

    /// The presenting controller, otherwise the view's superview, the window for a root view (R3, R4, R5).
    open override var next: Responder? { presenter ?? loadedView?.superview }

    // MARK: The view

    /// The root view, loaded on first access; its next responder is this controller (R2).
    ///
    /// A new view also replaces the former one in its superview.
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

    /// Sets `view`; the default is a plain view.
    open func loadView() { view = View() }

    /// Called once, after the root view was loaded.
    open func viewDidLoad() {}

    /// Called after the root view was loaded or set.
    func viewChanged() {}

    // MARK: Children

    /// Adds a child controller, removing it from its former parent; refuses this controller and its ancestors.
    open func addChild(_ child: ViewController) {
        if child.parent !== self { _ = adopt(child) }
    }

    /// Removes the controller from its parent and dismisses what it presents; its view stays in its superview.
    open func removeFromParent() {
        guard let parent else { return }
        parent.detach(self)
        didMove(toParent: nil)
    }

    /// Called before the controller gets a parent or, with nil, loses it.
    open func willMove(toParent parent: ViewController?) {}

    /// Called after the controller got a parent or, with nil, lost it.
    open func didMove(toParent parent: ViewController?) {}

    func detach(_ child: ViewController) {
        children.removeAll { $0 === child }
        child.parent = nil
        child.dismissPresented()
    }

    // MARK: Presenting

    /// Presents a controller: its view fills the window, in front of all others, without animation (R3).
    ///
    /// Refused, without calling `completion`, outside a window or while this controller or an ancestor presents another
    /// one. Also refused for a controller that has a parent, is presented, is a window's root or is an ancestor.
    open func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil) {
        if let objection = objection(toPresenting: controller) { return reportMisuse(objection) }
        let view = controller.view
        // Loading the view may have changed the conditions.
        if let objection = objection(toPresenting: controller) { return reportMisuse(objection) }
        guard let window = loadedView?.window else { return }
        presented = controller
        controller.presenter = self
        window.install(view)
        completion?()
    }

    /// Dismisses the controller that this one presents, otherwise this one, otherwise does the same for its parent.
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

// MARK: - View loading

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
        // `view` was read during loading, or another controller has taken the view since.
        if let loadedView { return loadedView }
        let view = View()
        replaceView(with: view)
        return view
    }

    private func replaceView(with view: View) {
        guard view !== loadedView else { return }
        // Cancels touches while the former view still leads to this controller in the responder chain (T12, X4).
        if let loadedView, replacesView(view, of: loadedView) { loadedView.window?.subtreeWillLeave(loadedView) }
        // A callback may have set another view.
        guard view !== loadedView else { return }
        let former = loadedView
        former?.controller = nil
        view.controller?.loadedView = nil
        loadedView = view
        view.controller = self
        if let former, let superview = former.superview, replacesView(view, of: former) {
            view.frame = former.frame
            superview.insertSubview(view, aboveSubview: former)
            former.removeFromSuperview()
        }
        if !isLoading { viewChanged() }
    }

    /// Whether a new root view replaces the former one in its superview: it has none and does not contain the former.
    private func replacesView(_ view: View, of former: View) -> Bool {
        former.superview != nil && view.superview == nil && !former.isDescendant(of: view)
    }
}
