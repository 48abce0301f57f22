extension Application {
    // MARK: Posting events

    /// Queues a touch frame; `dispatchPending()` dispatches the frame (Q2, Q4).
    public final func post(_ frame: TouchFrame) { queue.post(frame) }

    /// Queues samples of buttons that changed at the same time.
    public final func post(_ presses: [PressSample], at time: Microseconds) { queue.post(.presses(presses), at: time) }

    /// Queues a phase change of a shake: began, ended or cancelled (M1).
    public final func post(motion: MotionChange, at time: Microseconds) { queue.post(.motion(motion), at: time) }

    /// Queues a remote-control command; ignores other event subtypes.
    public final func post(remoteControl command: Event.EventSubtype, at time: Microseconds) {
        if command.isRemoteControl { queue.post(.remoteControl(command), at: time) }
    }

    /// Queues a press or release of a headset's only button. Each pattern of presses represents a remote-control
    /// command (RC2).
    ///
    /// A nil `isDown` reports the removal of the headset. The application then discards the current pattern and ends a
    /// seek in progress.
    public final func post(headsetButtonDown isDown: Bool?, at time: Microseconds) {
        queue.post(.headset(isDown: isDown), at: time)
    }

    /// Queues the removal of an input device. The removal cancels the device's touches and presses. Recognizers that
    /// received them fail or cancel their gestures (X11).
    public final func post(removalOf device: Int32, at time: Microseconds) {
        queue.post(.cancelDevice(device), at: time)
    }

    // MARK: Remote control

    /// Delivers a remote-control command. An inactive application receives only the end of a seek (`isEnd`).
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

    /// Stops accepting input, and cancels all touches, presses, shakes and gestures in progress (X1).
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

    /// Resumes accepting input. Contacts that are already down stay rejected until they lift.
    public final func becomeActive() {
        guard !isActive else { return }
        isActive = true
        delegate?.applicationDidBecomeActive(self)
    }

    /// Cancels live touches. Rejects new touches until the matching call of `endIgnoringInteractionEvents()`; calls can
    /// be nested (X12).
    public final func beginIgnoringInteractionEvents() {
        ignoringCount += 1
        if ignoringCount == 1 { cancel(tracker.live) }
    }

    /// Reverses one call of `beginIgnoringInteractionEvents()`. The last reversal makes the application accept new
    /// touches again.
    public final func endIgnoringInteractionEvents() { ignoringCount = max(0, ignoringCount - 1) }

    /// Whether the application rejects new touches because of `beginIgnoringInteractionEvents()`.
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
