/// A view that tracks one touch, converts the touch to control events and sends actions to its targets (C1).
///
/// The diagram in docs/internals/machines/control.md shows the states of a control; update the code and the diagram
/// together. In this class and its subclasses, `Event` means ``Control/Event``; a touch event is a
/// `ResponderKit.Event`.
open class Control: View {
    open override class var defaultHitTestingClass: View.Type { Control.self }

    /// Whether the control tracks touches; setting it to false immediately cancels a tracked touch (C15).
    open var isEnabled = true {
        didSet { if oldValue, !isEnabled { cancelTouch(nil) } }
    }

    /// Whether the control is selected; the control itself never sets this property (C16).
    open var isSelected = false

    /// Whether the control is pressed; during tracking, whether the tracked finger is inside (C10).
    open var isHighlighted = false

    /// Whether the control is tracking a touch (C4).
    public private(set) final var isTracking = false

    /// Whether the tracked finger counts as inside the control (C7).
    public private(set) final var isTouchInside = false

    /// Combination of highlighted, disabled and selected; an empty set means normal (C16).
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    final var registrations = ActionList<Event>()
    /// One element for each call of `send` that is in progress, outermost call first. Calls are nested if a target
    /// sends further events.
    final var passes: [Pass] = []
    /// Identity of the tracked touch; set even before `beginTracking` has accepted the touch.
    private var followed: ObjectIdentifier?
    /// Unowned reference to the tracked touch, which does not retain the touch. The reference keeps the touch's memory
    /// allocated, so that no new touch has the address in `followed`.
    private unowned var addressHolder: Touch?
    /// The `number` of the touch that is tracked or was tracked last.
    private var followedNumber = 0
    /// The `finger` of the touch that is tracked or was tracked last.
    private var followedFinger = FingerID(contact: 0)
    /// Whether `touchCancel` is being sent, possibly outside of event dispatch.
    private var isCancelling = false
    /// Whether the finger was inside and then left, so that `touchDragEnter` can follow (C9).
    private var hasLeft = false
    /// Whether `touchDown` was sent for the tracked touch. If so, the control must also send an event for the end of
    /// the touch.
    private var hasSentDown = false

    /// Distance from the bounds within which a tracked finger counts as inside, in points (C7).
    public final var trackingMargin = 70.0

    // MARK: Methods to override

    /// Whether the control starts to track a new touch; true unless overridden (C4).
    open func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { true }

    /// Whether the control continues to track a moved touch; true unless overridden (C6).
    open func continueTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { true }

    /// Called when the touch ends, before the tracking flags are cleared and the actions are sent (C11).
    open func endTracking(_ touch: Touch?, with event: ResponderKit.Event?) {}

    /// Called when the touch is cancelled, or with a nil event when the control is disabled (C12).
    open func cancelTracking(with event: ResponderKit.Event?) {}

    /// Sends an action to the target or, if the target is nil, up the responder chain (A3, A4).
    ///
    /// An override can suppress the action by not calling `super`.
    open func sendAction(_ action: Selector, to target: (any ActionTarget)?, for event: ResponderKit.Event?) {
        if let application = window?.application {
            application.sendAction(action, to: target, from: self, for: event)
        } else if let answering = target ?? self.target(forAction: action, withSender: self) {
            _ = answering.answer(action, ActionCall(sender: self, event: event))
        }
    }

    /// Sends all actions registered for any of the control events, with a nil touch event (C26).
    open func sendActions(for events: Event) { send(events, nil) }

    /// Sends the events of a touch that ended inside; subclasses can send additional events (C11, C18).
    func liftedInside(_ event: ResponderKit.Event?) { send(.touchUpInside, event) }

    // MARK: Touches

    /// Starts to track one of the touches, unless the control is disabled or already tracks a touch (C4, C14, C15).
    open override func touchesBegan(_ touches: TouchSet, with event: ResponderKit.Event?) {
        cancelLostTouch(event)
        for touch in touches where begin(touch, event) { return }
    }

    /// Sends the drag events of the tracked touch (C6, C8).
    open override func touchesMoved(_ touches: TouchSet, with event: ResponderKit.Event?) {
        guard let touch = tracked(in: touches, event) else { return }
        let wasInside = isTouchInside
        updateInside(touch)
        guard isFollowing(touch) else { return }
        let continues = continueTracking(touch, with: event)
        guard isFollowing(touch) else { return }
        guard continues else { return clear() }
        let isInside = isTouchInside
        if wasInside, !isInside {
            hasLeft = true
            send(.touchDragExit, event)
        } else if hasLeft, isInside, !wasInside {
            send(.touchDragEnter, event)
        }
        guard isFollowing(touch) else { return }
        send(isInside ? .touchDragInside : .touchDragOutside, event)
    }

    /// Ends tracking and sends `touchUpInside` or `touchUpOutside` (C11).
    open override func touchesEnded(_ touches: TouchSet, with event: ResponderKit.Event?) {
        guard let touch = tracked(in: touches, event) else { return }
        updateInside(touch)
        finishSending()
        guard isFollowing(touch) else { return }
        endTracking(touch, with: event)
        guard isFollowing(touch) else { return }
        let isInside = isTouchInside
        clear()
        if isInside { liftedInside(event) } else { send(.touchUpOutside, event) }
    }

    /// Ends tracking and sends `touchCancel` (C12).
    open override func touchesCancelled(_ touches: TouchSet, with event: ResponderKit.Event?) {
        for touch in touches where isFollowing(touch) { return cancelTouch(event) }
    }
}

// MARK: - Tracking

extension Control {
    /// Begins tracking. Returns false if the touch is rejected; returns true even if a callback cancelled the touch.
    private func begin(_ touch: Touch, _ event: ResponderKit.Event?) -> Bool {
        guard isEnabled, followed == nil, !isTracking else { return false }
        follow(touch)
        let isWanted = beginTracking(touch, with: event)
        guard isFollowing(touch) else { return true }
        guard isWanted, isEnabled else {
            follow(nil)
            return false
        }
        let isInside = point(inside: start(of: touch), with: event)
        isTracking = true
        isTouchInside = isInside
        hasLeft = false
        highlight(isInside)
        if isFollowing(touch) {
            hasSentDown = true
            send(.touchDown, event)
        }
        if touch.tapCount > 1, isFollowing(touch) { send(.touchDownRepeat, event) }
        return true
    }

    /// Returns the touch-down location of a touch or, if a recognizer delayed the touch, its current location (G25).
    final func start(of touch: Touch) -> Point {
        touch.phase == .began ? convertFromScreen(touch.downLocation) : touch.location(in: self)
    }

    private func follow(_ touch: Touch?) {
        followed = touch.map { ObjectIdentifier($0) }
        addressHolder = touch
        if let touch { (followedNumber, followedFinger) = (touch.number, touch.finger) }
    }

    private func isFollowing(_ touch: Touch) -> Bool { followed == ObjectIdentifier(touch) }

    /// Returns the tracked touch if it is in the set and the control is still enabled; nil otherwise.
    private func tracked(in touches: TouchSet, _ event: ResponderKit.Event?) -> Touch? {
        guard isTracking else { return nil }
        for touch in touches where isFollowing(touch) {
            if isEnabled { return touch }
            cancelTouch(event)
        }
        return nil
    }

    private func updateInside(_ touch: Touch) {
        let area = bounds.insetBy(dx: -trackingMargin, dy: -trackingMargin)
        isTouchInside = area.contains(touch.location(in: self))
        highlight(isTouchInside)
    }

    private func highlight(_ isInside: Bool) {
        if isHighlighted != isInside { isHighlighted = isInside }
    }

    private func clear() {
        follow(nil)
        isTracking = false
        isTouchInside = false
        hasSentDown = false
        highlight(false)
    }

    private func cancelTouch(_ event: ResponderKit.Event?) {
        guard followed != nil else { return }
        follow(nil)
        guard isTracking else { return }
        // Send earlier events to the remaining targets before `touchCancel`.
        finishSending()
        let isKnown = hasSentDown
        cancelTracking(with: event)
        clear()
        guard isKnown else { return }
        isCancelling = true
        send(.touchCancel, event)
        isCancelling = false
    }

    /// Returns the touch that caused a control event: the current or last tracked touch; nil if no touch caused the event.
    package final func touch(of event: ResponderKit.Event?) -> Touch? {
        let number = followedNumber
        if let event, let found = event.touches.first(where: { $0.number == number }) { return found }
        guard isCancelling, let application = window?.application else { return nil }
        let found = application.touchEvent.touches.first { $0.number == number }
        return found ?? application.delivery.lingering.first { $0.number == number }
    }

    /// The `number` and `finger` of the touch that is being cancelled, even if the touch no longer exists; nil if there
    /// is none.
    package final var cancelledTouch: (number: Int, finger: FingerID)? {
        isCancelling ? (followedNumber, followedFinger) : nil
    }

    /// Cancels tracking if the tracked touch no longer exists, for example because an override of `touchesEnded` did not
    /// call `super`.
    private func cancelLostTouch(_ event: ResponderKit.Event?) {
        guard let followed, let event else { return }
        let isHere = { (touch: Touch) in ObjectIdentifier(touch) == followed }
        if event.touches.contains(where: isHere) { return }
        if window?.application?.delivery.lingering.contains(where: isHere) == true { return }
        cancelTouch(event)
    }
}
