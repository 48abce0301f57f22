internal import Schema

/// Determines which actions have a responder that handles them, on the responder chains of the senders and of possible
/// first responders.
struct ActionChains {
    /// An action that a control sends along the responder chain.
    struct Sent {
        let action: Located<String>
        let sender: ViewLayout
        /// Whether a responder on the sender's chain handles the action.
        let isHandled: Bool
    }

    private(set) var sent: [Sent] = []
    /// Actions handled on the responder chains of possible first responders.
    private(set) var firstResponderActions: Set<String> = []
    private let firstResponders: Set<String>
    /// Actions of the current responder and of the responders above it in the responder chain; the current responder is
    /// last.
    private var chain: [(actions: [String], isVisited: Bool)] = []
    /// Number of responders on the current chain that handle an action, by action.
    private var handlerCounts: [String: Int] = [:]

    init(_ layout: Layout, firstResponders: Set<String>) {
        self.firstResponders = firstResponders
        enter(layout.actions)
        if let root = layout.root { follow(root, root.controller?.value) }
        for window in layout.windows { follow(window) }
        for screen in layout.screens {
            if let root = screen.root { follow(root, root.controller?.value) }
            for window in screen.windows { follow(window) }
        }
    }

    private mutating func follow(_ window: WindowLayout) {
        enter(window.actions)
        note(window.id, false)
        if let root = window.root { follow(root, root.controller?.value) }
        leave()
    }

    /// Visits a controller and its view, in reverse order of the responder chain. A view's next responder is its
    /// controller, and the controller's next responder is the superview.
    private mutating func follow(_ view: ViewLayout?, _ controller: ControllerLayout?) {
        enter((view?.controller?.actions ?? []) + (controller?.actions ?? []))
        enter(view?.actions ?? [])
        if let view {
            note(view.id, view.canBecomeFirstResponder == true)
            for action in view.on.compactMap(\.action) {
                let isHandled = handlerCounts[action.value, default: 0] > 0
                sent.append(Sent(action: action, sender: view, isHandled: isHandled))
            }
            for subview in view.subviews { follow(subview, subview.controller?.value) }
        }
        if let controller {
            note(controller.id, controller.canBecomeFirstResponder == true)
            for other in controller.viewControllers + controller.children + controller.pages {
                follow(other.view, other)
            }
        }
        leave()
        // The presenting controller is the next responder of the presented controller.
        if let presented = controller?.present?.value { follow(presented.view, presented) }
        leave()
    }

    private mutating func enter(_ actions: [Named<[HandlerCall]>]) {
        chain.append((actions.map(\.name), false))
        for action in actions { handlerCounts[action.name, default: 0] += 1 }
    }

    private mutating func leave() {
        for action in chain.removeLast().actions { handlerCounts[action, default: 0] -= 1 }
    }

    /// Adds the actions on the current chain if the responder may become first responder. Stops at a visited responder,
    /// whose chain was already added.
    private mutating func note(_ id: Located<String>?, _ canBecomeFirst: Bool) {
        guard canBecomeFirst || id.map({ firstResponders.contains($0.value) }) == true else { return }
        for index in chain.indices.reversed() {
            if chain[index].isVisited { return }
            chain[index].isVisited = true
            firstResponderActions.formUnion(chain[index].actions)
        }
    }
}
