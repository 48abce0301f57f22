internal import Bridge
internal import LayoutRuntime
internal import ResponderKit

/// View controller operations that a program with an embedded pipeline could perform.
extension Pipeline {
    func move(_ move: Step.Move, _ number: Int) {
        let controllers = allControllers
        guard !controllers.isEmpty else { return }
        let controller = controllers[number % controllers.count]
        switch move {
        case .present:
            guard controller.presentedViewController == nil, controller.viewIfLoaded?.window != nil else { return }
            controller.present(ViewController(), animated: false)
        case .dismiss: controller.dismiss(animated: false)
        case .push:
            let stack = controller as? NavigationController ?? controller.navigationController
            if let stack, stack.viewControllers.count < 6 {
                stack.pushViewController(ViewController(), animated: false)
            }
        case .pop:
            (controller as? NavigationController ?? controller.navigationController)?.popViewController(animated: false)
        }
    }

    /// The root controllers of all windows and the controllers with ids, with their child controllers and presented
    /// controllers; at most 32.
    var allControllers: [ViewController] {
        var waiting = application.windows.compactMap(\.rootViewController)
        waiting += tree.namedControllers.compactMap { tree.controller($0) }
        var found: [ViewController] = []
        while let controller = waiting.popLast(), found.count < 32 {
            if found.contains(where: { $0 === controller }) { continue }
            found.append(controller)
            waiting += controller.children
            if let presented = controller.presentedViewController { waiting.append(presented) }
        }
        return found
    }
}
