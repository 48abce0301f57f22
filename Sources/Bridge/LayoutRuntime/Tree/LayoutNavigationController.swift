internal import ResponderKit

/// A navigation controller that stands on a view of the layout, and shows its stack there once that is loaded.
final class LayoutNavigationController: NavigationController {
    private let ownView: View

    init(standingOn view: View) {
        ownView = view
        super.init()
    }

    override func loadView() { view = ownView }
}
