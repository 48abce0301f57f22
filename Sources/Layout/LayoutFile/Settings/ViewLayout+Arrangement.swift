internal import Schema
internal import YAML

extension ViewLayout {
    /// Sets the frames of the subviews according to `grid` or `stack`. Reports subviews that set their own frame.
    mutating func arrangeSubviews(_ node: Node, _ reading: Reading) {
        guard let arrangement, let key = node.mapping?.first(where: \.isArrangement)?.key else { return }
        guard node["grid"] == nil || node["stack"] == nil else {
            reading.error("'grid' and 'stack' cannot both be set; remove one of them", .conflict, at: key)
            return
        }
        let frames: [FrameLayout]
        switch arrangement.value {
        case .grid(let grid):
            let (columns, rows) = grid.cells(for: subviews.count)
            guard subviews.count <= columns * rows else {
                let problem = "'grid' has \(columns * rows) cells for \(subviews.count) subviews"
                reading.error("\(problem); write more columns or rows", .conflict, at: key)
                return
            }
            Self.reportFrames(of: node, "remove 'frame' and 'edges'", except: nil, reading)
            frames = grid.frames(for: subviews.count)
        case .stack(let stack):
            let length = stack.axis.length
            let remedy = "remove this key, or set only the \(length): 'edges: { \(length): … }'"
            Self.reportFrames(of: node, remedy, except: length, reading)
            frames = stack.frames(for: subviews.map { stack.axis.length(of: $0.frame) })
        }
        for (index, frame) in frames.enumerated() { subviews[index].frame = frame }
    }

    /// Reports subviews that set `frame` or `edges`. Accepts `edges` with the single key `allowed`; in a stack, this
    /// key is the subview's length along the axis.
    private static func reportFrames(
        of node: Node,
        _ remedy: String,
        except allowed: String?,
        _ reading: Reading
    ) {
        for subview in node["subviews"]?.sequence ?? [] {
            for pair in subview.mapping ?? [] {
                guard let key = pair.key.scalar?.text, key == "frame" || key == "edges" else { continue }
                if key == "edges", pair.value.mapping?.allSatisfy({ $0.key.scalar?.text == allowed }) == true {
                    continue
                }
                reading.error("the frame of this view is set by its superview; \(remedy)", .conflict, at: pair.key)
            }
        }
    }
}

extension Node.Pair {
    fileprivate var isArrangement: Bool { key.scalar?.text == "grid" || key.scalar?.text == "stack" }
}

extension StackLayout.Axis {
    /// Key of `edges` that sets the length of a subview along the axis.
    fileprivate var length: String { self == .vertical ? "height" : "width" }

    /// Returns the length that a subview sets along the axis; nil if the subview sets none.
    fileprivate func length(of frame: FrameLayout?) -> Length? {
        guard case .edges(_, _, _, _, let width, let height) = frame else { return nil }
        return self == .vertical ? height : width
    }
}
