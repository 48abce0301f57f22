internal import YAML

/// Applies a change to the root views of a layout, and lists the keys whose values contain views.
struct ViewLocations {
    /// Type of a key's value.
    enum Kind {
        case view, views, controller, controllers
    }

    /// Keys of a view.
    static let inView: [String: Kind] = ["subviews": .views, "controller": .controller]
    /// Keys of a view controller.
    static let inController: [String: Kind] = [
        "view": .view, "viewControllers": .controllers, "children": .controllers, "pages": .controllers,
        "present": .controller,
    ]

    let change: (Node) -> Node

    /// Returns the layout with `change` applied to its root views.
    func inLayout(_ node: Node) -> Node {
        node.changing { key, value in
            switch key {
            case "root": change(value)
            case "windows": value.changingEach(inWindow)
            case "screens": value.changingEach(inScreen)
            default: value
            }
        }
    }

    private func inScreen(_ node: Node) -> Node {
        node.changing { key, value in
            switch key {
            case "root": change(value)
            case "windows": value.changingEach(inWindow)
            default: value
            }
        }
    }

    private func inWindow(_ node: Node) -> Node {
        node.changing { key, value in key == "root" ? change(value) : value }
    }

    /// Calls `visit` for the direct child views of a view, including the views of its controllers.
    static func visit(in view: Node, _ visit: (Node) -> Void) { Self.visit(view, inView, visit) }

    private static func visit(_ node: Node, _ kinds: [String: Kind], _ visit: (Node) -> Void) {
        for pair in node.mapping ?? [] {
            switch pair.key.scalar.flatMap({ kinds[$0.text] }) {
            case .view: visit(pair.value)
            case .views: for view in pair.value.sequence ?? [] { visit(view) }
            case .controller: Self.visit(pair.value, inController, visit)
            case .controllers:
                for controller in pair.value.sequence ?? [] { Self.visit(controller, inController, visit) }
            case nil: break
            }
        }
    }
}

extension Node {
    fileprivate func changing(_ change: (String, Node) -> Node) -> Node {
        guard let pairs = mapping else { return self }
        let changed = pairs.map { pair in
            Pair(key: pair.key, value: pair.key.scalar.map { change($0.text, pair.value) } ?? pair.value)
        }
        return Node(.mapping(changed), mark: mark)
    }

    fileprivate func changingEach(_ change: (Node) -> Node) -> Node {
        guard let nodes = sequence else { return self }
        return Node(.sequence(nodes.map(change)), mark: mark)
    }
}
