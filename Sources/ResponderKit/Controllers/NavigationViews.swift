/// Fills a navigation controller's view, and contains the wrapper of the visible view (R6).
final class NavigationTransitionView: View {
    override class var defaultHitTestingClass: View.Type { NavigationTransitionView.self }

    private let wrapper = ViewControllerWrapperView()

    init() {
        super.init(frame: .zero)
        addSubview(wrapper)
    }

    /// Shows a view in place of the former view; nil shows no view.
    func show(_ view: View?) {
        for former in wrapper.subviews where former !== view { former.removeFromSuperview() }
        fill()
        guard let view, view.superview !== wrapper else { return }
        view.frame = wrapper.bounds
        wrapper.addSubview(view)
    }

    /// Adapts to the superview's bounds, which may have changed since this view was added.
    override func didMoveToWindow() { fill() }

    private func fill() {
        if let superview { frame = superview.bounds }
        wrapper.frame = bounds
        for view in wrapper.subviews { view.frame = wrapper.bounds }
    }
}

/// Contains the visible controller's view (R6).
final class ViewControllerWrapperView: View {
    override class var defaultHitTestingClass: View.Type { ViewControllerWrapperView.self }
}
