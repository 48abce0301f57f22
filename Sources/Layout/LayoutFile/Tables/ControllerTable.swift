internal import Schema
internal import YAML

extension Setting where Value == ControllerLayout {
    /// A view controller declared on the view that it controls.
    static var controller: Setting {
        Setting.table(named: "Controller") { ControllerLayout.table }.then { controller, node, reading in
            controller.mark = node.mark
            ControllerLayout.check(controller, node, reading)
            if let pair = node.mapping?.first(where: { $0.key.scalar?.text == "view" }) {
                reading.error(
                    "this controller already has the view that it is written on; leave 'view' out",
                    at: pair.key
                )
            }
        }
    }

    /// A view controller that declares its own view.
    fileprivate static var controllerWithView: Setting {
        Setting.table(named: "Controller") { ControllerLayout.table }.then { controller, node, reading in
            controller.mark = node.mark
            ControllerLayout.check(controller, node, reading)
            if controller.class == .viewController, node.mapping != nil, node["view"] == nil {
                reading.error("a controller that is not written on a view needs 'view': a mapping", at: node)
            }
        }
    }
}

extension ControllerLayout {
    static let table = Table<ControllerLayout>(
        "Controller",
        "A view controller: the next responder of its view, and the one to present others over it.",
        of: ControllerLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "What logs and traces call it.")
        Key("class", .controllerClass, \.class, "ViewController or NavigationController.")
        Key(
            "viewControllers",
            .list(of: .controllerWithView),
            \.viewControllers,
            "Of a NavigationController: the stack, its root first; each has a `view`."
        )
        Key("children", .list(of: .controllerWithView), \.children, "Controllers within it; each has a `view`.")
        Key(
            "present",
            Setting<ControllerLayout>.controllerWithView.boxed,
            \.present,
            "The controller that is presented over it from the beginning."
        )
        Key("view", .view, \.view, "Its view, if it does not stand on one.")
        Key("on", .bindings(of: .controller), \.on, "Events with the handlers that they lead to.")
        Key("actions", .actions, \.actions, "Actions that it answers when they climb the chain.")
        Key(
            "canBecomeFirstResponder",
            .boolean,
            \.canBecomeFirstResponder,
            "Whether it can get presses, shakes and media keys."
        )
    }

    fileprivate static func check(_ controller: ControllerLayout, _ node: Node, _ reading: Reading) {
        guard let pairs = node.mapping else { return }
        for pair in pairs {
            switch pair.key.scalar?.text {
            case "viewControllers":
                for other in pair.value.sequence ?? [] {
                    checkGeometry(of: other, "a navigation controller's views fill it", reading)
                }
            case "present": checkGeometry(of: pair.value, "a presented controller's view fills the window", reading)
            default: break
            }
        }
        let stack = pairs.first { $0.key.scalar?.text == "viewControllers" }
        switch controller.class {
        case .viewController:
            if let stack { reading.error("only a NavigationController has 'viewControllers'", at: stack.key) }
        case .navigationController:
            guard stack == nil || stack?.value.sequence?.isEmpty == true else { return }
            reading.error("a NavigationController needs at least one of 'viewControllers'", at: node)
        }
    }
}

extension ControllerLayout {
    /// Reports geometry of a view whose container determines it.
    private static func checkGeometry(of controller: Node, _ rule: String, _ reading: Reading) {
        for pair in controller["view"]?.mapping ?? [] {
            guard let key = pair.key.scalar?.text, ["frame", "edges", "center"].contains(key) else { continue }
            reading.warning("\(rule), so '\(key)' has no effect; leave it out", at: pair.key.mark)
        }
    }
}

extension Setting where Value == ControllerLayout.Class {
    fileprivate static var controllerClass: Setting {
        .choice(["ViewController": .viewController, "NavigationController": .navigationController])
    }
}
