internal import ResponderKit

/// A navigation controller with a view of the layout.
final class LayoutNavigationController: NavigationController {
    private let ownView: View

    init(of view: View) {
        ownView = view
        super.init()
    }

    override func loadView() { view = ownView }
}
