/// A responder that owns a view and is this view's next responder. It can have child controllers and present others.
open class ViewController: Responder {
    private final var loadedView: View?
    private final var isLoading = false

    /// Child controllers in the order of addition. Their views are not added automatically.
    public internal(set) final var children: [ViewController] = []

    /// The parent controller; nil if there is none.
    public internal(set) final weak var parent: ViewController?

    /// The controller presented by this controller itself, not by an ancestor; nil if there is none.
    final var presented: ViewController?
    /// The controller that presents this controller; nil if there is none (R3).
    final weak var presenter: ViewController?
    /// The window whose root controller is this controller; nil if there is none.
    final weak var rootWindow: Window?

    /// Creates a controller. Its view is loaded on first access.
    public override init() { super.init() }

    deinit {
        loadedView?.controller = nil
        releaseDescendants()
    }

    /// Releases children and presented controllers iteratively; recursion could overflow the stack.
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

    /// The presenting controller or, if there is none, the superview of this controller's view (R3, R4, R5).
    open override var next: Responder? { presenter ?? loadedView?.superview }

    // MARK: The view

    /// The root view, loaded on first access; its next responder is this controller (R2).
    ///
    /// Setting this property also replaces the former view in its superview.
    public final var view: View {
        get { loadedView ?? load() }
        set { replaceView(with: newValue) }
    }

    /// The root view; nil if it is not loaded.
    public final var viewIfLoaded: View? { loadedView }

    /// Whether the root view is loaded.
    public final var isViewLoaded: Bool { loadedView != nil }

    /// Loads the root view if it is not loaded yet.
    public final func loadViewIfNeeded() { _ = view }

    /// Creates the root view and assigns it to `view`; by default, a plain `View`.
    open func loadView() { view = View() }

    /// Called after the root view was loaded; not called when `view` is set.
    open func viewDidLoad() {}

    /// Called after the root view was loaded or set.
    func viewChanged() {}

    // MARK: Children

    /// Moves a child controller from its former parent to this controller. Refuses this controller and its ancestors.
    open func addChild(_ child: ViewController) {
        if child.parent !== self { _ = adopt(child) }
    }

    /// Removes this controller from its parent; its view stays in place. Dismisses all presentations by this controller
    /// and its descendants.
    open func removeFromParent() {
        guard let parent else { return }
        parent.detach(self)
        didMove(toParent: nil)
    }

    /// Called before the controller is added to a parent or, if `parent` is nil, removed from its parent.
    open func willMove(toParent parent: ViewController?) {}

    /// Called after the controller was added to a parent or, if `parent` is nil, removed from its parent.
    open func didMove(toParent parent: ViewController?) {}

    func detach(_ child: ViewController) {
        children.removeAll { $0 === child }
        child.parent = nil
        child.dismissPresented()
    }

    // MARK: Presenting

    /// Presents a controller: its view fills the window in front of all other views. `animated` has no effect (R3).
    ///
    /// Refuses the presentation, without calling `completion`, under any of these conditions:
    ///
    /// - This controller's view is outside any window.
    /// - This controller or one of its ancestors already presents a controller.
    /// - `controller` has a parent or a presenter, or is the root controller of a window.
    /// - `controller` is this controller or one of its ancestors.
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

    /// Dismisses the controller that this controller presents. If there is none, dismisses this controller if it is
    /// presented. Otherwise, applies the same rule to the parent.
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
        // `loadedView` is nil if `loadView` reads `view` before setting it, or if another controller has adopted the
        // view.
        if let loadedView { return loadedView }
        let view = View()
        replaceView(with: view)
        return view
    }

    private func replaceView(with view: View) {
        guard view !== loadedView else { return }
        // Cancels touches while the former view still leads to this controller in the responder chain (T12, X4).
        if let loadedView, replacesView(view, of: loadedView) { loadedView.window?.subtreeWillLeave(loadedView) }
        // A callback may already have set this view.
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

    /// Whether to insert a new root view into the former view's superview. The new view must have no superview and must
    /// not contain the former view.
    private func replacesView(_ view: View, of former: View) -> Bool {
        former.superview != nil && view.superview == nil && !former.isDescendant(of: view)
    }
}
