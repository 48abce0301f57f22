internal import ResponderKit

/// A navigation controller that uses a view of the layout as its view.
final class LayoutNavigationController: NavigationController {
    private let ownView: View

    init(of view: View) {
        ownView = view
        super.init()
    }

    override func loadView() { view = ownView }
}
