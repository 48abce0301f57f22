/// A view that tracks one touch, converts the touch to control events and sends actions to its targets (C1).
///
/// For the states of a control, see docs/internals/machines/control.md; update the code and the diagram together. In
/// this class and its subclasses, `Event` means ``Control/Event``; a touch event is a `ResponderKit.Event`.
open class Control: View {
    open override class var defaultHitTestingClass: View.Type { Control.self }

    /// Whether the control tracks touches. Setting false immediately cancels a tracked touch (C15).
    open var isEnabled = true {
        didSet { if oldValue, !isEnabled { cancelTouch(nil) } }
    }

    /// Whether the control is selected; set only by clients (C16).
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
    /// The `send` calls in progress, outermost first. Calls are nested if a target sends further events.
    final var passes: [Pass] = []
    /// Identity of the tracked touch, from the start of `beginTracking`.
    private var followed: ObjectIdentifier?
    /// The tracked touch, not retained. This unowned reference reserves the touch's memory: no new touch can have the
    /// same address as the object in `followed`.
    private unowned var addressHolder: Touch?
    /// `number` of the current or last tracked touch.
    private var followedNumber = 0
    /// `finger` of the current or last tracked touch.
    private var followedFinger = FingerID(contact: 0)
    /// Whether `touchCancel` is being sent, possibly outside event dispatch.
    private var isCancelling = false
    /// Whether the finger has been inside and then left; `touchDragEnter` can follow (C9).
    private var hasLeft = false
    /// Whether `touchDown` was sent for the tracked touch. If so, the control also sends an event when the touch ends.
    private var hasSentDown = false

    /// Margin around the bounds in which a tracked finger counts as inside, in points (C7).
    public final var trackingMargin = 70.0

    // MARK: Methods to override

    /// Returns whether the control tracks a new touch; true unless overridden (C4).
    open func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { true }

    /// Returns whether the control continues to track a moved touch; true unless overridden (C6).
    open func continueTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { true }

    /// Called when the touch ends, before the control clears the tracking flags and sends the actions (C11).
    open func endTracking(_ touch: Touch?, with event: ResponderKit.Event?) {}

    /// Called when the touch is cancelled or the control is disabled; in the latter case, `event` is nil (C12).
    open func cancelTracking(with event: ResponderKit.Event?) {}

    /// Sends an action to the target; a nil target means the responder chain (A3, A4).
    ///
    /// An override can suppress the action by not calling `super`.
    open func sendAction(_ action: Selector, to target: (any ActionTarget)?, for event: ResponderKit.Event?) {
        if let application = window?.application {
            application.sendAction(action, to: target, from: self, for: event)
        } else if let answering = target ?? self.target(forAction: action, withSender: self) {
            _ = answering.answer(action, ActionCall(sender: self, event: event))
        }
    }

    /// Sends the actions registered for these control events, with a nil touch event (C26).
    open func sendActions(for events: Event) { send(events, nil) }

    /// Sends the events of a touch that ended inside. Subclasses can send additional events (C11, C18).
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
    /// Begins tracking. Returns false if the touch is rejected, but true if a callback has cancelled the touch.
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

    /// Returns the touch-down location of a touch; for a touch delayed by a recognizer, its current location (G25).
    final func start(of touch: Touch) -> Point {
        touch.phase == .began ? convertFromScreen(touch.downLocation) : touch.location(in: self)
    }

    private func follow(_ touch: Touch?) {
        followed = touch.map { ObjectIdentifier($0) }
        addressHolder = touch
        if let touch { (followedNumber, followedFinger) = (touch.number, touch.finger) }
    }

    private func isFollowing(_ touch: Touch) -> Bool { followed == ObjectIdentifier(touch) }

    /// Returns the tracked touch if the set contains it and the control is still enabled; nil otherwise.
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
        // Earlier events must reach the remaining targets before `touchCancel`.
        finishSending()
        let isKnown = hasSentDown
        cancelTracking(with: event)
        clear()
        guard isKnown else { return }
        isCancelling = true
        send(.touchCancel, event)
        isCancelling = false
    }

    /// Returns the touch that caused a control event: the current or last tracked touch. Returns nil for other causes.
    package final func touch(of event: ResponderKit.Event?) -> Touch? {
        let number = followedNumber
        if let event, let found = event.touches.first(where: { $0.number == number }) { return found }
        guard isCancelling, let application = window?.application else { return nil }
        let found = application.touchEvent.touches.first { $0.number == number }
        return found ?? application.delivery.lingering.first { $0.number == number }
    }

    /// `number` and `finger` of the touch that is being cancelled, even if the touch no longer exists; otherwise nil.
    package final var cancelledTouch: (number: Int, finger: FingerID)? {
        isCancelling ? (followedNumber, followedFinger) : nil
    }

    /// Cancels tracking if the tracked touch no longer exists. This happens if an override of `touchesEnded` does not
    /// call `super`.
    private func cancelLostTouch(_ event: ResponderKit.Event?) {
        guard let followed, let event else { return }
        let isHere = { (touch: Touch) in ObjectIdentifier(touch) == followed }
        if event.touches.contains(where: isHere) { return }
        if window?.application?.delivery.lingering.contains(where: isHere) == true { return }
        cancelTouch(event)
    }
}
