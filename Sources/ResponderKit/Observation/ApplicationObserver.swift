/// Observes all stages of event delivery, without subclasses. All methods have empty defaults.
///
/// Observers are called in the order of addition. During a call, an observer must not change the view tree or the list
/// of observers. Observation has no cost without observers.
public protocol ApplicationObserver: AnyObject {
    /// Whether hit-testing must call the observers for each visited view; true by default.
    ///
    /// If all observers return false, hit-testing uses a faster search without these calls.
    var followsHitTests: Bool { get }
    /// Called before a view's `hitTest`; the point is in the view's coordinates.
    func hitTest(_ view: View, at point: Point, event: Event?)
    /// Called with the result of a view's `point(inside:)`.
    func pointInside(_ view: View, at point: Point, answer: Bool)
    /// Called when hit-testing excludes a view and its subtree.
    func hitTest(_ view: View, refused point: Point, reason: HitTestRejection)
    /// Called when a touch begins. `view` is the hit view; nil if no window accepts the touch.
    func touch(_ touch: Touch, hit view: View?)
    /// Called when the application rejects a new contact and creates no touch.
    func ignored(_ sample: TouchSample, reason: SampleRejection)
    /// Called when a new touch is offered to a recognizer. If `refusal` is nil, the recognizer receives the touch.
    func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRejection?)
    /// Called when a touch is not delivered to its hit view.
    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection)
    /// Called before an event is sent. Its new touches already have their hit views.
    func dispatching(_ event: Event)
    /// Called after an event was delivered to all receivers.
    func dispatched(_ event: Event)
    /// Called before a responder's event method.
    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event)
    /// Called after a recognizer changed its state.
    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    )
    /// Called when a recognizer has detected its gesture but waits for other recognizers to fail.
    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer])
    /// Called when a control sends events.
    func control(_ control: Control, sent event: Control.Event)
    /// Called after an action was sent. `target` is nil if no responder accepted the action.
    func action(_ action: Selector, sent sender: AnyObject?, to target: (any ActionTarget)?)
    /// Called when the application detects an invalid API call or invalid input.
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

/// Reason for excluding a view and its subtree from hit-testing at a point.
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
    /// The view's transform is not invertible, so the view contains no point.
    case singularTransform
}

/// Reason for not delivering a touch to its hit view.
public enum TouchRejection: Equatable, Sendable {
    /// The view tracks another touch and does not accept multiple touches (T13).
    case singleTouchView
    /// A view with exclusive touch tracks another touch in this window (T19).
    case otherViewIsExclusive
    /// The view has exclusive touch, and another view already tracks a touch (T20).
    case viewIsExclusive
    /// An override of `sendEvent` dropped the event in which the touch began (W7).
    case swallowed
}

/// Reason for rejecting a new contact.
public enum SampleRejection: UInt8, Sendable {
    /// The application is inactive, for example during system suspend (X2).
    case inactive
    /// The application ignores interaction events; see `beginIgnoringInteractionEvents()`.
    case eventsIgnored
    /// The application's `shouldBegin` returned false.
    case unwanted
}

/// Reason for rejecting a touch that was offered to a recognizer.
public enum OfferRejection: UInt8, Sendable {
    /// The recognizer is disabled, or was removed from the view.
    case disabled
    /// The recognizer's attempt is finished. The next attempt starts after all fingers of this attempt have lifted.
    case attemptIsOver
    /// The gesture is complete and is waiting for other recognizers to fail.
    case isComplete
    /// The recognizer or its delegate rejects the event.
    case unwantedEvent
    /// The recognizer or its delegate rejects the touch.
    case unwantedTouch
    /// The recognizer has received the touch but ignores it, for example because of too many fingers.
    case ignored
}

/// An invalid use of the API, an invalid input sample, or an endless loop of handlers.
public enum Misuse: Equatable, Sendable {
    /// A view was added to itself or to one of its descendants.
    case circularHierarchy
    /// A window was added to a view.
    case windowAsSubview
    /// A frame, bounds rectangle, center or transform contained a value that is not finite.
    case geometryNotFinite
    /// A sample's location was not finite.
    case sampleNotFinite(FingerID)
    /// A sample reported a move or lift of a finger that is not down.
    case unknownFinger(FingerID)
    /// A finger went down twice without lifting; its first touch is cancelled.
    case fingerAlreadyDown(FingerID)
    /// An input event was earlier than the previous one; it receives the previous timestamp.
    case timeRanBackwards(by: Microseconds)
    /// A controller was added or presented, but it has a parent or presenter, is a root controller, or is an ancestor.
    case circularControllers
    /// Handlers set timers or recognizer states in an endless loop. The pending timers and states were discarded.
    case endlessHandlers
    /// A controller whose view is outside any window presented another controller.
    case presentingOutsideWindow
    /// A controller presented a second controller, or one of its ancestors already presents a controller.
    case alreadyPresenting
}
