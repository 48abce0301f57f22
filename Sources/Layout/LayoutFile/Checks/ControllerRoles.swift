internal import Schema

/// Where the layout declares a controller with an id, and whether navigation commands such as `tree.push` apply to the
/// controller.
public struct ControllerRole: Sendable {
    public enum Place: Sendable {
        /// The controller is declared on a view or as a child controller, so it is always shown with its container.
        case fixed
        /// The controller is in the stack of a navigation controller.
        case stack
        /// The controller is declared in `pages:` or `present:` of another controller.
        case free
    }

    public let place: Place
    /// Whether `tree.push` can show the controller. True for a controller in the stack of a navigation controller, and
    /// for a page of a controller with `hasStack`.
    public let canBePushed: Bool
    /// True for a navigation controller, and for the controllers in its stack, with their children and pages at any
    /// depth.
    public let hasStack: Bool
}

extension Layout {
    /// Roles of controllers, by id; for a duplicate id, the role of the first controller.
    public var controllerRoles: [String: ControllerRole] {
        var roles: [String: ControllerRole] = [:]
        for root in [root] + windows.map(\.root) { root?.addRoles(to: &roles) }
        for screen in screens {
            for root in [screen.root] + screen.windows.map(\.root) { root?.addRoles(to: &roles) }
        }
        return roles
    }
}

extension ViewLayout {
    fileprivate func addRoles(to roles: inout [String: ControllerRole]) {
        controller?.value.addRoles(to: &roles, .fixed, isPushable: false, inStack: false)
        for subview in subviews { subview.addRoles(to: &roles) }
    }
}

extension ControllerLayout {
    fileprivate func addRoles(
        to roles: inout [String: ControllerRole],
        _ place: ControllerRole.Place,
        isPushable: Bool,
        inStack: Bool
    ) {
        let hasStack = inStack || self.class == .navigationController
        if let id, roles[id.value] == nil {
            roles[id.value] = ControllerRole(place: place, canBePushed: isPushable, hasStack: hasStack)
        }
        for other in viewControllers {
            other.addRoles(to: &roles, .stack, isPushable: true, inStack: true)
        }
        for other in children { other.addRoles(to: &roles, .fixed, isPushable: false, inStack: hasStack) }
        for other in pages { other.addRoles(to: &roles, .free, isPushable: hasStack, inStack: hasStack) }
        present?.value.addRoles(to: &roles, .free, isPushable: false, inStack: false)
        view?.addRoles(to: &roles)
    }
}
