import ResponderKit

/// A view that overrides hit testing in one of five ways.
final class OddView: View {
    enum Kind: CaseIterable, Sendable {
        /// `point(inside:)` accepts a margin of 20 points.
        case enlarged
        /// `hitTest` returns nil.
        case absent
        /// `hitTest` returns nil instead of the view itself.
        case transparent
        /// `hitTest` returns a view outside the tree (`stranger`) if the view or a subview would be hit.
        case foreign
        /// `hitTest` returns the view itself for every point with x ≥ 0.
        case greedy
    }

    let kind: Kind
    weak var stranger: View?

    init(_ kind: Kind) {
        self.kind = kind
        super.init()
    }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        switch kind {
        case .enlarged: super.hitTest(point, with: event)
        case .absent: nil
        case .transparent:
            if let hit = super.hitTest(point, with: event), hit !== self { hit } else { nil }
        case .foreign: super.hitTest(point, with: event) == nil ? nil : stranger
        case .greedy: point.x < 0 ? nil : self
        }
    }

    override func point(inside point: Point, with event: Event?) -> Bool {
        kind == .enlarged
            ? bounds.insetBy(dx: -20, dy: -20).contains(point) : super.point(inside: point, with: event)
    }
}

/// A window full of random views that can be changed randomly.
final class RandomTree {
    let application = Application()
    let window: Window
    let stranger = View()
    private(set) var random: HitGenerator
    private(set) var views: [View] = []
    private var parked: [View] = []

    init(seed: UInt64, siblings: Int) {
        random = HitGenerator(seed: seed)
        window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000), application: application)
        window.isHidden = false
        fill(window, siblings, depth: 0)
    }

    private func fill(_ parent: View, _ count: Int, depth: Int) {
        for _ in 0..<count {
            let view = makeView()
            parent.addSubview(view)
            views.append(view)
            if depth < 3, random.oneIn(depth == 0 ? 12 : 4) {
                fill(view, random.oneIn(5) ? 60 : random.below(14), depth: depth + 1)
            }
        }
    }

    private func makeView() -> View {
        let view: View
        if random.oneIn(15) {
            let odd = OddView(random.oneIn(40) ? .greedy : random.pick([.enlarged, .absent, .transparent, .foreign]))
            odd.stranger = stranger
            view = odd
        } else {
            view = View()
        }
        setGeometry(view)
        if random.oneIn(6) { turn(view) }
        if random.oneIn(5) { scroll(view) }
        if random.oneIn(12) { veil(view) }
        return view
    }

    // MARK: Changes

    private func setGeometry(_ view: View) {
        var size = Size(width: random.sixteenths(4..<120), height: random.sixteenths(4..<120))
        var corner = Point(x: random.sixteenths(-60..<1000), y: random.sixteenths(-60..<1000))
        switch random.below(40) {
        case 0: size = Size(width: random.sixteenths(0..<1), height: random.sixteenths(0..<1))
        case 1: size = Size(width: random.sixteenths(300..<4000), height: random.sixteenths(300..<4000))
        case 2: size.width = 0
        case 3: corner.x += random.pick([1e6, -1e6, 1e15, -1e19, 1e300])
        case 4:
            size.height = random.pick([1e6, 1e12, 1e17, 1e30, 1e300])
            corner.y -= random.pick([0, size.height / 2])
        case 5: (corner, size) = (Point(x: -4e37, y: -4e38), Size(width: 8e38, height: 8e38))
        case 6: size = Size(width: 0x1p-12, height: 0x1p-12)
        default: break
        }
        view.bounds.size = size
        view.center = Point(x: corner.x + size.width / 2, y: corner.y + size.height / 2)
        if isGigantic(view) { view.transform = .identity }
    }

    /// Whether a rotation would cause significant rounding errors, because the view is too large or distant.
    private func isGigantic(_ view: View) -> Bool {
        max(view.bounds.width, view.bounds.height, abs(view.center.x), abs(view.center.y)) > 1e7
    }

    private func turn(_ view: View) {
        if isGigantic(view) { return }
        switch random.below(8) {
        case 0: view.transform = .identity
        case 1: view.transform = AffineTransform(scaleX: random.pick([0, 1, 2]), y: 0)
        case 2: view.transform = AffineTransform(a: 1, b: 2, c: 3, d: 6, tx: 0, ty: 0)
        case 3: view.transform = AffineTransform(scaleX: -1, y: random.pick([0.01, 0.5, 40]))
        case 4: view.transform = AffineTransform(a: 1, b: random.sixteenths(-2..<2), c: 0.25, d: 1, tx: 5, ty: -9)
        case 5: view.transform = AffineTransform(translationX: random.sixteenths(-300..<300), y: 20)
        default:
            view.transform = AffineTransform(rotationAngle: random.sixteenths(-7..<7))
                .scaledBy(x: random.sixteenths(0.25..<3), y: random.sixteenths(0.25..<3))
        }
    }

    private func scroll(_ view: View) {
        view.bounds.origin = Point(x: random.sixteenths(-200..<200), y: random.pick([0, 10_000, 1e9, 0.5]))
    }

    private func veil(_ view: View) {
        switch random.below(6) {
        case 0: view.isHidden = true
        case 1: view.isUserInteractionEnabled = false
        case 2: view.alpha = random.pick([0, 0.009, 0.01, 0.5])
        default:
            view.isHidden = false
            view.isUserInteractionEnabled = true
            view.alpha = 1
        }
    }

    /// Changes a few views, or occasionally very many.
    func change() {
        let count = random.oneIn(50) ? 300 : random.below(4)
        for _ in 0..<count { changeOne() }
    }

    private func changeOne() {
        let view = random.pick(views)
        let parent = view.superview ?? window
        switch random.below(14) {
        case 0, 1: setGeometry(view)
        case 2: view.frame.origin.x += random.sixteenths(-30..<30)
        case 3: turn(view)
        case 4: scroll(view)
        case 5, 6: veil(view)
        case 7: parent.bringSubviewToFront(view)
        case 8: parent.sendSubviewToBack(view)
        case 9:
            let count = parent.subviews.count
            parent.exchangeSubview(at: random.below(count + 1), withSubviewAt: random.below(count + 1))
        case 10: parent.insertSubview(view, at: random.below(parent.subviews.count + 1))
        case 11:
            view.removeFromSuperview()
            parked.append(view)
        case 12:
            if let back = parked.popLast() { (random.oneIn(3) ? parent : window).addSubview(back) }
        default:
            let sibling = random.pick(parent.subviews + [view])
            if random.oneIn(2) {
                parent.insertSubview(view, aboveSubview: sibling)
            } else {
                parent.insertSubview(view, belowSubview: sibling)
            }
        }
    }

    /// Returns a random point, or a point at, near or midway between the edges of the window or a direct subview.
    func pickPoint() -> Point {
        guard random.oneIn(2) else { return Point(x: random.sixteenths(-20..<1020), y: random.sixteenths(-20..<1020)) }
        let frame = random.pick(window.subviews + [window]).frame
        let x = random.pick([frame.minX, frame.maxX, frame.midX, frame.minX + 1])
        let y = random.pick([frame.minY, frame.maxY, frame.midY, frame.maxY - 1])
        return Point(x: x, y: y)
    }
}
