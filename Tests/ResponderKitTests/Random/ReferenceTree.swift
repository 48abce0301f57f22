/// A view in the reference model: plain values; parents and children are indices.
struct ReferenceView {
    /// Transform between the view and its superview, in addition to the centre.
    enum Shape {
        case plain
        case scaled(Double, Double)
        /// Rotation by this number of quarter turns.
        case turned(Int)
        /// Singular transform (H29).
        case flat
    }

    var parent: Int?
    var children: [Int] = []
    var centerX = 0.0
    var centerY = 0.0
    var width = 0.0
    var height = 0.0
    var boundsX = 0.0
    var boundsY = 0.0
    var shape = Shape.plain
    var isHidden = false
    var alpha = 1.0
    var isInteractive = true
    var isMultiple = false
    var isExclusive = false
    /// Whether the view passes phases on to the next responder.
    var passesOn = true
    var isWindow = false
    var level = 0.0
    /// Recognizers of the view, in order of addition.
    var recognizers: [Int] = []

    /// Converts a point from the superview to the view; returns nil for a singular transform (H11, H29).
    func inside(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
        var (dx, dy) = (x - centerX, y - centerY)
        switch shape {
        case .plain: break
        case .scaled(let sx, let sy): (dx, dy) = (dx / sx, dy / sy)
        case .turned(let quarters): for _ in 0..<quarters { (dx, dy) = (dy, -dx) }
        case .flat: return nil
        }
        return (dx + width / 2 + boundsX, dy + height / 2 + boundsY)
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
        x >= boundsX && y >= boundsY && x < boundsX + width && y < boundsY + height
    }
}

/// Views and windows of the reference model, according to H1 to H12 and W1 to W4.
struct ReferenceTree {
    var views: [ReferenceView] = []
    /// Windows from back to front.
    var windows: [Int] = []

    func hit(_ id: Int, _ x: Double, _ y: Double) -> Int? {
        let view = views[id]
        if view.isHidden || !view.isInteractive || view.alpha < 0.01 { return nil }
        guard let own = view.inside(x, y), view.contains(own.x, own.y) else { return nil }
        for child in view.children.reversed() {
            if let found = hit(child, own.x, own.y) { return found }
        }
        return id
    }

    /// Returns the hit view and its window for a new finger; nil if no window is hit.
    func hit(_ x: Double, _ y: Double) -> (view: Int, window: Int)? {
        for window in windows.reversed() {
            if let view = hit(window, x, y) { return (view, window) }
        }
        return nil
    }

    func window(of id: Int) -> Int? {
        let root = ancestry(id).last ?? id
        return views[root].isWindow ? root : nil
    }

    /// Returns the view and its superviews, innermost first.
    func ancestry(_ id: Int) -> [Int] {
        var line = [id]
        while let parent = views[line[line.count - 1]].parent { line.append(parent) }
        return line
    }

    func isInside(_ id: Int, _ other: Int) -> Bool { ancestry(id).contains(other) }

    mutating func unlink(_ id: Int) {
        guard let parent = views[id].parent else { return }
        views[parent].children.removeAll { $0 == id }
        views[id].parent = nil
    }

    mutating func link(_ id: Int, to parent: Int, at index: Int) {
        unlink(id)
        views[id].parent = parent
        views[parent].children.insert(id, at: min(index, views[parent].children.count))
    }

    /// Moves the window in front of all other windows of its level (W1, W2).
    mutating func show(_ window: Int) {
        windows.removeAll { $0 == window }
        let level = views[window].level
        let index = windows.firstIndex { views[$0].level > level } ?? windows.count
        windows.insert(window, at: index)
    }
}
