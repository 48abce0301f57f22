/// Hears everything that happens on a touch's way, without subclassing anything; every method has an empty default.
///
/// Observers are told in the order in which they were added and must not change the tree while they are told.
/// When nobody observes, observation costs nothing.
public protocol ApplicationObserver: AnyObject {
    /// Whether it hears of searches for views, each view of which is then visited and announced; true unless it says no.
    ///
    /// Where nobody follows them, searches take their short ways.
    var followsHitTests: Bool { get }
    /// A view's `hitTest` was entered with a point in its own coordinates.
    func hitTest(_ view: View, at point: Point, event: Event?)
    /// A view's `point(inside:)` answered.
    func pointInside(_ view: View, at point: Point, answer: Bool)
    /// A view refused the point, with its subtree.
    func hitTest(_ view: View, refused point: Point, reason: HitTestRefusal)
    /// A touch went down: which view it belongs to from now on, nil when no window wanted it.
    func touch(_ touch: Touch, hit view: View?)
    /// A finger went down of which nobody will hear, and why.
    func ignored(_ sample: TouchSample, reason: IgnoredTouch)
    /// A recognizer was offered a new touch, and takes it unless there is a reason why not.
    func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRefusal?)
    /// A touch will not be told to its hit view, and why.
    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRefusal)
    /// An event is about to be sent; its new touches know their views.
    func dispatching(_ event: Event)
    /// An event was sent, and everybody whom it is for has heard of it.
    func dispatched(_ event: Event)
    /// An event method of a responder is about to be called.
    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event)
    /// A recognizer went from one state to another, and why.
    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    )
    /// A recognizer's gesture is complete, and it waits for others to fail.
    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer])
    /// A control sends an event.
    func control(_ control: Control, sent event: Control.Event)
    /// An action went out; the target is nil when nobody answers to it.
    func action(_ action: Action, sent sender: AnyObject?, to target: (any ActionTarget)?)
    /// Something impossible was asked for, and was not done.
    func misuse(_ misuse: Misuse)
}

extension ApplicationObserver {
    public var followsHitTests: Bool { true }
    public func ignored(_ sample: TouchSample, reason: IgnoredTouch) {}
    public func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRefusal?) {}
    public func hitTest(_ view: View, at point: Point, event: Event?) {}
    public func pointInside(_ view: View, at point: Point, answer: Bool) {}
    public func hitTest(_ view: View, refused point: Point, reason: HitTestRefusal) {}
    public func touch(_ touch: Touch, hit view: View?) {}
    public func touch(_ touch: Touch, keptFrom view: View, reason: TouchRefusal) {}
    public func dispatching(_ event: Event) {}
    public func dispatched(_ event: Event) {}
    public func responder(
        _ responder: Responder,
        called method: Responder.Method,
        touches: TouchSet,
        event: Event
    ) {}
    public func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {}
    public func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {}
    public func control(_ control: Control, sent event: Control.Event) {}
    public func action(_ action: Action, sent sender: AnyObject?, to target: (any ActionTarget)?) {}
    public func misuse(_ misuse: Misuse) {}
}

/// Why a view and its subtree cannot be hit at a point.
public enum HitTestRefusal: Equatable, Sendable {
    /// The view is hidden.
    case hidden
    /// The view's alpha is below 0.01.
    case transparent(alpha: Double)
    /// The view's interaction is switched off.
    case interactionDisabled
    /// The point lies outside the view's bounds.
    case outside
    /// The view's own override of `point(inside:)` or `hitTest` said no.
    case overridden
    /// The view's transform cannot be inverted, so that it contains no point.
    case singularTransform
}

/// Why a touch is not told to the view that it hit.
public enum TouchRefusal: Equatable, Sendable {
    /// The view is following another touch and does not take several (T13).
    case singleTouchView
    /// A view with exclusive touch is following a touch in this window (T19).
    case otherViewIsExclusive
    /// The view wants touches exclusively, and another view is following one (T20).
    case viewIsExclusive
    /// An override of `sendEvent` swallowed the event in which the touch began (W7).
    case swallowed
}

/// Why nobody hears of a finger that went down.
public enum IgnoredTouch: UInt8, Sendable {
    /// The application has resigned active, as when the machine sleeps (X2).
    case inactive
    /// Interaction events are being ignored.
    case eventsIgnored
    /// The application itself said no in `shouldBegin`.
    case unwanted
}

/// Why a recognizer does not take a touch that it was offered.
public enum OfferRefusal: UInt8, Sendable {
    /// It is switched off.
    case disabled
    /// Its attempt is over, and the next begins when all of its fingers are up.
    case attemptIsOver
    /// Its gesture is complete, and waits for others to fail.
    case isComplete
    /// It, or its delegate, does not want the event.
    case unwantedEvent
    /// Its delegate does not want the touch.
    case unwantedTouch
    /// It took the touch and ignores it from now on, such as one finger more than it follows.
    case ignored
}

/// Something impossible that was asked for and not done; the tree stays as it was.
public enum Misuse: Equatable, Sendable {
    /// A view was to be added to itself or to one of its descendants.
    case circularHierarchy
    /// A window was to be added to a view.
    case windowAsSubview
    /// A frame, bounds, centre or transform was not finite.
    case geometryNotFinite
    /// A sample's location was not finite.
    case sampleNotFinite(FingerID)
    /// A sample tells of a finger that is not down.
    case unknownFinger(FingerID)
    /// A finger went down that is down already; the first touch is cancelled.
    case fingerAlreadyDown(FingerID)
    /// An input was older than the one before; it counts as just as old.
    case timeRanBackwards(by: Microseconds)
    /// A controller was to become a child or be presented although it has a parent, or is its own ancestor.
    case circularControllers
    /// Handlers asked for more at one and the same time without end; what they asked for last was dropped.
    case endlessHandlers
    /// A controller was to present another while its own view was in no window.
    case presentingOutsideWindow
    /// A controller was to present another while it, or an ancestor, was presenting one.
    case alreadyPresenting
}

/// Those who observe an application.
final class Observers {
    private(set) var all: [any ApplicationObserver] = []
    /// Whether any of them hears of searches for views.
    private(set) var followHitTests = false
    /// The view whose `hitTest` has just been announced by its caller, so that it does not announce it again.
    var announced: View?

    func add(_ observer: any ApplicationObserver) {
        if !all.contains(where: { $0 === observer }) { all.append(observer) }
        followHitTests = all.contains { $0.followsHitTests }
    }

    func remove(_ observer: any ApplicationObserver) {
        all.removeAll { $0 === observer }
        followHitTests = all.contains { $0.followsHitTests }
    }

    func tell(_ tell: (any ApplicationObserver) -> Void) {
        for observer in all { tell(observer) }
    }
}
