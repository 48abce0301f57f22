/// Spatial index of a view's subviews: finds the subviews that may contain a point, from front to back.
///
/// The index stores a box for each subview: the box contains every point at which the subview can be hit. If there are
/// many subviews, a grid finds the boxes at a point. Hit-testing still checks each subview found, so the index saves
/// calls without affecting the result.
///
/// Subviews added or changed after the index was built are `loose`: the search for them is linear. Too many loose
/// subviews cause a rebuild.
final class ChildIndex {
    /// Number of subviews up to which a linear search is as fast as the index.
    static let worthwhile = 8

    /// Whether the index is empty and needs a rebuild.
    @exclusivity(unchecked) private(set) var isStale = false
    @exclusivity(unchecked) private var boxes: [Box] = []
    /// Subviews by slot, from front to back; nil for changed or removed subviews. The superview retains the views.
    @exclusivity(unchecked) private var views: [Unmanaged<View>?] = []
    /// Slots of subviews that do not fit in the grid; part of every search.
    @exclusivity(unchecked) private var everywhere: [Int32] = []
    @exclusivity(unchecked) private var grid = Grid()
    @exclusivity(unchecked) private var loose: [Unmanaged<View>] = []
    private let looseLimit: Int

    init(of children: [View]) {
        looseLimit = max(16, 2 * Int(Double(children.count).squareRoot()))
        boxes.reserveCapacity(children.count)
        views.reserveCapacity(children.count)
        for view in children.reversed() {
            view.slot = Int32(boxes.count)
            view.flags.remove(.loose)
            let box = Box(of: view)
            if box.isEverywhere { everywhere.append(view.slot) }
            boxes.append(box)
            views.append(Unmanaged.passUnretained(view))
        }
        if children.count > Grid.worthwhile { grid.build(boxes, &everywhere) }
    }

    /// Records a change of a subview's geometry, order, visibility or interaction.
    func changed(_ view: View) {
        guard !isStale, !view.flags.contains(.loose) else { return }
        forgetSlot(of: view)
        loosen(view)
    }

    /// Records an added subview.
    func added(_ view: View) {
        view.slot = -1
        view.flags.remove(.loose)
        if !isStale { loosen(view) }
    }

    /// Records the removal of a subview.
    func removed(_ view: View) {
        if !isStale {
            if view.flags.contains(.loose) {
                loose.removeAll { $0.toOpaque() == Unmanaged.passUnretained(view).toOpaque() }
            }
            forgetSlot(of: view)
        }
        view.slot = -1
        view.flags.remove(.loose)
    }

    private func forgetSlot(of view: View) {
        guard view.slot >= 0 else { return }
        views[Int(view.slot)] = nil
        view.slot = -1
    }

    private func loosen(_ view: View) {
        guard loose.count < looseLimit else {
            isStale = true
            (boxes, views, everywhere, grid, loose) = ([], [], [], Grid(), [])
            return
        }
        view.flags.insert(.loose)
        loose.append(Unmanaged.passUnretained(view))
    }

    func search(at point: Point) -> Search { Search(index: self, point: point) }

    /// Iterates over the subviews that may contain a point, from front to back.
    struct Search {
        private let index: ChildIndex
        private let point: Box.Probe
        /// First slot that is not yet searched.
        private var nextSlot: Int32 = 0
        private(set) var lastOrder = Int64.max

        fileprivate init(index: ChildIndex, point: Point) {
            self.index = index
            self.point = Box.Probe(point)
        }

        /// Whether the index has become stale during the search, because of an override of `hitTest` or
        /// `point(inside:)`.
        var isBroken: Bool { index.isStale }

        mutating func next() -> View? {
            while !index.isStale {
                let slot = index.firstSlot(from: nextSlot, containing: point)
                let settled = slot.flatMap { index.views[Int($0)] }
                if let slot, settled == nil {
                    // The subview of this slot has changed or was removed. A later slot may still be in front of the
                    // loose subviews.
                    nextSlot = slot + 1
                    continue
                }
                if let candidate = index.frontmostLoose(behind: lastOrder, inFrontOf: settled) {
                    lastOrder = candidate.order
                    return candidate
                }
                guard let slot, let settled else { return nil }
                nextSlot = slot + 1
                let view = settled.takeUnretainedValue()
                lastOrder = view.order
                return view
            }
            return nil
        }
    }

    /// Returns the first slot from `start` whose box contains the point; nil if there is none.
    private func firstSlot(from start: Int32, containing point: Box.Probe) -> Int32? {
        var best = Int32.max
        if grid.isEmpty {
            var slot = Int(start)
            while slot < boxes.count, !boxes[slot].contains(point) { slot += 1 }
            if slot < boxes.count { best = Int32(slot) }
        } else {
            grid.forEachBucket(at: point) { items in
                for slot in items where slot >= start && boxes[Int(slot)].contains(point) {
                    best = min(best, slot)
                    break
                }
            }
            if let slot = everywhere.firstFrom(start) { best = min(best, slot) }
        }
        return best == .max ? nil : best
    }

    /// Returns the frontmost loose subview behind `order` and in front of `other`; nil if there is none.
    private func frontmostLoose(behind order: Int64, inFrontOf other: Unmanaged<View>?) -> View? {
        guard !loose.isEmpty else { return nil }
        var best = other?.takeUnretainedValue().order ?? .min
        var found: View?
        for entry in loose {
            let view = entry.takeUnretainedValue()
            if view.order < order, view.order > best { (best, found) = (view.order, view) }
        }
        return found
    }
}

extension [Int32] {
    /// Returns the first element of a sorted array that is not less than `start`; nil if there is none.
    fileprivate func firstFrom(_ start: Int32) -> Int32? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < count ? self[low] : nil
    }
}

/// A rectangle around all points at which the view can be hit, in the superview's coordinates.
struct Box {
    /// Left, top, negated right and negated bottom edge: `contains` needs only one vector comparison.
    private let edges: SIMD4<Float>

    /// A point prepared for the comparison in `contains`.
    struct Probe {
        let point: SIMD4<Float>

        init(_ point: Point) {
            let (x, y) = (Float(point.x), Float(point.y))
            self.point = SIMD4(x, y, -x, -y)
        }
    }

    init(of view: View) {
        let frame = view.frame
        let reach = Self.reach(of: view, frame)
        guard !view.flags.contains(.overridesHitTesting), reach.isFinite else {
            edges = SIMD4(repeating: -.infinity)
            return
        }
        // The margin exceeds the rounding errors of converting a point from the superview to the view.
        let margin = reach * (view.flags.contains(.transformed) ? 1e-7 : 1e-12)
        edges = SIMD4(
            Float(frame.minX - margin).nextDown,
            Float(frame.minY - margin).nextDown,
            -Float(frame.maxX + margin).nextUp,
            -Float(frame.maxY + margin).nextUp
        )
    }

    /// Returns an upper bound for the magnitude of all intermediate values in a point conversion to the view's
    /// coordinates. Infinite if rounding errors are unbounded.
    private static func reach(of view: View, _ frame: Rect) -> Double {
        let shift = abs(view.bounds.origin.x) + abs(view.bounds.origin.y)
        let reach = abs(frame.minX) + abs(frame.minY) + frame.width + frame.height
        guard view.flags.contains(.transformed) else { return reach + shift }
        let turn = view.transform
        let squares = turn.a * turn.a + turn.b * turn.b + turn.c * turn.c + turn.d * turn.d
        // The inverse of a nearly singular transform magnifies rounding errors.
        guard abs(turn.determinant) > 1e-6 * squares else { return .infinity }
        let own = squares.squareRoot() * (view.bounds.width + view.bounds.height + shift)
        return reach + own + abs(view.center.x) + abs(view.center.y) + abs(turn.tx) + abs(turn.ty)
    }

    var isEverywhere: Bool { edges.x == -.infinity }
    var left: Double { Double(edges.x) }
    var top: Double { Double(edges.y) }
    var right: Double { Double(-edges.z) }
    var bottom: Double { Double(-edges.w) }

    @inline(__always)
    func contains(_ probe: Probe) -> Bool { all(edges .<= probe.point) }
}
