extension Application {
    // MARK: Posting

    /// Queues one report of the touch source; it is dispatched by `dispatchPending()` (Q2, Q4).
    public final func post(_ frame: TouchFrame) { queue.post(frame) }

    /// Queues what buttons did at one time.
    public final func post(_ presses: [PressSample], at time: Microseconds) { queue.post(.presses(presses), at: time) }

    /// Queues a change in the shaking of the device (M1).
    public final func post(_ motion: MotionChange, at time: Microseconds) { queue.post(.motion(motion), at: time) }

    /// Queues a remote-control command; a subtype that is none is left out.
    public final func post(remoteControl command: Event.EventSubtype, at time: Microseconds) {
        if command.isRemoteControl { queue.post(.remoteControl(command), at: time) }
    }

    /// Queues the pressing or releasing of a headset's only button, whose pattern becomes commands (RC2).
    ///
    /// With nil the headset is gone: the pattern under way is forgotten, and a seek that has begun ends.
    public final func post(headsetButtonDown isDown: Bool?, at time: Microseconds) {
        queue.post(.headset(isDown: isDown), at: time)
    }

    /// Queues the removal of an input device: its touches and presses are cancelled, and gestures that wait after them
    /// fail (X11).
    public final func post(removalOf device: Int32, at time: Microseconds) {
        queue.post(.cancelDevice(device), at: time)
    }

    /// Posts a frame and dispatches everything that is pending.
    public final func send(_ frame: TouchFrame) {
        if isBusy || !queue.isEmpty {
            post(frame)
        } else {
            // Nothing is before it, so it needs no place in the queue.
            isBusy = true
            reach(frame.time)
            dispatchTouches(frame.samples)
            settleAfterEvent()
            isBusy = false
        }
        dispatchPending()
    }

    // MARK: Time

    /// When `advance(to:)` is to be called at the latest, nil when nothing waits for the clock.
    public final var nextDeadline: Microseconds? { deadlines.first }

    /// Fires every timer up to this time, in order; what is pending is dispatched before.
    public final func advance(to time: Microseconds) {
        queue.post(.advance, at: time)
        dispatchPending()
    }

    /// Dispatches what was posted, one input after the other; called from a handler it leaves that to the outer call.
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

    /// Lets the time go on to an input's; timers that are due earlier fire first (Q6).
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

    /// Delivers a command; what has to end may also end while the application is not active.
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

    /// Takes no more input and cancels what is under way: touches, presses, a shake, gestures that wait (X1).
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

    /// Takes input again; fingers that are down stay unheard until they lift.
    public final func becomeActive() {
        guard !isActive else { return }
        isActive = true
        delegate?.applicationDidBecomeActive(self)
    }

    /// Drops new touches until the matching end, and cancels the live ones; calls nest (X12).
    public final func beginIgnoringInteractionEvents() {
        ignoringCount += 1
        if ignoringCount == 1 { cancel(tracker.live) }
    }

    /// Takes touches again after as many ends as beginnings.
    public final func endIgnoringInteractionEvents() { ignoringCount = max(0, ignoringCount - 1) }

    /// Whether new touches are dropped.
    public final var isIgnoringInteractionEvents: Bool { ignoringCount > 0 }

    /// Takes these touches back: they end as cancelled, and their fingers stay unheard until they lift (X2, X10).
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

    /// How often handlers may ask for more at one and the same time before they are taken for endless.
    static let patience = 10_000

    final func tell(_ misuse: Misuse) { observers?.tell { $0.misuse(misuse) } }

    /// Sends an event; the observers are told of it before and after.
    final func announceAndSend(_ event: Event) {
        observers?.tell { $0.dispatching(event) }
        sendEvent(event)
        observers?.tell { $0.dispatched(event) }
    }

    /// Makes an event ready to be delivered now.
    final func prepare(_ event: Event) {
        event.time = now
        event.observers = observers
    }

    /// Runs one walk along a responder chain under a number of its own (R21).
    final func walk(_ event: Event, _ body: () -> Void) {
        let former = event.walk
        lastWalk += 1
        event.walk = lastWalk
        body()
        event.walk = former
    }
}
