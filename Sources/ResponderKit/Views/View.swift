/// A rectangular area that receives touches. Contains subviews and gesture recognizers, but draws nothing.
open class View: Responder {
    /// Top left corner in the superview's coordinates, before the transform.
    @exclusivity(unchecked) private(set) var origin: Point
    @exclusivity(unchecked) private(set) var size: Size
    @exclusivity(unchecked) private(set) var boundsOrigin = Point.zero
    @exclusivity(unchecked) var flags: Flags
    /// Z-order among siblings, highest for the frontmost view. Valid for comparisons only.
    @exclusivity(unchecked) var order: Int64 = 0
    /// Slot in the superview's `index`; negative if the view has no slot.
    @exclusivity(unchecked) var slot: Int32 = -1
    /// The superview, which clears this reference in its `deinit`. Unmanaged, because each read of an unowned reference
    /// would retain the superview.
    @exclusivity(unchecked) private(set) var parent: Unmanaged<View>?
    @exclusivity(unchecked) private(set) var children: [View] = []
    /// Spatial index of the subviews, created on demand.
    @exclusivity(unchecked) var index: ChildIndex?
    private(set) var ownRecognizers: [GestureRecognizer] = []
    @exclusivity(unchecked) private var extras: Extras?

    /// Rarely used properties, allocated on demand.
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
        /// Set if the root of the view hierarchy is a window.
        static let insideWindow = Flags(rawValue: 1 << 10)
        /// Set if the view was added or changed after the superview's index was built; the index then searches it
        /// linearly.
        static let loose = Flags(rawValue: 1 << 9)

        /// Flags for hit-testing. A view can be hit only if `interactive` is the only one of them that is set.
        static let eligibility: Flags = [.hidden, .interactive, .transparent]
    }

    /// Declares that a class overrides neither `hitTest` nor `point(inside:)`: such a class returns itself. Hit-testing
    /// then calls neither method.
    ///
    /// Without an override of this property, hit-testing treats a subclass as if it overrode both methods. The result
    /// is the same, but the search is slower and recursive: thousands of nested views use much stack.
    open class var defaultHitTestingClass: View.Type { View.self }

    /// Creates a view. Replaces a frame with non-finite values by the zero rectangle.
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

    /// Releases the subtree iteratively; recursion could overflow the stack.
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

    /// Opacity from 0 to 1. Below 0.01, the view and its subtree receive no new touches (H2).
    public final var alpha = 1.0 {
        didSet { setFlag(.transparent, alpha < 0.01) }
    }

    /// Whether the view is hidden. A hidden view and its subtree receive no new touches (H2).
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

    /// Whether the view accepts several simultaneous touches; false by default (T13).
    public final var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether other views receive no new touches while this view tracks a touch (T19).
    public final var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// Whether to clip drawing to the bounds. No effect on touches (H12).
    public final var clipsToBounds: Bool {
        get { flags.contains(.clipsToBounds) }
        set { flags.set(.clipsToBounds, newValue) }
    }

    /// A name for logs, traces and lookups.
    public final var identifier: String? {
        get { extras?.identifier }
        set {
            withExtras { $0.identifier = newValue }
            internedID = 0
        }
    }

    /// A number for lookups.
    public final var tag: Int {
        get { extras?.tag ?? 0 }
        set { withExtras { $0.tag = newValue } }
    }

    /// The view that contains this view; nil for a root view.
    public final var superview: View? { parent?.takeUnretainedValue() }

    /// The subviews, from back to front.
    public final var subviews: [View] { children }

    /// The attached recognizers in the order of addition; nil if there are none.
    public final var gestureRecognizers: [GestureRecognizer]? { ownRecognizers.isEmpty ? nil : ownRecognizers }

    /// The controller whose root view is this view; nil if there is none.
    final var controller: ViewController? {
        get { extras?.controller }
        set { withExtras { $0.controller = newValue } }
    }

    /// The controller whose root view is this view; otherwise, the superview (R2).
    open override var next: Responder? { extras?.controller ?? superview }

    /// Returns whether a gesture can begin; true by default. Called on the hit view and on the recognizer's view (G44).
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

    /// Called after the view was added to a superview or removed from one.
    open func didMoveToSuperview() {}

    /// Called on every view of a subtree after the subtree entered or left a window.
    open func didMoveToWindow() {}

    // MARK: Hit-testing

    /// Returns the frontmost descendant that contains the point, or this view. Returns nil if the point is outside this
    /// view or this view cannot be hit (H1–H8).
    ///
    /// Without an override of `defaultHitTestingClass`, the search is recursive; otherwise, it is iterative. In debug
    /// builds, each level of recursion uses 1.4 KB of stack (see `docs/reference/misuse.md`).
    open func hitTest(_ point: Point, with event: Event?) -> View? { defaultHitTest(point, with: event) }

    /// Whether the bounds contain the point. Points on the right or bottom edge are outside (H9).
    open func point(inside point: Point, with event: Event?) -> Bool { bounds.contains(point) }

    /// Called on a window after it was shown or hidden.
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

    /// Sets the geometry and updates the superview's index. Refuses non-finite values.
    func setGeometry(origin: Point, size: Size, boundsOrigin: Point) {
        guard origin.isFinite, size.isFinite, boundsOrigin.isFinite else { return reportMisuse(.geometryNotFinite) }
        self.origin = origin
        self.size = size
        self.boundsOrigin = boundsOrigin
        parent?._withUnsafeGuaranteedRef { $0.index?.changed(self) }
    }

    /// Scaling, rotation, skew and translation, relative to the view's center.
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

    /// Inverse of `transform`; nil if `transform` is not invertible.
    var inverseTransform: AffineTransform? { extras?.inverse ?? (extras == nil ? .identity : nil) }

    /// Changes the list of subviews without calling callbacks.
    func editChildren(_ edit: (inout [View]) -> Void) { edit(&children) }

    /// Changes the list of recognizers without calling callbacks.
    func editRecognizers(_ edit: (inout [GestureRecognizer]) -> Void) { edit(&ownRecognizers) }

    func setSuperview(_ view: View?) { parent = view.unretained }

    func reportMisuse(_ misuse: Misuse) {
        window?.application?.observers?.misuse(misuse)
    }
}
