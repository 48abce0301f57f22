extension GestureArena {
    /// Resets recognizers with a finished attempt to recognize a gesture. Ends attempts without a deadline whose
    /// fingers and buttons are all up.
    ///
    /// Returns true if the caller must settle proposed states, deliver pending calls, and then call this method again.
    func finishAttempts() -> Bool {
        guard needsSettle else { return false }
        needsSettle = false
        let recognizers = engaged
        for recognizer in recognizers {
            if recognizer.isDetached { detach(recognizer) }
            guard recognizer.hasNoInput, recognizer.proposed == nil, recognizer.held == nil else { continue }
            if recognizer.isOver {
                reset(recognizer)
            } else if recognizer.deadlineTime == nil {
                recognizer.propose(recognizer.isActive ? .cancelled : .failed, .abandoned)
            }
        }
        resolveCircle()
        return referee.hasProposals || needsSettle
    }

    /// Fails recognizers in a cycle of failure requirements, after all their fingers have lifted (G43).
    private func resolveCircle() {
        let stuck = engaged.filter { $0.held != nil && $0.hasNoInput }
        guard !stuck.isEmpty else { return }
        let indices = Dictionary(uniqueKeysWithValues: stuck.enumerated().map { (ObjectIdentifier($1), $0) })
        let cycles = WaitCycles(stuck.map { one in one.blockers.map { indices[ObjectIdentifier($0)] } })
        let circular = stuck.indices.filter { cycles.contains($0) }.map { stuck[$0] }
        for recognizer in circular {
            recognizer.held = nil
            recognizer.blockers = []
        }
        for recognizer in circular { recognizer.fail(.circularRequirement) }
    }

    private func reset(_ recognizer: GestureRecognizer) {
        recognizer.noteCenter()
        detach(recognizer)
        recognizer.deadlineTime = nil
        engaged.removeObject(recognizer)
        recognizer.arena = nil
        recognizer.isDetached = false
        recognizer.hasEndedHeld = false
        recognizer.blockers = []
        recognizer.proposed = nil
        referee.forget(recognizer)
        let old = recognizer.committed
        recognizer.committed = .possible
        application.observers?.recognizer(recognizer, from: old, to: .possible, cause: .reset)
        recognizer.reset()
    }

    /// Removes the recognizer from all its touches and presses.
    private func detach(_ recognizer: GestureRecognizer) {
        for touch in recognizer.touches { touch.recognizers.removeObject(recognizer) }
        for touch in application.delivery.lingering { touch.recognizers.removeObject(recognizer) }
        for press in recognizer.presses { press.recognizers.removeObject(recognizer) }
        recognizer.touches.removeAll(keepingCapacity: true)
        recognizer.presses.removeAll(keepingCapacity: true)
        recognizer.former.removeAll(keepingCapacity: true)
        recognizer.touchesAtOnce = 0
    }

    /// Ends the attempts of recognizers in a subtree before its removal (X5).
    func viewWillLeave(_ view: View) {
        let recognizers = engaged
        for recognizer in recognizers where recognizer.view?.isDescendant(of: view) == true {
            recognizer.endExternally(.removed)
        }
    }

    /// Fails attempts that wait for other recognizers or for a further touch, without calling targets (X1).
    ///
    /// Also cancels continuous gestures whose fingers have all lifted. A non-nil `device` limits the effect to attempts
    /// with input from this device (X11).
    func interrupt(device: Int32? = nil) {
        let concerned = device.map { device in engaged.filter { $0.hasInput(of: device) } } ?? engaged
        let waiting = concerned.filter { $0.isUndecided && ($0.held != nil || $0.hasNoInput) }
        // Clears all waits first, because a failing recognizer releases the recognizers that wait for it.
        for recognizer in waiting { (recognizer.held, recognizer.blockers) = (nil, []) }
        for recognizer in waiting { referee.fail(recognizer, .interrupted) }
        for recognizer in concerned where recognizer.isActive && recognizer.hasNoInput {
            recognizer.endExternally(.interrupted)
        }
    }

    /// Resets all recognizers during deallocation of the application, for use in another application.
    func dissolve() {
        let recognizers = engaged
        for recognizer in recognizers { reset(recognizer) }
    }
}

extension GestureRecognizer {
    /// Whether the attempt has received a touch or press from a device, including finished ones.
    fileprivate func hasInput(of device: Int32) -> Bool {
        touches.contains { $0.finger.device == device } || presses.contains { $0.button.device == device }
            || former.contains { input in
                (input as? Touch)?.finger.device == device || (input as? Press)?.button.device == device
            }
    }

    /// Whether all fingers and buttons of the attempt are up.
    fileprivate var hasNoInput: Bool {
        touches.allSatisfy { $0.phase.isFinal } && presses.allSatisfy { $0.phase.isFinal }
    }
}
