extension View {
    /// The view's rectangle in its own coordinates.
    public final var bounds: Rect {
        get { Rect(origin: boundsOrigin, size: size) }
        set {
            let new = newValue.standardized
            var corner = origin
            if new.size != size {
                // Resizing does not move the view's centre.
                corner.x += (size.width - new.width) / 2
                corner.y += (size.height - new.height) / 2
            }
            setGeometry(origin: corner, size: new.size, boundsOrigin: new.origin)
        }
    }

    /// The centre of the view in its superview's coordinates.
    public final var center: Point {
        get { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
        set {
            let corner = Point(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2)
            setGeometry(origin: corner, size: size, boundsOrigin: boundsOrigin)
        }
    }

    /// The bounding box of the transformed view in its superview's coordinates.
    public final var frame: Rect {
        get {
            guard flags.contains(.transformed) else { return Rect(origin: origin, size: size) }
            let corner = Point(x: -size.width / 2, y: -size.height / 2)
            let turned = Rect(origin: corner, size: size).applying(transform)
            let center = center
            return turned.offsetBy(dx: center.x, dy: center.y)
        }
        set {
            let new = newValue.standardized
            guard flags.contains(.transformed), let inverse = inverseTransform else {
                return setGeometry(origin: new.origin, size: new.size, boundsOrigin: boundsOrigin)
            }
            let corner = Point(x: -new.width / 2, y: -new.height / 2)
            let size = Rect(origin: corner, size: new.size).applying(inverse).size
            let origin = Point(x: new.midX - size.width / 2, y: new.midY - size.height / 2)
            setGeometry(origin: origin, size: size, boundsOrigin: boundsOrigin)
        }
    }

    /// Converts a point from the superview's coordinates; ignores a non-invertible transform.
    @inline(__always)
    func fromParent(_ point: Point) -> Point {
        guard flags.contains(.transformed) else {
            return Point(x: point.x - origin.x + boundsOrigin.x, y: point.y - origin.y + boundsOrigin.y)
        }
        return fromParentTransformed(point)
    }

    private func fromParentTransformed(_ point: Point) -> Point {
        let center = center
        let turned = Point(x: point.x - center.x, y: point.y - center.y).applying(inverseTransform ?? .identity)
        return Point(x: turned.x + size.width / 2 + boundsOrigin.x, y: turned.y + size.height / 2 + boundsOrigin.y)
    }

    /// Transform from this view's coordinates to screen coordinates, the coordinates of the root view's frame.
    private var toRoot: AffineTransform {
        var way = AffineTransform.identity
        var next: Unmanaged<View>? = .passUnretained(self)
        while let view = next { next = view._withUnsafeGuaranteedRef { $0.append(to: &way) } }
        return way
    }

    /// Appends the transform from this view's coordinates to the superview's. Returns the superview, not retained; nil
    /// for a root view.
    @inline(__always)
    private func append(to way: inout AffineTransform) -> Unmanaged<View>? {
        let (corner, shift) = (origin, boundsOrigin)
        if flags.contains(.transformed) {
            let half = Point(x: size.width / 2, y: size.height / 2)
            way = way.concatenating(AffineTransform(translationX: -shift.x - half.x, y: -shift.y - half.y))
                .concatenating(transform)
                .concatenating(AffineTransform(translationX: corner.x + half.x, y: corner.y + half.y))
        } else {
            way.tx += corner.x - shift.x
            way.ty += corner.y - shift.y
        }
        return parent
    }

    /// Converts a point to screen coordinates, the coordinates of the root view's frame.
    func convertToScreen(_ point: Point) -> Point { point.applying(toRoot) }

    /// Converts a point from screen coordinates, the coordinates of the root view's frame.
    func convertFromScreen(_ point: Point) -> Point { point.applying(fromScreen) }

    /// Transform from screen coordinates to this view's coordinates.
    package var fromScreen: AffineTransform {
        guard let corner = cornerOnScreen, corner.isFinite else { return toRoot.inverted() }
        // Multiplying by 0 yields zeros with the same sign as in the inverse of `toRoot`.
        return AffineTransform(translationX: 0 * corner.y - corner.x, y: 0 * corner.x - corner.y)
    }

    /// Screen location of the origin of this view's coordinates; nil if the view or a superview has a transform.
    private var cornerOnScreen: Point? {
        var corner = Point.zero
        var next: Unmanaged<View>? = .passUnretained(self)
        while let view = next {
            let isMoved = view._withUnsafeGuaranteedRef { view in
                next = view.parent
                corner.x += view.origin.x - view.boundsOrigin.x
                corner.y += view.origin.y - view.boundsOrigin.y
                return !view.flags.contains(.transformed)
            }
            if !isMoved { return nil }
        }
        return corner
    }

    /// Converts a displacement to screen coordinates.
    func vectorToScreen(_ way: Point) -> Point { isOnlyMoved ? way.withoutNegativeZeros : way.applying(turn) }

    /// Converts a displacement from screen coordinates.
    func vectorFromScreen(_ way: Point) -> Point {
        isOnlyMoved ? way.withoutNegativeZeros : way.applying(turn.inverted())
    }

    /// Whether neither the view nor any superview has a transform. If so, displacements are equal in view and screen
    /// coordinates.
    private var isOnlyMoved: Bool { cornerOnScreen != nil }

    /// `toRoot` without its translation.
    private var turn: AffineTransform {
        var turn = toRoot
        (turn.tx, turn.ty) = (0, 0)
        return turn
    }

    /// Root of the view hierarchy; the view itself if it has no superview.
    var root: View { unretainedRoot.takeUnretainedValue() }

    var unretainedRoot: Unmanaged<View> {
        var view = Unmanaged.passUnretained(self)
        while let parent = view._withUnsafeGuaranteedRef({ $0.parent }) { view = parent }
        return view
    }

    /// Converts a point to another view's coordinates. Nil means the view's window or, outside any window, the root of
    /// its hierarchy (H32).
    public final func convert(_ point: Point, to view: View?) -> Point {
        if view === self { return point }
        let screen = convertToScreen(point)
        guard let view else { return root.fromParent(screen) }
        return view.root === root
            ? view.convertFromScreen(screen) : view.convertFromScreen(acrossRoots(screen, to: view))
    }

    /// Converts a point from another view's coordinates. Nil means the view's window or, outside any window, the root
    /// of its hierarchy (H32).
    public final func convert(_ point: Point, from view: View?) -> Point {
        if let view { return view.convert(point, to: self) }
        let root = root
        return root === self ? point : root.convert(point, to: self)
    }

    /// Converts a rectangle to another view's coordinates. Returns the bounding box of the result.
    public final func convert(_ rect: Rect, to view: View?) -> Rect {
        Rect(around: rect.corners.map { convert($0, to: view) })
    }

    /// Converts a rectangle from another view's coordinates. Returns the bounding box of the result.
    public final func convert(_ rect: Rect, from view: View?) -> Rect {
        Rect(around: rect.corners.map { convert($0, from: view) })
    }

    /// Converts a point from the screen coordinates of this view's hierarchy to those of `view`'s hierarchy.
    ///
    /// All windows share one system of screen coordinates. If one of the root views is not a window, assumes equal
    /// coordinates in both root views.
    private func acrossRoots(_ screen: Point, to view: View) -> Point {
        if root.flags.contains(.window), view.root.flags.contains(.window) { return screen }
        let base = root.fromParent(screen)
        return view.root.convertToScreen(base)
    }
}

extension Point {
    /// The point with +0.0 in place of -0.0, as in the result of an affine transform.
    fileprivate var withoutNegativeZeros: Point { Point(x: x + 0, y: y + 0) }
}

extension Rect {
    fileprivate var corners: [Point] {
        [Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: minX, y: maxY), Point(x: maxX, y: maxY)]
    }

    fileprivate init(around points: [Point]) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        self.init(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }
}
