internal import Schema

/// What tree commands can do with each controller of a layout that has an id.
public struct ControllerRole: Sendable {
    /// Where the layout declares a controller.
    public enum Place: Sendable {
        /// On a view, or as a child: it is always shown with its container.
        case fixed
        /// In the stack of a navigation controller.
        case stack
        /// In `pages:` or `present:` of a controller.
        case free
    }

    public let place: Place
    /// Whether pages of the controller that declares it can be pushed: that is, or is in, a navigation controller.
    public let canBePushed: Bool
    /// Whether it is a navigation controller, or in the stack of one.
    public let hasStack: Bool
}

extension Layout {
    /// The controllers with an id; the first one of a duplicate id.
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
