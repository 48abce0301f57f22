internal import Geometry
internal import LayoutFile
internal import LayoutPlans
internal import ResponderKit
internal import Schema

extension LayoutTree {
    /// Creates the controller of a view, with its child controllers and its navigation stack.
    @discardableResult
    func makeController(
        _ layout: ControllerLayout,
        of view: View,
        on screen: ScreenPlan,
        under parent: ViewController?
    ) -> ViewController {
        let id = layout.id?.value
        let isNamed = id.map { pending.firstResponders.contains($0) } ?? false
        let name = id ?? layout.class.rawValue
        let handlers =
            handlers(
                name,
                on: layout.on,
                actions: layout.actions,
                canBecomeFirstResponder: layout.canBecomeFirstResponder ?? isNamed,
                screen
            ) ?? BoundHandlers(name, [], actions: [:], canBecomeFirstResponder: false)
        let controller: ViewController
        switch layout.class {
        case .viewController:
            controller = ViewController()
            controller.view = view
        case .navigationController:
            controller = LayoutNavigationController(of: view)
            controller.loadViewIfNeeded()
        }
        handlers.install(in: controller)
        retainedControllers[ObjectIdentifier(controller)] = controller
        if let id, controllers[id] == nil { setController(controller, for: id) }
        if let parent, parent as? NavigationController == nil {
            parent.addChild(controller)
            controller.didMove(toParent: parent)
        }
        addChildren(of: layout, to: controller, view, screen)
        if let presented = layout.present?.value {
            let other = makeFree(presented, in: Rect(origin: .zero, size: screen.frame.size), on: screen)
            pending.presentations.append((controller, other))
            pageOwners[ObjectIdentifier(other)] = controller
        }
        return controller
    }

    private func addChildren(
        of layout: ControllerLayout,
        to controller: ViewController,
        _ view: View,
        _ screen: ScreenPlan
    ) {
        if let navigation = controller as? NavigationController {
            let bounds = view.bounds
            navigation.viewControllers = layout.viewControllers.map { makeFree($0, in: bounds, on: screen) }
        }
        for page in controller.children { pageOwners[ObjectIdentifier(page)] = controller }
        for page in layout.pages {
            // A page of a navigation controller fills the controller's view; other pages fill the screen.
            let isPushed = controller is NavigationController
            let bounds = isPushed ? view.bounds : Rect(origin: .zero, size: screen.frame.size)
            pageOwners[ObjectIdentifier(makeFree(page, in: bounds, on: screen))] = controller
        }
        for child in layout.children {
            let free = makeFree(child, in: view.bounds, on: screen)
            controller.addChild(free)
            view.addSubview(free.view)
            free.didMove(toParent: controller)
        }
    }

    /// Creates a controller without a parent, and its view without a superview.
    private func makeFree(_ layout: ControllerLayout, in bounds: Rect, on screen: ScreenPlan) -> ViewController {
        let view =
            layout.view.map { makeView($0, in: bounds, on: screen, under: nil) }
            ?? View(frame: bounds)
        return makeController(layout, of: view, on: screen, under: nil)
    }

}
