/// The root of a view hierarchy on the screen. Visible windows are hit-tested from front to back.
open class Window: View {
    open override class var defaultHitTestingClass: View.Type { Window.self }

    /// Z-order of windows. Among windows of one level, the most recently shown window is in front (W1, W2).
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        public var rawValue: Double

        public init(rawValue: Double) { self.rawValue = rawValue }

        /// Level of ordinary windows.
        public static let normal = Level(rawValue: 0)
        /// Level above ordinary windows.
        public static let statusBar = Level(rawValue: 1000)
        /// Level above all other predefined levels.
        public static let alert = Level(rawValue: 2000)

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
        /// Returns a level raised by an offset, for example `.alert + 1`.
        public static func + (level: Level, offset: Double) -> Level { Level(rawValue: level.rawValue + offset) }
        /// Returns a level lowered by an offset.
        public static func - (level: Level, offset: Double) -> Level { Level(rawValue: level.rawValue - offset) }
    }

    /// The application that delivers touches to this window. Setting nil removes the window and cancels its touches.
    public final var application: Application? {
        get { owner?.takeUnretainedValue() }
        set {
            let former = application
            guard newValue !== former else { return }
            former?.remove(self)
            // A handler of a cancelled touch may have moved the window to another application.
            guard application === former else { return }
            owner = newValue.unretained
            newValue?.adopt(self)
        }
    }
    /// The application. Unmanaged, because each read of an unowned reference would retain the application.
    @exclusivity(unchecked) private final var owner: Unmanaged<Application>?

    /// Position in the z-order of the application's windows.
    public final var windowLevel = Level.normal {
        didSet { if windowLevel != oldValue { application?.reorder(self) } }
    }

    /// The controller whose view fills the window. Setting it replaces the former root controller's view (W11).
    ///
    /// Removes the new controller from another window if it is the root controller there.
    public final var rootViewController: ViewController? {
        didSet { if rootViewController !== oldValue { replaceRoot(oldValue) } }
    }

    /// The responder that receives presses, shakes and remote-control events while the window is key (F2).
    final weak var firstResponder: Responder?

    /// Creates a hidden window. `makeKeyAndVisible()` or `isHidden = false` shows it.
    public init(frame: Rect, application: Application?) {
        super.init(frame: frame)
        flags.formUnion([.window, .hidden, .insideWindow])
        owner = application.unretained
        application?.adopt(self)
    }

    deinit { application?.forget(self) }

    /// Detaches the window from its application during the application's deallocation.
    final func abandon() { owner = nil }

    /// The application, which is a window's next responder (R7).
    open override var next: Responder? { application }

    /// Whether this window is the application's key window.
    public final var isKeyWindow: Bool { application?.keyWindow === self }

    /// Makes this window the key window: it receives all events except touches (W6).
    open func makeKey() { application?.makeKey(self) }

    /// Shows the window in front of all others at its level, and makes it the key window (W2, W6).
    open func makeKeyAndVisible() {
        if isHidden { isHidden = false } else { application?.reorder(self) }
        makeKey()
    }

    /// Called after the window has become the key window.
    open func becomeKey() {}

    /// Called after the window has ceased to be the key window.
    open func resignKey() {}

    /// Delivers the event's touches in this window to recognizers, then calls the recognizers' targets, then delivers
    /// to views (W7).
    ///
    /// An override can drop the event for this window by not calling `super`.
    open func sendEvent(_ event: Event) {
        owner?._withUnsafeGuaranteedRef { $0.serve(event, in: self) }
    }

    /// Cancels the touches of a subtree that is leaving the window. Makes a first responder in the subtree resign.
    final func subtreeWillLeave(_ view: View) {
        if let application { application.viewWillLeaveWindow(view) } else { resignFirstResponder(in: view) }
    }

    /// Makes a first responder in a leaving subtree resign, even if `resignFirstResponder()` returns false (F8).
    final func resignFirstResponder(in view: View) {
        guard let first = firstResponder, first.isInside(view) else { return }
        _ = first.resignFirstResponder()
        if firstResponder === first { firstResponder = nil }
    }

    override func windowVisibilityChanged() { application?.visibilityChanged(of: self) }

    private func replaceRoot(_ former: ViewController?) {
        let new = rootViewController
        if let former { letGoOfRoot(former) }
        // A callback may have set another root controller.
        guard let new, rootViewController === new, new.rootWindow !== self else { return }
        new.rootWindow?.rootViewController = nil
        guard rootViewController === new else { return }
        new.rootWindow = self
        let view = new.view
        if rootViewController === new { install(view) }
    }

    private func letGoOfRoot(_ controller: ViewController) {
        if controller.rootWindow === self { controller.rootWindow = nil }
        controller.dismissPresented()
        if let view = controller.viewIfLoaded, view.superview === self { view.removeFromSuperview() }
        // The former root controller may have presented another controller in a callback.
        if controller.viewIfLoaded?.window == nil { controller.dismissPresented() }
    }

    /// Adds a view that fills the window, in front of all other subviews.
    final func install(_ view: View) {
        view.frame = bounds
        addSubview(view)
    }
}
