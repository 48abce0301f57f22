/// Observes all stages of event delivery without subclassing; every method has an empty default implementation.
///
/// Observers are called in the order of addition. During a call, an observer must not change the view tree or the list
/// of observers. Without observers, observation has no cost.
public protocol ApplicationObserver: AnyObject {
    /// Whether hit-testing must call the observers for every view that it visits; true by default.
    ///
    /// If no observer returns true, hit-testing uses its fast path, which does not call the observers for each view.
    var followsHitTests: Bool { get }
    /// Called before a view's `hitTest`; the point is in the view's coordinates.
    func hitTest(_ view: View, at point: Point, event: Event?)
    /// Called with the result of a view's `point(inside:)`.
    func pointInside(_ view: View, at point: Point, answer: Bool)
    /// Called when hit-testing excludes a view and its subtree, with the reason.
    func hitTest(_ view: View, refused point: Point, reason: HitTestRejection)
    /// Called when a touch begins; `view` is the hit view, or nil if no window accepts the touch.
    func touch(_ touch: Touch, hit view: View?)
    /// Called when a new contact is rejected, so that no touch is created.
    func ignored(_ sample: TouchSample, reason: SampleRejection)
    /// Called when a recognizer is offered a new touch; if `refusal` is nil, the recognizer receives the touch.
    func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRejection?)
    /// Called when a touch is not delivered to its hit view, with the reason.
    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection)
    /// Called before an event is sent; the event's new touches already have their hit views.
    func dispatching(_ event: Event)
    /// Called after an event was delivered to all its receivers.
    func dispatched(_ event: Event)
    /// Called before an event method of a responder is called.
    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event)
    /// Called after a recognizer has changed its state.
    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    )
    /// Called when a recognizer has detected its gesture, but must wait for other recognizers to fail.
    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer])
    /// Called when a control sends events.
    func control(_ control: Control, sent event: Control.Event)
    /// Called after an action was sent; `target` is nil if no responder handled the action.
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

/// Reason why neither a view nor its subtree can be hit at a point.
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

/// Reason why a touch is not delivered to its hit view.
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

/// Reason why a new contact is rejected.
public enum SampleRejection: UInt8, Sendable {
    /// The application is inactive, for example during system suspend (X2).
    case inactive
    /// The application ignores interaction events; see `beginIgnoringInteractionEvents()`.
    case eventsIgnored
    /// The application's `shouldBegin` returned false.
    case unwanted
}

/// Reason why a recognizer does not receive a touch that it was offered.
public enum OfferRejection: UInt8, Sendable {
    /// The recognizer is disabled, or was removed from the view.
    case disabled
    /// The recognizer's attempt is finished; the next attempt starts after all fingers of this attempt have lifted.
    case attemptIsOver
    /// The gesture is complete and is waiting for other recognizers to fail.
    case isComplete
    /// The recognizer or its delegate rejects the event.
    case unwantedEvent
    /// The recognizer or its delegate rejects the touch.
    case unwantedTouch
    /// The recognizer has received the touch but now ignores it, for example because too many fingers are down.
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
    /// A sample reported a move or a lift of a finger that is not down.
    case unknownFinger(FingerID)
    /// A finger went down twice without lifting; its first touch is cancelled.
    case fingerAlreadyDown(FingerID)
    /// An input event had an earlier timestamp than the previous input event; the previous timestamp is used.
    case timeRanBackwards(by: Microseconds)
    /// A controller was added or presented although it already has a parent or presenter, is a window's root
    /// controller, or is an ancestor.
    case circularControllers
    /// Handlers set timers or recognizer states in an endless loop; the pending timers and states were discarded.
    case endlessHandlers
    /// A controller whose view is outside any window presented another controller.
    case presentingOutsideWindow
    /// A controller presented another controller although it or one of its ancestors already presents a controller.
    case alreadyPresenting
}
