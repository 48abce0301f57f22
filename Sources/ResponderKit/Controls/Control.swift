/// A view that follows one touch, turns it into control events and runs the actions of its targets (C1).
///
/// The diagram in docs/machines/control.md shows its states: change both.
/// Inside this class and its subclasses `Event` means ``Control/Event``; the event of a touch is `ResponderKit.Event`.
open class Control: View {
    open override class var defaultHitTestingClass: View.Type { Control.self }

    /// Whether the control tracks touches; one that is being tracked is cancelled at once when this turns false (C15).
    open var isEnabled = true {
        didSet { if oldValue, !isEnabled { takeBack(nil) } }
    }

    /// Whether the control is selected; only code sets it (C16).
    open var isSelected = false

    /// Whether the control is pressed: while tracking, whether the finger is inside; false afterwards (C10).
    open var isHighlighted = false

    /// Whether the control is following a touch that it wanted (C4).
    public private(set) final var isTracking = false

    /// Whether the finger being tracked counts as inside (C7).
    public private(set) final var isTouchInside = false

    /// Highlighted, disabled and selected, as far as they apply; empty means normal (C16).
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    final var registrations = ActionList<Event>()
    /// The events that are being sent, the outermost first.
    final var rounds: [Round] = []
    /// Which touch is followed, also while `beginTracking` is still deciding about it.
    private var followed: ObjectIdentifier?
    /// Keeps the address of the followed touch from naming another one, without keeping the touch and its view alive.
    private unowned var addressHolder: Touch?
    /// The number of the touch that is followed, or was last.
    private var followedNumber = 0
    /// Those who are told that the touch was taken back may be told so outside of any event.
    private var isTakingBack = false
    /// The finger has been outside after it was inside, so that it can enter (C9).
    private var hasLeft = false
    /// touchDown was sent for the followed touch, so that its end is to be sent too.
    private var hasSentDown = false

    /// How far beyond the bounds a finger that is being tracked still counts as inside (C7).
    static let margin = 70.0

    // MARK: What a subclass overrides

    /// Whether the control wants to track the touch that went down; true unless overridden (C4).
    open func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { true }

    /// Whether the control goes on tracking the touch that moved; true unless overridden (C6).
    open func continueTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { true }

    /// The touch went up; the flags of tracking still hold and are cleared before the actions run (C11).
    open func endTracking(_ touch: Touch?, with event: ResponderKit.Event?) {}

    /// The touch was taken back, or the control was disabled, and then the event is nil (C12).
    open func cancelTracking(with event: ResponderKit.Event?) {}

    /// Sends one action to its target, or for nil up the chain; an override may look at it or hold it back (A3, A4).
    open func sendAction(_ action: Action, to target: (any ActionTarget)?, for event: ResponderKit.Event?) {
        if let application = window?.application {
            application.sendAction(action, to: target, from: self, for: event)
        } else if let answering = target ?? self.target(forAction: action, withSender: self) {
            _ = answering.answer(action, ActionCall(sender: self, event: event))
        }
    }

    /// Runs all actions that are registered for at least one of the events; the event they are given is nil (C26).
    open func sendActions(for events: Event) { send(events, nil) }

    /// What an up inside sends; a standard control adds its own events (C11, C18).
    func liftedInside(_ event: ResponderKit.Event?) { send(.touchUpInside, event) }

    // MARK: Touches

    /// Starts to track one of the touches, unless the control is disabled or tracks one already (C4, C14, C15).
    open override func touchesBegan(_ touches: TouchSet, with event: ResponderKit.Event?) {
        forgetLost(event)
        for touch in touches where begin(touch, event) { return }
    }

    /// Sends the drag events of the touch that is being tracked (C6, C8).
    open override func touchesMoved(_ touches: TouchSet, with event: ResponderKit.Event?) {
        guard let touch = tracked(in: touches, event) else { return }
        let wasInside = isTouchInside
        updateInside(touch)
        guard isFollowing(touch) else { return }
        let goesOn = continueTracking(touch, with: event)
        guard isFollowing(touch) else { return }
        guard goesOn else { return clear() }
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

    /// Ends the tracking and sends the up event (C11).
    open override func touchesEnded(_ touches: TouchSet, with event: ResponderKit.Event?) {
        guard let touch = tracked(in: touches, event) else { return }
        updateInside(touch)
        finishRounds()
        guard isFollowing(touch) else { return }
        endTracking(touch, with: event)
        guard isFollowing(touch) else { return }
        let isInside = isTouchInside
        clear()
        if isInside { liftedInside(event) } else { send(.touchUpOutside, event) }
    }

    /// Ends the tracking and sends touchCancel (C12).
    open override func touchesCancelled(_ touches: TouchSet, with event: ResponderKit.Event?) {
        for touch in touches where isFollowing(touch) { return takeBack(event) }
    }
}

// MARK: - Tracking

extension Control {
    /// False when the touch is not wanted; callbacks may have taken back the one that was.
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

    /// Where a touch begins for the control: one that a recognizer has held back may be elsewhere by now (G25).
    final func start(of touch: Touch) -> Point {
        touch.phase == .began ? convertFromScreen(touch.downLocation) : touch.location(in: self)
    }

    private func follow(_ touch: Touch?) {
        followed = touch.map { ObjectIdentifier($0) }
        addressHolder = touch
        if let touch { followedNumber = touch.number }
    }

    private func isFollowing(_ touch: Touch) -> Bool { followed == ObjectIdentifier(touch) }

    /// The touch that is being tracked, if it is in the set and the control is still enabled.
    private func tracked(in touches: TouchSet, _ event: ResponderKit.Event?) -> Touch? {
        guard isTracking else { return nil }
        for touch in touches where isFollowing(touch) {
            if isEnabled { return touch }
            takeBack(event)
        }
        return nil
    }

    private func updateInside(_ touch: Touch) {
        let area = bounds.insetBy(dx: -Self.margin, dy: -Self.margin)
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

    private func takeBack(_ event: ResponderKit.Event?) {
        guard followed != nil else { return }
        follow(nil)
        guard isTracking else { return }
        // Those who are still to hear of the touch hear of it before they hear that it is over.
        finishRounds()
        let isKnown = hasSentDown
        cancelTracking(with: event)
        clear()
        guard isKnown else { return }
        isTakingBack = true
        send(.touchCancel, event)
        isTakingBack = false
    }

    /// The touch that is meant by what the control sends with an event: the one that it follows, or did until now; nil for
    /// what code has it send.
    package final func touch(of event: ResponderKit.Event?) -> Touch? {
        let number = followedNumber
        if let event, let found = event.touches.first(where: { $0.number == number }) { return found }
        guard isTakingBack, let application = window?.application else { return nil }
        let found = application.touchEvent.touches.first { $0.number == number }
        return found ?? application.delivery.lingering.first { $0.number == number }
    }

    /// The number of the touch that is taken back, also when that is gone; 0 at any other time.
    package final var touchTakenBack: Int { isTakingBack ? followedNumber : 0 }

    /// Takes back a touch that is over although its end did not come here, as an override kept it.
    private func forgetLost(_ event: ResponderKit.Event?) {
        guard let followed, let event else { return }
        let isHere = { (touch: Touch) in ObjectIdentifier(touch) == followed }
        if event.touches.contains(where: isHere) { return }
        if window?.application?.delivery.lingering.contains(where: isHere) == true { return }
        takeBack(event)
    }
}
