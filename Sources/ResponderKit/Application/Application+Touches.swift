extension Application {
    /// Converts the next `count` queued samples to events. Completes each event before it starts the next event (Q3,
    /// Q5).
    final func dispatchTouches(_ count: Int, isMoveOnly: Bool) {
        tracker.beginEvent()
        for _ in 0..<count { take(queue.takeSample()) }
        if isMoveOnly { joinFollowingMoves() }
        dispatchTouchEvent()
    }

    /// Dispatches samples directly, without the queue.
    final func dispatchTouches(_ samples: [TouchSample]) {
        var isMoveOnly = true
        tracker.beginEvent()
        for index in samples.indices {
            if samples[index].change != .moved { isMoveOnly = false }
            take(samples[index])
        }
        if isMoveOnly, !queue.isEmpty { joinFollowingMoves() }
        dispatchTouchEvent()
    }

    private func take(_ sample: TouchSample) {
        if tracker.takeMove(sample, at: now) { return }
        if !tracker.canTake(sample) {
            // The finger changed twice in one frame: dispatches the first change as a separate event.
            dispatchTouchEvent()
            settleAfterEvent()
            tracker.beginEvent()
        }
        if accept(sample) { tracker.take(sample, at: now) }
    }

    /// Merges queued moves into this event (E12).
    private func joinFollowingMoves() {
        while let (time, count) = queue.nextMoves(before: deadlines.first) {
            if time < now { report(.timeRanBackwards(by: now.since(time))) }
            now = max(now, time)
            for _ in 0..<count {
                let sample = queue.takeSample()
                if tracker.takeMove(sample, at: now) { continue }
                if accept(sample) { tracker.take(sample, at: now) }
            }
        }
    }

    /// Returns whether to deliver the sample. Reports a rejected sample to the observers or to `didIgnore`.
    private func accept(_ sample: TouchSample) -> Bool {
        if sample.change == .began {
            tracker.unblock(sample.finger)
            if let known = tracker.touch(of: sample.finger), known.phase != .ended, known.phase != .cancelled {
                report(.fingerAlreadyDown(sample.finger))
                dispatchTouchEvent()
                settleRecognizers()
                tracker.beginEvent()
                tracker.markForCancelling([known])
                settleAfterEvent()
                tracker.unblock(sample.finger)
                tracker.beginEvent()
            }
            guard sample.location.isFinite else {
                report(.sampleNotFinite(sample.finger))
                tracker.block(sample.finger)
                return false
            }
            guard let reason = reasonToIgnore(sample) else { return true }
            observers?.ignored(sample, reason: reason)
            tracker.block(sample.finger)
            return false
        }
        if tracker.isBlocked(sample.finger) {
            if sample.change != .moved { tracker.unblock(sample.finger) }
            owesWillDispatch = true
            didIgnore(sample)
            return false
        }
        guard tracker.touch(of: sample.finger) != nil else {
            report(.unknownFinger(sample.finger))
            return false
        }
        if !sample.location.isFinite {
            report(.sampleNotFinite(sample.finger))
            // Delivers the end of a touch even without a valid location.
            return sample.change != .moved
        }
        return true
    }

    /// Returns the reason for rejecting a new contact; nil if accepted.
    private func reasonToIgnore(_ sample: TouchSample) -> SampleRejection? {
        if !isActive { return .inactive }
        if ignoringCount > 0 { return .eventsIgnored }
        owesWillDispatch = true
        return shouldBegin(sample) ? nil : .unwanted
    }

    /// Dispatches the tracker's pending changes, if any, as one event (E14). The caller must then call
    /// `settleRecognizers()` or `settleAfterEvent()`.
    final func dispatchTouchEvent() {
        if owesWillDispatch {
            owesWillDispatch = false
            willDispatchTouches()
        }
        guard tracker.hasChanges else { return }
        let event = touchEvent
        prepare(event)
        arena.eventNumber += 1
        if tracker.hasBegins {
            for touch in event.touches where touch.phase == .began { assignView(touch, event) }
        }
        announceAndSend(event)
        cancelUnforwarded(event)
        // The remaining steps are necessary only if a touch has ended.
        guard tracker.hasEnds else { return }
        arena.needsSettle = true
        settleRecognizers()
        tracker.forgetEnded(lingering: delivery)
        arena.forgetLifted()
    }

    /// Hit-tests a new touch and offers it to recognizers (H1, W3, G9).
    private func assignView(_ touch: Touch, _ event: Event) {
        for window in windows.reversed() where !window.isHidden {
            guard let hit = window.hitTest(window.fromParent(touch.downLocation), with: event) else { continue }
            touch.facts.view = hit
            touch.facts.window = hit.window ?? window
            break
        }
        observers?.touch(touch, hit: touch.view)
        tracker.countTap(touch)
        delivery.admit(touch)
        arena.offer(touch, event)
    }

    /// Sends the event once to each window with touches of the event (W8).
    final func sendTouches(_ event: Event) {
        guard event === touchEvent, isBusy else { return }
        var index = 0
        var last: UnsafeMutableRawPointer?
        while index < event.touches.count {
            // The touch retains the window; an additional retain would be redundant.
            let window = event.touches[index].facts.window.unretained
            if let window, window.toOpaque() != last {
                last = window.toOpaque()
                window._withUnsafeGuaranteedRef { if event.firstIndex(in: $0) == index { $0.sendEvent(event) } }
            }
            index += 1
        }
    }

    /// Delivers the event's touches in one window. Repeated calls for an event deliver each touch only once (Q5).
    final func serve(_ event: Event, in window: Window) {
        guard event === touchEvent, isBusy, tracker.beginServing(window) else { return }
        arena.run(event, in: window)
        referee.settle()
        delivery.deliver(in: window)
    }

    /// Cancels touches that an override of `sendEvent` did not forward. Each `touchesBegan` call is thus followed by
    /// exactly one `touchesEnded` or `touchesCancelled` call to the same view (T12).
    private func cancelUnforwarded(_ event: Event) {
        guard event.touches.contains(where: { !$0.delivery.isServed }) else { return }
        for touch in event.touches where !touch.delivery.isServed {
            touch.delivery.isServed = true
            guard touch.window != nil else { continue }
            switch touch.phase {
            case .began:
                delivery.refuse(touch, .swallowed)
                arena.drop(touch)
            case .ended, .cancelled:
                touch.facts.phase = .cancelled
                arena.cancel(touch)
                referee.settle()
                touch.delivery.isWithdrawn = true
            case .moved, .stationary: break
            }
        }
    }

    // MARK: After an event

    /// Accepts or rejects the states that recognizers propose, delivers pending calls to views, and resets finished
    /// recognizers. Repeats these steps until nothing changes.
    final func settleRecognizers() {
        referee.settle()
        delivery.flush()
        presses.flush()
        while arena.finishAttempts() {
            referee.settle()
            delivery.flush()
            presses.flush()
        }
    }

    /// Completes an event: calls `settleRecognizers()`, then performs requested cancellations, then deferred view
    /// changes.
    final func settleAfterEvent() {
        settleRecognizers()
        while true {
            if tracker.takeMarked(at: now) {
                dispatchTouchEvent()
            } else if presses.isCancelWanted {
                presses.cancel { _ in true }
            } else if motion.isCancelWanted {
                motion.dispatch(.cancelled)
            } else if headset.isCancelWanted {
                headset.reset()
            } else if didHandleEvent() {
                settleRecognizers()
            } else {
                return
            }
        }
    }

    /// Calls `settleAfterEvent()`, except during a dispatch, which calls it at its end.
    final func settleUnlessBusy() {
        guard !isBusy else { return }
        isBusy = true
        // Views may receive this event, so it needs the current time.
        prepare(touchEvent)
        finishOutermost()
    }

    /// Completes a change outside of any dispatch. Then dispatches queued input if a callback called
    /// `dispatchPending()`.
    private func finishOutermost() {
        settleAfterEvent()
        isBusy = false
        if isDispatchWanted { dispatchPending() }
    }

    final func cancelTouches(where condition: (Touch) -> Bool) {
        tracker.markForCancelling(tracker.live.filter(condition))
    }

    // MARK: Removed views

    /// Cancels touches, presses and gestures in a subtree that leaves the window (X4, X5). Makes a first responder in
    /// the subtree resign (F8).
    final func viewWillLeaveWindow(_ view: View) {
        let isOutermost = !isBusy
        isBusy = true
        prepare(touchEvent)
        arena.viewWillLeave(view)
        delivery.cancel(in: view)
        presses.viewWillLeave(view)
        motion.viewWillLeave(view)
        view.window?.resignFirstResponder(in: view)
        if isOutermost { finishOutermost() }
    }
}
