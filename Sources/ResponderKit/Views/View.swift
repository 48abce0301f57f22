/// A rectangular area that receives touches, with subviews and gesture recognizers; it draws nothing.
open class View: Responder {
    /// Top left corner in the superview's coordinates, before the transform is applied.
    @exclusivity(unchecked) private(set) var origin: Point
    @exclusivity(unchecked) private(set) var size: Size
    @exclusivity(unchecked) private(set) var boundsOrigin = Point.zero
    @exclusivity(unchecked) var flags: Flags
    /// Z-order among siblings: the frontmost has the highest; only comparisons are meaningful.
    @exclusivity(unchecked) var order: Int64 = 0
    /// Slot in the superview's `index`; negative if there is none.
    @exclusivity(unchecked) var slot: Int32 = -1
    /// The superview, which outlives its subviews' use of it; an unowned reference would be retained by every read.
    @exclusivity(unchecked) private(set) var parent: Unmanaged<View>?
    @exclusivity(unchecked) private(set) var children: [View] = []
    /// Spatial index of the subviews, built on demand.
    @exclusivity(unchecked) var index: ChildIndex?
    private(set) var ownRecognizers: [GestureRecognizer] = []
    @exclusivity(unchecked) private var extras: Extras?

    /// Properties that only few views use; allocated on demand.
    private final class Extras {
        var transform = AffineTransform.identity
        var inverse: AffineTransform? = .identity
        unowned(unsafe) var controller: ViewController?
        var identifier: String?
        var tag = 0
    }

    struct Flags: OptionSet {
        let rawValue: UInt16
        static let hidden = Flags(rawValue: 1 << 0)
        static let interactive = Flags(rawValue: 1 << 1)
        static let multipleTouch = Flags(rawValue: 1 << 2)
        static let exclusiveTouch = Flags(rawValue: 1 << 3)
        static let clipsToBounds = Flags(rawValue: 1 << 4)
        static let transformed = Flags(rawValue: 1 << 5)
        static let transparent = Flags(rawValue: 1 << 6)
        static let window = Flags(rawValue: 1 << 7)
        static let overridesHitTesting = Flags(rawValue: 1 << 8)
        /// The root of the view hierarchy is a window.
        static let insideWindow = Flags(rawValue: 1 << 10)
        /// The superview's index lists the view as loose.
        static let loose = Flags(rawValue: 1 << 9)

        /// Flags that must equal `interactive` alone for the view to be hit.
        static let eligibility: Flags = [.hidden, .interactive, .transparent]
    }

    /// The class itself, if it overrides neither `hitTest` nor `point(inside:)`: hit-testing then needs no call.
    ///
    /// A subclass that does not override this property counts as overriding both: slower, with the same result, and by
    /// recursion, so that thousands of such views in each other take stack.
    open class var defaultHitTestingClass: View.Type { View.self }

    /// Creates a view; a frame that is not finite is replaced by zero.
    public init(frame: Rect = .zero) {
        let frame = frame.isFinite ? frame.standardized : .zero
        origin = frame.origin
        size = frame.size
        flags = [.interactive]
        super.init()
        if Self.defaultHitTestingClass != Self.self { flags.insert(.overridesHitTesting) }
    }

    deinit {
        for recognizer in ownRecognizers { recognizer.attach(to: nil) }
        for child in children {
            child.parent = nil
            child.markSubtree(insideWindow: false)
        }
        releaseDescendants()
    }

    /// Releases the subtree iteratively: recursion could overflow the stack.
    private func releaseDescendants() {
        guard children.contains(where: { !$0.children.isEmpty }) else { return }
        var waiting = children
        children = []
        while var view = waiting.popLast() {
            guard isKnownUniquelyReferenced(&view) else { continue }
            for child in view.children { child.parent = nil }
            waiting.append(contentsOf: view.children)
            view.children = []
            view.index = nil
        }
    }

    // MARK: UIKit's properties

    /// The opacity from 0 to 1; below 0.01 the view and its subtree cannot be hit (H2).
    public final var alpha = 1.0 {
        didSet { setFlag(.transparent, alpha < 0.01) }
    }

    /// Whether the view and its subtree are excluded from new touches (H2).
    public final var isHidden: Bool {
        get { flags.contains(.hidden) }
        set {
            guard newValue != isHidden else { return }
            setFlag(.hidden, newValue)
            if flags.contains(.window) { windowVisibilityChanged() }
        }
    }

    /// Whether new touches can hit the view and its subtree (H2).
    public final var isUserInteractionEnabled: Bool {
        get { flags.contains(.interactive) }
        set { setFlag(.interactive, newValue) }
    }

    /// Whether the view receives more than one touch at a time; false by default (T13).
    public final var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether other views receive no new touches while this view tracks one (T19).
    public final var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// Whether drawing would be clipped to the bounds; it has no effect on touches (H12).
    public final var clipsToBounds: Bool {
        get { flags.contains(.clipsToBounds) }
        set { flags.set(.clipsToBounds, newValue) }
    }

    /// A name for logs, traces and look-ups.
    public final var identifier: String? {
        get { extras?.identifier }
        set {
            withExtras { $0.identifier = newValue }
            internedID = 0
        }
    }

    /// A number for look-ups.
    public final var tag: Int {
        get { extras?.tag ?? 0 }
        set { withExtras { $0.tag = newValue } }
    }

    /// The view that contains this one, nil for a root.
    public final var superview: View? { parent?.takeUnretainedValue() }

    /// The subviews, from back to front.
    public final var subviews: [View] { children }

    /// The recognizers that are attached to the view, in the order of their addition.
    public final var gestureRecognizers: [GestureRecognizer]? { ownRecognizers.isEmpty ? nil : ownRecognizers }

    /// The controller whose view this is.
    final var controller: ViewController? {
        get { extras?.controller }
        set { withExtras { $0.controller = newValue } }
    }

    /// The controller whose view this is, otherwise the superview (R2).
    open override var next: Responder? { extras?.controller ?? superview }

    /// Whether a gesture may begin; asked of the hit view and of the recognizer's view, true by default (G44).
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

    /// Called after the view was added to a superview or removed from one.
    open func didMoveToSuperview() {}

    /// Called for every view of a subtree after it entered or left a window.
    open func didMoveToWindow() {}

    // MARK: Hit-testing

    /// Returns the frontmost descendant that contains the point, or this view; nil if the point is outside (H1–H8).
    ///
    /// A view whose class does not declare itself in `defaultHitTestingClass` is searched by recursion, with 1.4 KB
    /// of stack per nested level in debug: see `docs/reference/misuse.md`. Other views are searched in a loop.
    open func hitTest(_ point: Point, with event: Event?) -> View? { defaultHitTest(point, with: event) }

    /// Whether the bounds contain the point; the right and bottom edges are outside (H9).
    open func point(inside point: Point, with event: Event?) -> Bool { bounds.contains(point) }

    /// Called when this window was shown or hidden.
    func windowVisibilityChanged() {}
}

extension View.Flags {
    mutating func set(_ flag: View.Flags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}

// MARK: - Stored properties

extension View {
    /// Sets a flag that affects hit-testing, and updates the superview's index.
    private func setFlag(_ flag: Flags, _ isOn: Bool) {
        guard flags.contains(flag) != isOn else { return }
        flags.set(flag, isOn)
        parent?._withUnsafeGuaranteedRef { $0.index?.changed(self) }
    }

    private func withExtras(_ change: (Extras) -> Void) {
        let extras = self.extras ?? Extras()
        change(extras)
        self.extras = extras
    }

    /// Sets the geometry and updates the superview's index; values that are not finite are refused.
    func setGeometry(origin: Point, size: Size, boundsOrigin: Point) {
        guard origin.isFinite, size.isFinite, boundsOrigin.isFinite else { return reportMisuse(.geometryNotFinite) }
        self.origin = origin
        self.size = size
        self.boundsOrigin = boundsOrigin
        parent?._withUnsafeGuaranteedRef { $0.index?.changed(self) }
    }

    /// Scaling, rotation, skew and translation of the view, about its centre.
    public final var transform: AffineTransform {
        get { extras?.transform ?? .identity }
        set {
            guard newValue.isFinite else { return reportMisuse(.geometryNotFinite) }
            withExtras {
                $0.transform = newValue
                $0.inverse = newValue.isInvertible ? newValue.inverted() : nil
            }
            flags.set(.transformed, !newValue.isIdentity)
            parent?._withUnsafeGuaranteedRef { $0.index?.changed(self) }
        }
    }

    /// Inverse of `transform`, nil when there is none.
    var inverseTransform: AffineTransform? { extras?.inverse ?? (extras == nil ? .identity : nil) }

    /// Changes the list of subviews without callbacks.
    func editChildren(_ edit: (inout [View]) -> Void) { edit(&children) }

    /// Changes the list of recognizers without callbacks.
    func editRecognizers(_ edit: (inout [GestureRecognizer]) -> Void) { edit(&ownRecognizers) }

    func setSuperview(_ view: View?) { parent = view.unretained }

    func reportMisuse(_ misuse: Misuse) {
        window?.application?.observers?.misuse(misuse)
    }
}
