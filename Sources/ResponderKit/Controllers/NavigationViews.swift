/// Fills a navigation controller's view and holds the wrapper of the view that is shown (R6).
final class NavigationTransitionView: View {
    override class var defaultHitTestingClass: View.Type { NavigationTransitionView.self }

    private let wrapper = ViewControllerWrapperView()

    init() {
        super.init(frame: .zero)
        addSubview(wrapper)
    }

    /// Shows the view instead of what was shown.
    func show(_ view: View?) {
        for former in wrapper.subviews where former !== view { former.removeFromSuperview() }
        fill()
        guard let view, view.superview !== wrapper else { return }
        view.frame = wrapper.bounds
        wrapper.addSubview(view)
    }

    /// The view that holds it got its size after its subviews were made.
    override func didMoveToWindow() { fill() }

    private func fill() {
        if let superview { frame = superview.bounds }
        wrapper.frame = bounds
        for view in wrapper.subviews { view.frame = wrapper.bounds }
    }
}

/// Holds the view of one controller of a navigation controller (R6).
final class ViewControllerWrapperView: View {
    override class var defaultHitTestingClass: View.Type { ViewControllerWrapperView.self }
}
