extension Application {
    // MARK: Posting

    /// Queues a frame of the touch source for `dispatchPending()` (Q2, Q4).
    public final func post(_ frame: TouchFrame) { queue.post(frame) }

    /// Queues simultaneous button samples.
    public final func post(_ presses: [PressSample], at time: Microseconds) { queue.post(.presses(presses), at: time) }

    /// Queues the beginning, end or cancellation of a shake (M1).
    public final func post(motion: MotionChange, at time: Microseconds) { queue.post(.motion(motion), at: time) }

    /// Queues a remote-control command; ignores other event subtypes.
    public final func post(remoteControl command: Event.EventSubtype, at time: Microseconds) {
        if command.isRemoteControl { queue.post(.remoteControl(command), at: time) }
    }

    /// Queues a press or release of the only button of a headset; press patterns map to remote-control commands (RC2).
    ///
    /// If `isDown` is nil, the headset was removed: the current pattern is discarded, and a seek in progress ends.
    public final func post(headsetButtonDown isDown: Bool?, at time: Microseconds) {
        queue.post(.headset(isDown: isDown), at: time)
    }

    /// Queues the removal of an input device, which cancels its touches and presses and fails waiting gestures (X11).
    public final func post(removalOf device: Int32, at time: Microseconds) {
        queue.post(.cancelDevice(device), at: time)
    }

    // MARK: Remote control

    /// Delivers a remote-control command; if `isEnd` is true, even if the application is inactive.
    func dispatchRemoteControl(_ command: Event.EventSubtype, isEnd: Bool = false) {
        guard isReceivingRemoteControlEvents, isActive || isEnd else { return }
        let event = Event(type: .remoteControl, subtype: command)
        prepare(event)
        announceAndSend(event)
    }

    func serveRemoteControl(_ event: Event) {
        guard isReceivingRemoteControlEvents else { return }
        let start: Responder = keyWindow?.firstResponder ?? keyWindow?.rootViewController ?? keyWindow ?? self
        call(.remoteControlReceived, of: start, with: event)
    }

    // MARK: Interruption

    /// Stops accepting input and cancels all touches, presses, shakes and waiting gestures (X1).
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

    /// Accepts input again; contacts that are already down stay rejected until they lift.
    public final func becomeActive() {
        guard !isActive else { return }
        isActive = true
        delegate?.applicationDidBecomeActive(self)
    }

    /// Cancels live touches and rejects new ones until the matching `endIgnoringInteractionEvents()`; calls nest (X12).
    public final func beginIgnoringInteractionEvents() {
        ignoringCount += 1
        if ignoringCount == 1 { cancel(tracker.live) }
    }

    /// Ends one call of `beginIgnoringInteractionEvents()`; touches are accepted again after every call has been ended.
    public final func endIgnoringInteractionEvents() { ignoringCount = max(0, ignoringCount - 1) }

    /// Whether new touches are rejected.
    public final var isIgnoringInteractionEvents: Bool { ignoringCount > 0 }

    /// Cancels touches and rejects their contacts until they lift (X2, X10).
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
}
