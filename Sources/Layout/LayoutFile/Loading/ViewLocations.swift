internal import YAML

/// Finds the views in the nodes of a layout, and replaces each view with the result of `change`.
struct ViewLocations {
    let change: (Node) -> Node

    /// Returns the layout after `change` was applied to its root views.
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

    /// Returns the view after `change` was applied to the views that this view contains.
    func inView(_ node: Node) -> Node {
        node.changing { key, value in
            switch key {
            case "subviews": value.changingEach(change)
            case "controller": inController(value)
            default: value
            }
        }
    }

    private func inController(_ node: Node) -> Node {
        node.changing { key, value in
            switch key {
            case "view": change(value)
            case "viewControllers", "children", "pages": value.changingEach(inController)
            case "present": inController(value)
            default: value
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
