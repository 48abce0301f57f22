/// Observes all stages of event delivery without subclassing; every method has an empty default.
///
/// Observers are called in the order of addition and must not change the view tree or the observers meanwhile. Without an observer,
/// observation costs nothing.
public protocol ApplicationObserver: AnyObject {
    /// Whether hit-testing visits and reports every view; true by default.
    ///
    /// If no observer asks for it, hit-testing takes its fast path.
    var followsHitTests: Bool { get }
    /// Called before a view's `hitTest`, with a point in its own coordinates.
    func hitTest(_ view: View, at point: Point, event: Event?)
    /// Called with the result of a view's `point(inside:)`.
    func pointInside(_ view: View, at point: Point, answer: Bool)
    /// Called when a view rejects the point for itself and its subtree.
    func hitTest(_ view: View, refused point: Point, reason: HitTestRejection)
    /// Called when a touch begins, with its hit view; nil if no window accepts it.
    func touch(_ touch: Touch, hit view: View?)
    /// Called when a contact is rejected, before a touch is created.
    func ignored(_ sample: TouchSample, reason: SampleRejection)
    /// Called when a recognizer is offered a new touch; without a refusal, it receives the touch.
    func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRejection?)
    /// Called when a touch is not delivered to its hit view.
    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection)
    /// Called before an event is sent; its new touches have their hit views.
    func dispatching(_ event: Event)
    /// Called after an event was delivered to all its receivers.
    func dispatched(_ event: Event)
    /// Called before an event method of a responder.
    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event)
    /// Called when a recognizer changes its state.
    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    )
    /// Called when a recognizer's gesture is complete and has to wait until others fail.
    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer])
    /// Called when a control sends events.
    func control(_ control: Control, sent event: Control.Event)
    /// Called when an action was sent; the target is nil if no responder handles it.
    func action(_ action: Selector, sent sender: AnyObject?, to target: (any ActionTarget)?)
    /// Called when an impossible request was refused.
    func misuse(_ misuse: Misuse)
}

extension ApplicationObserver {
    public var followsHitTests: Bool { true }
    public func ignored(_ sample: TouchSample, reason: SampleRejection) {}
    public func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRejection?) {}
    public func hitTest(_ view: View, at point: Point, event: Event?) {}
    public func pointInside(_ view: View, at point: Point, answer: Bool) {}
    public func hitTest(_ view: View, refused point: Point, reason: HitTestRejection) {}
    public func touch(_ touch: Touch, hit view: View?) {}
    public func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection) {}
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
    public func action(_ action: Selector, sent sender: AnyObject?, to target: (any ActionTarget)?) {}
    public func misuse(_ misuse: Misuse) {}
}

/// Why a view and its subtree cannot be hit at a point.
public enum HitTestRejection: Equatable, Sendable {
    /// The view is hidden.
    case hidden
    /// The view's alpha is below 0.01.
    case transparent(alpha: Double)
    /// User interaction is disabled for the view.
    case interactionDisabled
    /// The point lies outside the view's bounds.
    case outside
    /// The view's override of `point(inside:)` or `hitTest` rejected the point.
    case overridden
    /// The view's transform cannot be inverted, so it contains no point.
    case singularTransform
}

/// Why a touch is not delivered to its hit view.
public enum TouchRejection: Equatable, Sendable {
    /// The view tracks another touch and does not accept multiple touches (T13).
    case singleTouchView
    /// A view with exclusive touch tracks a touch in this window (T19).
    case otherViewIsExclusive
    /// The view has exclusive touch, and another view tracks a touch (T20).
    case viewIsExclusive
    /// An override of `sendEvent` dropped the event in which the touch began (W7).
    case swallowed
}

/// Why a new contact is rejected.
public enum SampleRejection: UInt8, Sendable {
    /// The application is not active, for example during suspend (X2).
    case inactive
    /// The application ignores interaction events.
    case eventsIgnored
    /// The application's `shouldBegin` returned false.
    case unwanted
}

/// Why a recognizer does not receive a touch that it was offered.
public enum OfferRejection: UInt8, Sendable {
    /// The recognizer is disabled.
    case disabled
    /// The attempt is over; the next one begins when all fingers of this one are up.
    case attemptIsOver
    /// The gesture is complete and waits for other recognizers to fail.
    case isComplete
    /// The recognizer or its delegate rejects the event.
    case unwantedEvent
    /// The delegate rejects the touch.
    case unwantedTouch
    /// The recognizer received the touch and ignores it from now on, for example a surplus finger.
    case ignored
}

/// An impossible request; it was refused, and the view tree is unchanged.
public enum Misuse: Equatable, Sendable {
    /// A view was added to itself or to one of its descendants.
    case circularHierarchy
    /// A window was added to a view.
    case windowAsSubview
    /// A frame, bounds, centre or transform was not finite.
    case geometryNotFinite
    /// A sample's location was not finite.
    case sampleNotFinite(FingerID)
    /// A sample of a finger that is not down.
    case unknownFinger(FingerID)
    /// A finger went down twice; its first touch is cancelled.
    case fingerAlreadyDown(FingerID)
    /// An input was older than the previous one; it is processed with the previous time.
    case timeRanBackwards(by: Microseconds)
    /// A controller was added or presented although it has a parent, or is its own ancestor.
    case circularControllers
    /// Handlers requested further work without end at one point in time; the last requests were dropped.
    case endlessHandlers
    /// A controller presented another one while its own view was in no window.
    case presentingOutsideWindow
    /// A controller presented another one while it, or an ancestor, was presenting.
    case alreadyPresenting
}
