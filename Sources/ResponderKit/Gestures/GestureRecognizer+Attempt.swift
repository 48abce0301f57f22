extension GestureRecognizer {
    /// Whether the accepted state is `possible`, including waits for other recognizers to fail (G38, G42).
    final var isUndecided: Bool { committed == .possible }

    /// Whether a continuous gesture is in progress.
    final var isActive: Bool { committed == .began || committed == .changed }

    /// Whether the attempt to recognize the gesture is finished. The recognizer is reset after its last finger has
    /// lifted (G48).
    final var isOver: Bool { committed == .ended || committed == .cancelled || committed == .failed }

    /// State from the recognizer's point of view: the held state, which waits for other recognizers to fail. If it is
    /// nil, the proposed state; if both are nil, the accepted state.
    final var progress: State { held ?? proposed ?? committed }

    /// The application's time in microseconds; 0 if no attempt is in progress.
    final var currentTime: Microseconds {
        arenaReference?._withUnsafeGuaranteedRef { $0.applicationReference._withUnsafeGuaranteedRef { $0.now } } ?? 0
    }

    /// Whether a state transition is allowed (G2, G3). For the diagram, see docs/internals/machines/recognizer.md.
    static func canGo(from old: State, to new: State) -> Bool {
        switch (old, new) {
        case (.possible, .began), (.possible, .ended), (.possible, .failed): true
        case (.began, .changed), (.began, .ended), (.began, .cancelled): true
        case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
        default: false
        }
    }

    /// Proposes a state. `GestureReferee` accepts or rejects the proposal after all recognizers have received the
    /// current event (G6).
    final func propose(_ new: State, _ cause: GestureCause) {
        if held != nil {
            // A waiting recognizer's gesture can only end or fail.
            switch new {
            case .possible, .began, .changed: return
            case .ended:
                if held == .began { hasEndedHeld = true }
                return
            case .cancelled, .failed:
                held = nil
                blockers = []
                return enqueue(.failed, cause)
            }
        }
        guard Self.canGo(from: proposed ?? committed, to: new) else { return }
        enqueue(new, cause)
    }

    private func enqueue(_ new: State, _ cause: GestureCause) {
        if arenaReference == nil {
            guard let arena = view?.window?.application?.arena else { return }
            // A subclass has set the state outside an attempt. Starts an attempt, and makes sure that it ends.
            arena.engage(self)
            arena.needsSettle = true
        }
        proposed = new
        arenaReference?._withUnsafeGuaranteedRef { arena in
            arena.referee.propose(self, new, cause)
            arena.applicationReference._withUnsafeGuaranteedRef { $0.settleUnlessBusy() }
        }
    }

    final func fail(_ cause: GestureCause) { propose(.failed, cause) }

    /// Ends the attempt after a cancellation of its touches (G52).
    final func touchesWereCancelled() {
        propose(isActive || proposed == .began || proposed == .changed ? .cancelled : .failed, .touchesCancelled)
    }

    /// Ends the attempt for an external cause: `cancelled` if the gesture has begun, otherwise `failed` (G50, G51).
    final func endExternally(_ cause: GestureCause) {
        guard arena != nil, !isOver else { return }
        propose(isActive || (held == nil && proposed == .began) ? .cancelled : .failed, cause)
    }

    /// Ends the attempt, because the recognizer is leaving its view and receives no further touches (G51).
    final func withdraw() {
        guard let arena else { return }
        isDetached = true
        arena.needsSettle = true
        endExternally(.removed)
        arena.application.settleUnlessBusy()
    }

    // MARK: Targets

    /// Registers a target without retaining it. Registers each pair of target and action only once (G7).
    public final func addTarget(_ target: any ActionTarget, action: Selector) { targets.add(target, action, for: .any) }

    /// Registers and retains an action.
    public final func addAction(_ action: Action) { targets.add(action, for: .any) }

    /// Registers a closure. Pass the returned action to `removeAction` to remove the closure.
    @discardableResult
    public final func addAction(_ handler: @escaping (GestureRecognizer) -> Void) -> Action {
        let action = Action { sender, _ in handler(unsafeDowncast(sender, to: GestureRecognizer.self)) }
        addAction(action)
        return action
    }

    /// Unregisters an action.
    public final func removeAction(_ action: Action) { targets.remove(action, for: .any) }

    /// Unregisters a target. A nil action means all actions; a nil target means all targets and closures.
    public final func removeTarget(_ target: (any ActionTarget)?, action: Selector?) {
        targets.remove(target, action, for: .any)
    }

    /// Calls the targets in the order of addition (G7).
    final func callTargets() {
        for entry in targets.entries where !entry.events.isEmpty {
            switch entry.receiver {
            case .action(let action): action.perform(self, nil)
            case .target(let action):
                guard let target = entry.target else { continue }
                let isKnown = target.answer(action, ActionCall(sender: self, event: nil))
                arena?.application.observers?.action(action, sent: self, to: isKnown ? target : nil)
            }
        }
    }

    // MARK: Relations to other recognizers

    /// Makes this recognizer wait until the other recognizer fails (G38).
    public final func require(toFail other: GestureRecognizer) {
        requirements.removeAll { $0.object == nil || $0.object === other }
        if other !== self { requirements.append(Weak(object: other)) }
    }

    /// The recognizers passed to `require(toFail:)`.
    package final var requiredFailures: [GestureRecognizer] { requirements.compactMap(\.object) }

    /// Whether the other recognizer has to fail first. Reasons: `require(toFail:)`, a subclass or a delegate (G41).
    final func mustWait(for other: GestureRecognizer) -> Bool {
        requirements.contains { $0.object === other } || shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    }

    /// Whether both recognizers can recognize simultaneously; true if either delegate returns true (G32).
    final func mayRun(with other: GestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
            || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true
    }

    /// Whether both recognizers have received the same touch or press in their current attempts, including finished
    /// ones (G30, G40).
    final func sharesInput(with other: GestureRecognizer) -> Bool {
        touches.contains(where: other.wasGiven) || presses.contains(where: other.wasGiven)
            || former.contains(where: other.wasGiven)
    }

    private func wasGiven(_ input: AnyObject) -> Bool {
        touches.contains { $0 === input } || presses.contains { $0 === input } || former.contains { $0 === input }
    }

    // MARK: Touches

    /// Number of tracked touches (G53). A tap recognizer also counts the lifted touches of the current tap.
    public final var numberOfTouches: Int { locatedTouches.count }

    /// Returns the location of the tracked touch at an index, or the centroid if the index is out of range.
    public final func location(ofTouch number: Int, in view: View?) -> Point {
        let touches = locatedTouches
        return touches.indices.contains(number) ? touches[number].location(in: view) : location(in: view)
    }

    final func centroid(of touches: ContiguousArray<Touch>, in view: View?) -> Point {
        var sum = Point.zero
        for touch in touches {
            let location = touch.location(in: view)
            sum = Point(x: sum.x + location.x, y: sum.y + location.y)
        }
        return Point(x: sum.x / Double(touches.count), y: sum.y / Double(touches.count))
    }

    /// The centroid of the tracked touches in screen coordinates.
    final var screenCentroid: Point { Self.screenCentroid(of: touches) }

    /// Stores the centroid of `locatedTouches`, for `location(in:)` after the last touch has lifted (G53).
    final func noteCenter() {
        let located = locatedTouches
        if !located.isEmpty { lastCenter = Self.screenCentroid(of: located) }
    }

    private static func screenCentroid(of touches: ContiguousArray<Touch>) -> Point {
        var sum = Point.zero
        for touch in touches {
            sum = Point(x: sum.x + touch.screenLocation.x, y: sum.y + touch.screenLocation.y)
        }
        let count = Double(max(1, touches.count))
        return Point(x: sum.x / count, y: sum.y / count)
    }

    /// Stops receiving a touch. Later recognition does not cancel this touch in its view (G29).
    public final func ignore(_ touch: Touch, for event: Event) {
        touches.removeObject(touch)
        touch.recognizers.removeObject(self)
        arena?.needsSettle = true
        arena?.application.observers?.recognizer(self, offered: touch, refusal: .ignored)
    }

    /// Stops receiving a press.
    public final func ignore(_ press: Press, for event: PressesEvent) {
        presses.removeObject(press)
        press.recognizers.removeObject(self)
        arena?.needsSettle = true
    }
}
