extension Application {
    // MARK: Posting

    /// Queues a frame of the touch source for `dispatchPending()` (Q2, Q4).
    public final func post(_ frame: TouchFrame) { queue.post(frame) }

    /// Queues simultaneous samples of buttons.
    public final func post(_ presses: [PressSample], at time: Microseconds) { queue.post(.presses(presses), at: time) }

    /// Queues the begin, end or cancellation of a shake (M1).
    public final func post(_ motion: MotionChange, at time: Microseconds) { queue.post(.motion(motion), at: time) }

    /// Queues a remote-control command; other subtypes are ignored.
    public final func post(remoteControl command: Event.EventSubtype, at time: Microseconds) {
        if command.isRemoteControl { queue.post(.remoteControl(command), at: time) }
    }

    /// Queues a press or release of a headset's only button; its pattern gives a remote-control command (RC2).
    ///
    /// Nil means that the headset was removed: discards the current pattern and ends a seek.
    public final func post(headsetButtonDown isDown: Bool?, at time: Microseconds) {
        queue.post(.headset(isDown: isDown), at: time)
    }

    /// Queues the removal of an input device: cancels its touches and presses and fails gestures that wait (X11).
    public final func post(removalOf device: Int32, at time: Microseconds) {
        queue.post(.cancelDevice(device), at: time)
    }

    /// Posts a frame and dispatches everything that is pending.
    public final func send(_ frame: TouchFrame) {
        if isBusy || !queue.isEmpty {
            post(frame)
        } else {
            // The queue is empty and need not be used.
            isBusy = true
            reach(frame.time)
            dispatchTouches(frame.samples)
            settleAfterEvent()
            isBusy = false
        }
        dispatchPending()
    }

    // MARK: Time

    /// Latest time for the next `advance(to:)`, in microseconds; nil if no timer is set.
    public final var nextDeadline: Microseconds? { deadlines.first }

    /// Fires all timers up to this time, in order, after dispatching pending input.
    public final func advance(to time: Microseconds) {
        queue.post(.advance, at: time)
        dispatchPending()
    }

    /// Dispatches queued input in order; a call from a callback is deferred to the dispatch in progress.
    public final func dispatchPending() {
        guard !isBusy else {
            isDispatchWanted = true
            return
        }
        isBusy = true
        while let entry = queue.next() {
            let isAdvance = if case .advance = entry.kind { true } else { false }
            reach(entry.time, isAdvance: isAdvance)
            dispatch(entry)
            settleAfterEvent()
            queue.trim()
        }
        (isBusy, isDispatchWanted) = (false, false)
    }

    /// Advances the time to an input's; timers that are due earlier fire first (Q6).
    private func reach(_ inputTime: Microseconds, isAdvance: Bool = false) {
        if inputTime < now { tell(.timeRanBackwards(by: now.since(inputTime))) }
        let time = max(now, inputTime)
        var firings = 0
        while let deadline = deadlines.popFirst(where: { isAdvance ? $0 <= time : $0 < time }) {
            firings = deadline.due > now ? 0 : firings + 1
            guard firings < Self.patience else {
                tell(.endlessHandlers)
                continue
            }
            now = max(now, deadline.due)
            tracker.rest()
            prepare(touchEvent)
            deadline.owner.deadlinePassed()
            arena.hasNews = true
            settleAfterEvent()
        }
        now = time
    }

    private func dispatch(_ entry: InputQueue.Entry) {
        switch entry.kind {
        case .touches(let count, let isMoveOnly): dispatchTouches(count, isMoveOnly: isMoveOnly)
        case .presses(let samples): presses.dispatch(samples)
        case .motion(let change): motion.dispatch(change)
        case .remoteControl(let command): dispatchRemoteControl(command)
        case .headset(let isDown?): headset.changed(isDown: isDown)
        case .headset(nil): headset.reset()
        case .cancelDevice(let device):
            arena.interrupt(device: device)
            delivery.cancelLingering(device: device)
            cancelTouches { $0.finger.device == device }
            presses.cancel { $0.button.device == device }
            settleAfterEvent()
            tracker.unblock(device)
        case .advance: break
        }
    }

    // MARK: Remote control

    /// Delivers a command; with `isEnd`, even if the application is not active.
    func dispatchRemoteControl(_ command: Event.EventSubtype, isEnd: Bool = false) {
        guard isReceivingRemoteControlEvents, isActive || isEnd else { return }
        let event = Event(type: .remoteControl, subtype: command)
        prepare(event)
        announceAndSend(event)
    }

    func serveRemoteControl(_ event: Event) {
        guard isReceivingRemoteControlEvents else { return }
        let start: Responder = keyWindow?.firstResponder ?? keyWindow?.rootViewController ?? keyWindow ?? self
        walk(event) { start.receive(.remoteControlReceived, [], [], event) { $0.remoteControlReceived(with: event) } }
    }

    // MARK: Taking input away

    /// Stops accepting input and cancels touches, presses, a shake and waiting gestures (X1).
    public final func resignActive() {
        guard isActive, !isResigning else { return }
        isResigning = true
        delegate?.applicationWillResignActive(self)
        (isActive, isResigning) = (false, false)
        arena.interrupt()
        delivery.cancelLingering()
        tracker.forgetTaps()
        cancelEverything()
    }

    /// Accepts input again; contacts that are down stay rejected until they lift.
    public final func becomeActive() {
        guard !isActive else { return }
        isActive = true
        delegate?.applicationDidBecomeActive(self)
    }

    /// Rejects new touches until the matching end, and cancels live ones; calls nest (X12).
    public final func beginIgnoringInteractionEvents() {
        ignoringCount += 1
        if ignoringCount == 1 { cancel(tracker.live) }
    }

    /// Accepts touches again after as many ends as begins.
    public final func endIgnoringInteractionEvents() { ignoringCount = max(0, ignoringCount - 1) }

    /// Whether new touches are rejected.
    public final var isIgnoringInteractionEvents: Bool { ignoringCount > 0 }

    /// Cancels touches; their contacts are rejected until they lift (X2, X10).
    public final func cancel(_ touches: TouchSet) {
        tracker.markForCancelling(touches)
        settleUnlessBusy()
    }

    private func cancelEverything() {
        tracker.markForCancelling(tracker.live)
        presses.isCancelWanted = true
        motion.isCancelWanted = true
        headset.isCancelWanted = true
        settleUnlessBusy()
    }

    // MARK: Helpers

    /// Maximum number of requests by callbacks at one point in time, before they count as endless.
    static let patience = 10_000

    final func tell(_ misuse: Misuse) { observers?.tell { $0.misuse(misuse) } }

    /// Sends an event and notifies the observers before and after.
    final func announceAndSend(_ event: Event) {
        observers?.tell { $0.dispatching(event) }
        sendEvent(event)
        observers?.tell { $0.dispatched(event) }
    }

    /// Sets the time and the observers of an event for delivery.
    final func prepare(_ event: Event) {
        event.time = now
        event.observers = observers
    }

    /// Runs one walk up a responder chain with a new number (R21).
    final func walk(_ event: Event, _ body: () -> Void) {
        let former = event.walk
        lastWalk += 1
        event.walk = lastWalk
        body()
        event.walk = former
    }
}
