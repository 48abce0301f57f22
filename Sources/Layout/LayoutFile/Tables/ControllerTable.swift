internal import Schema
internal import YAML

extension Setting where Value == ControllerLayout {
    /// Accepts a view controller that is declared on its view; the key `view` is not allowed.
    static var controller: Setting {
        Setting.table(named: "Controller") { ControllerLayout.table }.then { controller, node, reading in
            controller.mark = node.mark
            ControllerLayout.check(controller, node, reading)
            if let pair = node.mapping?.first(where: { $0.key.scalar?.text == "view" }) {
                reading.error(
                    "the controller of a view cannot have another view; remove 'view'",
                    .misplacedKey,
                    at: pair.key
                )
            }
        }
    }

    /// Accepts a view controller that is not declared on a view; a plain view controller requires the key `view`.
    fileprivate static var controllerWithView: Setting {
        Setting.table(named: "Controller") { ControllerLayout.table }.then { controller, node, reading in
            controller.mark = node.mark
            ControllerLayout.check(controller, node, reading)
            if controller.class == .viewController, node.mapping != nil, node["view"] == nil {
                reading.error(
                    "this controller needs 'view: { … }', because it is not the 'controller:' of a view",
                    .missingKey,
                    at: node
                )
            }
        }
    }
}

extension ControllerLayout {
    static let table = Table<ControllerLayout>(
        "Controller",
        "A view controller. It is the next responder of its view, and can present other controllers.",
        of: ControllerLayout()
    ) {
        Key("id", Setting<String>.name.located(), \.id, "The id in logs and traces.")
        Key("class", .controllerClass, \.class, "The class. Default: ViewController.")
        Key(
            "viewControllers",
            .list(of: .controllerWithView),
            \.viewControllers,
            "Initial stack of a NavigationController, from the root to the top; each controller must have a `view`."
        )
        Key("children", .list(of: .controllerWithView), \.children, "Child controllers; each must have a `view`.")
        Key(
            "pages",
            .list(of: .controllerWithView),
            \.pages,
            "Controllers that `tree.push` and `tree.present` can show; each must have an `id` and a `view`."
        )
        Key(
            "present",
            Setting<ControllerLayout>.controllerWithView.boxed,
            \.present,
            "The controller that this controller presents when the layout is loaded."
        )
        Key("view", .view, \.view, "The controller's view. Omit this key in the value of a view's `controller:`.")
        Key("on", .bindings(of: .controller), \.on, "Events and their handlers.")
        Key("actions", .actions, \.actions, "Handlers of actions that reach this controller in the responder chain.")
        Key(
            "canBecomeFirstResponder",
            .boolean,
            \.canBecomeFirstResponder,
            "Whether the controller can become first responder, which receives presses, shakes and media keys."
        )
    }

    fileprivate static func check(_ controller: ControllerLayout, _ node: Node, _ reading: Reading) {
        guard let pairs = node.mapping else { return }
        for pair in pairs {
            switch pair.key.scalar?.text {
            case "viewControllers":
                for other in pair.value.sequence ?? [] {
                    checkGeometry(of: other, "the views of a navigation controller fill its view", reading)
                }
            case "pages":
                for other in pair.value.sequence ?? [] {
                    checkGeometry(of: other, "a page fills the view of the controller that shows the page", reading)
                    guard other.mapping != nil, other["id"] == nil else { continue }
                    reading.error(
                        "a page needs 'id': the name that 'tree.push' and 'tree.present' use",
                        .missingKey,
                        at: other
                    )
                }
            case "present": checkGeometry(of: pair.value, "a presented controller's view fills the window", reading)
            default: break
            }
        }
        let stack = pairs.first { $0.key.scalar?.text == "viewControllers" }
        switch controller.class {
        case .viewController:
            guard let stack else { return }
            let remedy = "add 'class: NavigationController', or remove 'viewControllers'"
            reading.error("only a NavigationController has 'viewControllers'; \(remedy)", .misplacedKey, at: stack.key)
        case .navigationController:
            guard stack == nil || stack?.value.sequence?.isEmpty == true else { return }
            reading.error(
                "a NavigationController needs a controller in 'viewControllers', as in [{ view: { … } }]",
                .missingKey,
                at: node
            )
        }
    }
}

extension ControllerLayout {
    /// Reports geometry keys of a controller's view if a container determines the view's geometry.
    private static func checkGeometry(of controller: Node, _ rule: String, _ reading: Reading) {
        for pair in controller["view"]?.mapping ?? [] {
            guard let key = pair.key.scalar?.text, ["frame", "edges", "center"].contains(key) else { continue }
            reading.warning("\(rule), so '\(key)' has no effect; remove '\(key)'", .noEffect, at: pair.key.mark)
        }
    }
}

extension Setting where Value == ControllerLayout.Class {
    fileprivate static var controllerClass: Setting {
        .choice(["ViewController": .viewController, "NavigationController": .navigationController])
    }
}
