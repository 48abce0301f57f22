/// A rectangle that touches can hit: it has a place, subviews, recognizers and a next responder, and draws nothing.
open class View: Responder {
    /// The corner of the view with the smallest coordinates, in the superview, before the transform is applied.
    @exclusivity(unchecked) private(set) var origin: Point
    @exclusivity(unchecked) private(set) var size: Size
    @exclusivity(unchecked) private(set) var boundsOrigin = Point.zero
    @exclusivity(unchecked) var flags: Flags
    /// The place among siblings, front most highest; only comparisons mean anything.
    @exclusivity(unchecked) var order: Int64 = 0
    /// The place in the superview's index, negative when it is in none.
    @exclusivity(unchecked) var slot: Int32 = -1
    @exclusivity(unchecked) unowned(unsafe) private(set) var superviewReference: View?
    @exclusivity(unchecked) private(set) var children: [View] = []
    /// Finds the subviews under a point without asking each of them.
    @exclusivity(unchecked) var index: ChildIndex?
    private(set) var ownRecognizers: [GestureRecognizer] = []
    @exclusivity(unchecked) private var extras: Extras?

    /// What only few views have.
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
        /// The root is a window.
        static let insideWindow = Flags(rawValue: 1 << 10)
        /// Told to the superview's index already.
        static let loose = Flags(rawValue: 1 << 9)

        /// The flags that decide whether `hitTest` looks at the view at all.
        static let eligibility: Flags = [.hidden, .interactive, .transparent]
    }

    /// The class itself if it overrides neither `hitTest` nor `point(inside:)`: such a view is searched without a call.
    ///
    /// A subclass that inherits the answer counts as overriding both. That takes longer and finds the same view.
    open class var defaultHitTestingClass: View.Type { View.self }

    /// A view with a place in its superview.
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
            child.superviewReference = nil
            child.markSubtree(insideWindow: false)
        }
        releaseDescendants()
    }

    /// Lets go of the subtree level by level, so that a deep one does not exhaust the stack.
    private func releaseDescendants() {
        guard children.contains(where: { !$0.children.isEmpty }) else { return }
        var waiting = children
        children = []
        while var view = waiting.popLast() {
            guard isKnownUniquelyReferenced(&view) else { continue }
            for child in view.children { child.superviewReference = nil }
            waiting.append(contentsOf: view.children)
            view.children = []
            view.index = nil
        }
    }

    // MARK: What a subclass of UIView would find

    /// The transparency, from 0 to 1; below 0.01 the view and its subtree cannot be hit (H2).
    public final var alpha = 1.0 {
        didSet { setFlag(.transparent, alpha < 0.01) }
    }

    /// Whether the view and its subtree are out of reach for new touches (H2).
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

    /// Whether the view is told of more than one touch at a time; false unless set (T13).
    public final var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether touches of other views are kept away while this view follows one (T19).
    public final var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// Whether drawing would be cut off at the bounds; it changes nothing for touches (H12).
    public final var clipsToBounds: Bool {
        get { flags.contains(.clipsToBounds) }
        set { flags.set(.clipsToBounds, newValue) }
    }

    /// A name for logs, traces and look-ups.
    public final var identifier: String? {
        get { extras?.identifier }
        set { withExtras { $0.identifier = newValue } }
    }

    /// A number for look-ups.
    public final var tag: Int {
        get { extras?.tag ?? 0 }
        set { withExtras { $0.tag = newValue } }
    }

    /// The view that this view is in, nil for a root.
    public final var superview: View? { superviewReference }

    /// The views in this one, from back to front.
    public final var subviews: [View] { children }

    /// The recognizers that are attached to the view, in the order of their addition.
    public final var gestureRecognizers: [GestureRecognizer]? { ownRecognizers.isEmpty ? nil : ownRecognizers }

    /// The controller whose view this is.
    final var controller: ViewController? {
        get { extras?.controller }
        set { withExtras { $0.controller = newValue } }
    }

    /// The controller whose view this is, otherwise the superview (R2).
    open override var next: Responder? { extras?.controller ?? superviewReference }

    /// Asks the hit view and the recognizer's own view whether a gesture may begin; true unless overridden (G44).
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

    /// Called when the view has come into a superview or left one.
    open func didMoveToSuperview() {}

    /// Called when the view has come into a window or left one, for every view of the subtree.
    open func didMoveToWindow() {}

    // MARK: Hit-testing

    /// The front-most descendant that contains the point, this view when none does, nil when it is not here (H1–H8).
    open func hitTest(_ point: Point, with event: Event?) -> View? { defaultHitTest(point, with: event) }

    /// Whether the view's bounds contain the point, the upper edges left out (H9).
    open func point(inside point: Point, with event: Event?) -> Bool { bounds.contains(point) }

    /// Called when this window was shown or hidden.
    func windowVisibilityChanged() {}
}

extension View.Flags {
    mutating func set(_ flag: View.Flags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}

// MARK: - What the stored properties mean

extension View {
    /// Sets a flag that decides whether the view can be hit.
    private func setFlag(_ flag: Flags, _ isOn: Bool) {
        guard flags.contains(flag) != isOn else { return }
        flags.set(flag, isOn)
        superviewReference?.index?.changed(self)
    }

    private func withExtras(_ change: (Extras) -> Void) {
        let extras = self.extras ?? Extras()
        change(extras)
        self.extras = extras
    }

    /// Where the view is, all at once.
    func setPlace(origin: Point, size: Size, boundsOrigin: Point) {
        guard origin.isFinite, size.isFinite, boundsOrigin.isFinite else { return reportMisuse(.geometryNotFinite) }
        self.origin = origin
        self.size = size
        self.boundsOrigin = boundsOrigin
        superviewReference?.index?.changed(self)
    }

    /// How the view is scaled, turned and skewed about its centre.
    public final var transform: AffineTransform {
        get { extras?.transform ?? .identity }
        set {
            guard newValue.isFinite else { return reportMisuse(.geometryNotFinite) }
            withExtras {
                $0.transform = newValue
                $0.inverse = newValue.isInvertible ? newValue.inverted() : nil
            }
            flags.set(.transformed, !newValue.isIdentity)
            superviewReference?.index?.changed(self)
        }
    }

    /// The way back through the transform, nil when there is none.
    var inverseTransform: AffineTransform? { extras?.inverse ?? (extras == nil ? .identity : nil) }

    /// Changes the list of subviews and tells nobody.
    func editChildren(_ edit: (inout [View]) -> Void) { edit(&children) }

    /// Changes the list of recognizers and tells nobody.
    func editRecognizers(_ edit: (inout [GestureRecognizer]) -> Void) { edit(&ownRecognizers) }

    func setSuperview(_ view: View?) { superviewReference = view }

    func reportMisuse(_ misuse: Misuse) {
        window?.application?.observers?.tell { $0.misuse(misuse) }
    }
}
