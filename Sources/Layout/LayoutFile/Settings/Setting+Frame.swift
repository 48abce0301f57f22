internal import Schema
internal import YAML

extension Setting where Value == FrameLayout {
    /// Accepts a frame: `[x, y, width, height]`; each element is a length.
    static var frame: Setting {
        Setting<[Length]>.list(of: .length, count: 4...4, as: "a list [x, y, width, height]")
            .then { lengths, node, reading in
                guard let nodes = node.sequence else { return }
                for index in [2, 3] where lengths[index].isNegative {
                    let name = index == 2 ? "width" : "height"
                    reading.error(
                        "the \(name) in 'frame' cannot be negative; write 0 or more",
                        .wrongValue,
                        at: nodes[index]
                    )
                }
            }
            .map { .rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }

    /// Accepts a frame as distances from the superview's edges, with an optional width and height.
    static var edges: Setting {
        Setting<EdgesLayout>.table(EdgesLayout.table)
            .then { edges, node, reading in edges.check(node, reading) }
            .map {
                .edges(
                    left: $0.left,
                    top: $0.top,
                    right: $0.right,
                    bottom: $0.bottom,
                    width: $0.width,
                    height: $0.height
                )
            }
    }
}

/// Value of `edges:`.
struct EdgesLayout: Sendable {
    var left: Length?
    var top: Length?
    var right: Length?
    var bottom: Length?
    var width: Length?
    var height: Length?

    static let table = Table<EdgesLayout>(
        "Edges",
        "The frame of a view as distances from its superview's edges. Set at most two keys per axis (`left`, `right` and `width`; `top`, `bottom` and `height`).",
        of: EdgesLayout()
    ) {
        Key(
            "left",
            .length,
            \.left,
            "Distance between the left edges of superview and view. Default: 0, unless `right` and `width` are set."
        )
        Key(
            "top",
            .length,
            \.top,
            "Distance between the top edges of superview and view. Default: 0, unless `bottom` and `height` are set."
        )
        Key("right", .length, \.right, "Distance between the right edges of view and superview.")
        Key("bottom", .length, \.bottom, "Distance between the bottom edges of view and superview.")
        Key("width", .length, \.width, "The width. Default: computed from `left` and `right`.")
        Key("height", .length, \.height, "The height. Default: computed from `top` and `bottom`.")
    }

    func check(_ node: Node, _ reading: Reading) {
        if left != nil, right != nil, width != nil {
            reading.error("'left', 'right' and 'width' cannot all be set; remove one of them", .conflict, at: node)
        }
        if top != nil, bottom != nil, height != nil {
            reading.error("'top', 'bottom' and 'height' cannot all be set; remove one of them", .conflict, at: node)
        }
        for (name, length) in [("width", width), ("height", height)] where length?.isNegative == true {
            reading.error(
                "'\(name)' in 'edges' cannot be negative; write 0 or more",
                .wrongValue,
                at: node[name] ?? node
            )
        }
    }
}

extension FrameLayout {
    /// Reports an error if `frame` and `edges` are both set.
    static func checkKeys(of node: Node, _ reading: Reading) {
        guard let edges = node.mapping?.first(where: { $0.key.scalar?.text == "edges" }), node["frame"] != nil else {
            return
        }
        reading.error("'frame' and 'edges' cannot both be set; remove one of them", .conflict, at: edges.key)
    }
}
