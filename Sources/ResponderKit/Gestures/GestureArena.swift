/// Offers touches and presses to recognizers, delivers events to them, and resets them after each attempt to recognize
/// a gesture.
///
/// First, all recognizers receive an event and propose new states. Then the ``GestureReferee`` accepts or rejects the
/// proposals in order (G6).
final class GestureArena {
    /// The owner. Unmanaged, because each read of an unowned reference would retain the owner.
    @exclusivity(unchecked) var applicationReference: Unmanaged<Application>!
    var application: Application { applicationReference.takeUnretainedValue() }
    let referee = GestureReferee()
    /// Recognizers with an attempt in progress, inner views first. Recognizers of one view are in the order of addition
    /// (G17).
    @exclusivity(unchecked) var engaged: ContiguousArray<GestureRecognizer> = []
    /// Whether `finishAttempts()` is due, because an attempt may have finished or a wait may be over.
    @exclusivity(unchecked) var needsSettle = false
    /// Number of touch events so far. Each recognizer stores the number at its last `shouldReceive` call, to limit
    /// these calls to one per event.
    @exclusivity(unchecked) var eventNumber = 0
    /// The touches for a call of a recognizer; reused to avoid allocation.
    @exclusivity(unchecked) private var set = TouchSet()

    init() { referee.arenaReference = .passUnretained(self) }

    // MARK: Offering input

    /// Offers a new touch to the recognizers of its hit view and of all superviews (G9, G11).
    func offer(_ touch: Touch, _ event: Event) {
        var level: View? = touch.view
        var depth = depth(of: level)
        while let view = level {
            for recognizer in view.gestureRecognizers ?? [] {
                let refusal = refusal(of: recognizer, touch, event, in: view)
                application.observers?.recognizer(recognizer, offered: touch, refusal: refusal)
                guard refusal == nil else { continue }
                recognizer.touches.append(touch)
                recognizer.touchesAtOnce = max(recognizer.touchesAtOnce, recognizer.touches.count)
                touch.recognizers.append(recognizer)
                engage(recognizer, depth: depth)
            }
            level = view.superview
            depth -= 1
        }
    }

    /// Returns the reason why a recognizer does not receive a touch; nil if it receives the touch.
    ///
    /// Checks the recognizer's state again after callbacks, which may change the state.
    private func refusal(
        of recognizer: GestureRecognizer,
        _ touch: Touch,
        _ event: Event,
        in view: View
    ) -> OfferRejection? {
        if let closed = recognizer.reasonToBeClosed { return closed }
        guard wants(recognizer, event) else { return .unwantedEvent }
        guard recognizer.accepts(touch) else { return .unwantedTouch }
        if recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) == false { return .unwantedTouch }
        return recognizer.view === view ? recognizer.reasonToBeClosed : .disabled
    }

    /// Returns whether the recognizer receives the event. Asks the recognizer and its delegate only once per event.
    private func wants(_ recognizer: GestureRecognizer, _ event: Event) -> Bool {
        if recognizer.lastOfferedEvent != eventNumber {
            recognizer.lastOfferedEvent = eventNumber
            recognizer.wantsEvent =
                recognizer.shouldReceive(event)
                && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: event) != false
        }
        return recognizer.wantsEvent
    }

    /// Offers a new press to recognizers of `start` and its superviews, if they allow the press type (P7).
    func offer(_ press: Press, from start: View?, _ event: PressesEvent) {
        var level = start
        var depth = depth(of: level)
        while let view = level {
            for recognizer in view.gestureRecognizers ?? []
            where recognizer.isOpenToInput && recognizer.allowedPressTypes.contains(press.type) {
                guard recognizer.shouldReceive(event),
                    recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: event as Event) != false,
                    recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: press) != false,
                    recognizer.view === view, recognizer.isOpenToInput
                else { continue }
                recognizer.presses.append(press)
                press.recognizers.append(recognizer)
                engage(recognizer, depth: depth)
            }
            level = view.superview
            depth -= 1
        }
    }

    /// Starts an attempt: inserts the recognizer into `engaged`, before recognizers of outer views.
    func engage(_ recognizer: GestureRecognizer) { engage(recognizer, depth: depth(of: recognizer.view)) }

    private func engage(_ recognizer: GestureRecognizer, depth: Int) {
        guard recognizer.arena == nil else { return }
        recognizer.arena = self
        recognizer.depth = depth
        var index = engaged.count
        while index > 0, engaged[index - 1].depth < depth { index -= 1 }
        engaged.insert(recognizer, at: index)
    }

    /// Returns the number of superviews above a view.
    private func depth(of view: View?) -> Int {
        var depth = 0
        var level = view?.superview
        while let here = level {
            depth += 1
            level = here.superview
        }
        return depth
    }

    // MARK: Event delivery

    /// Delivers the event to all recognizers with touches in the window.
    ///
    /// Each recognizer receives its touches in the order of the phases: began, moved, ended, cancelled.
    func run(_ event: Event, in window: Window) {
        guard !engaged.isEmpty else { return }
        // A retained copy, because callbacks may change `engaged`.
        let recognizers = engaged
        let present = Self.phases(of: event)
        for index in recognizers.indices {
            recognizers.unretained(index)._withUnsafeGuaranteedRef { run(event, in: window, $0, present) }
        }
    }

    private func run(_ event: Event, in window: Window, _ recognizer: GestureRecognizer, _ present: Int) {
        guard recognizer.arenaReference?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() else { return }
        for phase in Self.phases where present & 1 << phase.rawValue != 0 {
            guard !recognizer.isOver, recognizer.proposed != .failed else { break }
            guard collect(phase, of: recognizer, in: window) else { continue }
            switch phase {
            case .began:
                recognizer.touchesBegan(set, with: event)
                // Also cancels the touch of a further finger that goes down during a gesture.
                if recognizer.isActive, recognizer.cancelsTouchesInView { withdraw(recognizer) }
            case .moved: recognizer.touchesMoved(set, with: event)
            case .ended: recognizer.touchesEnded(set, with: event)
            case .cancelled: recognizer.touchesCancelled(set, with: event)
            case .stationary: break
            }
        }
    }

    private static let phases: [Touch.Phase] = [.began, .moved, .ended, .cancelled]

    /// Returns a bit mask of the event's phases; most events contain only moves.
    private static func phases(of event: Event) -> Int {
        var present = 0
        for touch in event.touches { present |= 1 << touch.phase.rawValue }
        return present
    }

    /// Fills `set` with the recognizer's touches in a phase; does not write the set if it is already correct.
    ///
    /// Returns false if the recognizer has no touches in this phase.
    private func collect(_ phase: Touch.Phase, of recognizer: GestureRecognizer, in window: Window) -> Bool {
        var count = 0
        var isSame = true
        for index in recognizer.touches.indices {
            guard recognizer.touches[index].isIn(phase, window) else { continue }
            if count >= set.elements.count || set.elements[count] !== recognizer.touches[index] { isSame = false }
            count += 1
        }
        guard count > 0 else { return false }
        if isSame, count == set.elements.count { return true }
        set.elements.removeAll(keepingCapacity: true)
        for touch in recognizer.touches where touch.isIn(phase, window) { set.elements.append(touch) }
        return true
    }

    // MARK: Cancellation and removal of touches

    /// Marks the recognizer's touches and presses for cancellation in their views and responders (G19, G20).
    func withdraw(_ recognizer: GestureRecognizer) {
        for touch in recognizer.touches { touch.delivery.isWithdrawn = true }
        for touch in application.delivery.lingering where touch.recognizers.containsObject(recognizer) {
            touch.delivery.isWithdrawn = true
        }
        for press in recognizer.presses { press.isWithdrawn = true }
    }

    /// Moves touches and presses that ended in this event to each recognizer's list `former`.
    func forgetLifted() {
        set.elements.removeAll(keepingCapacity: true)
        for recognizer in engaged {
            recognizer.noteCenter()
            for touch in recognizer.touches where touch.phase.isFinal {
                recognizer.former.append(touch)
            }
            for press in recognizer.presses where press.phase.isFinal {
                recognizer.former.append(press)
            }
            recognizer.touches.removeAll { $0.phase.isFinal }
            recognizer.presses.removeAll { $0.phase.isFinal }
        }
    }

    /// Removes a touch from its recognizers before its delivery to them.
    func drop(_ touch: Touch) {
        for recognizer in touch.recognizers { recognizer.touches.removeObject(touch) }
        touch.recognizers.removeAll()
        needsSettle = true
    }

    /// Removes a press from its recognizers before its delivery to them.
    func drop(_ press: Press) {
        for recognizer in press.recognizers { recognizer.presses.removeObject(press) }
        press.recognizers.removeAll()
        needsSettle = true
    }

    /// Calls `touchesCancelled` on the touch's recognizers with an unfinished attempt.
    func cancel(_ touch: Touch) {
        for recognizer in touch.recognizers where !recognizer.isOver {
            recognizer.touchesCancelled([touch], with: application.touchEvent)
        }
    }
}

extension GestureRecognizer {
    /// Whether the recognizer accepts new touches and presses.
    fileprivate var isOpenToInput: Bool { reasonToBeClosed == nil }

    /// Reason for rejecting new touches and presses; nil if the recognizer accepts them.
    fileprivate var reasonToBeClosed: OfferRejection? {
        if !isEnabled || isDetached { return .disabled }
        if isOver { return .attemptIsOver }
        return held == nil ? nil : .isComplete
    }
}

extension Touch {
    @inline(__always)
    fileprivate func isIn(_ phase: Phase, _ window: Window) -> Bool {
        facts.phase.rawValue == phase.rawValue && facts.window === window
    }
}
