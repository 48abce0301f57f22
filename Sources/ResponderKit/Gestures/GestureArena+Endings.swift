/// How attempts come to their end.
extension GestureArena {
    /// Ends the attempts that have nothing more to wait for; true when that may have changed something for others.
    func finishAttempts() -> Bool {
        guard hasNews else { return false }
        hasNews = false
        let recognizers = engaged
        for recognizer in recognizers {
            if recognizer.isDetached { letGo(of: recognizer) }
            guard recognizer.hasNoInput, recognizer.proposed == nil, recognizer.held == nil else { continue }
            if recognizer.isOver {
                reset(recognizer)
            } else if recognizer.deadlineTime == nil {
                recognizer.propose(recognizer.isActive ? .cancelled : .failed, .abandoned)
            }
        }
        resolveCircle()
        return referee.hasProposals || hasNews
    }

    /// Fails those that wait for each other, once none of them can change any more (G43).
    private func resolveCircle() {
        let stuck = engaged.filter { $0.held != nil && $0.hasNoInput }
        guard !stuck.isEmpty else { return }
        let places = Dictionary(uniqueKeysWithValues: stuck.enumerated().map { (ObjectIdentifier($1), $0) })
        let circles = Circles(stuck.map { one in one.blockers.map { places[ObjectIdentifier($0)] } })
        let circular = stuck.indices.filter { circles.contains($0) }.map { stuck[$0] }
        for recognizer in circular {
            recognizer.held = nil
            recognizer.blockers = []
        }
        for recognizer in circular { recognizer.fail(.circularRequirement) }
    }

    private func reset(_ recognizer: GestureRecognizer) {
        recognizer.noteCenter()
        letGo(of: recognizer)
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
        application.observers?.tell { $0.recognizer(recognizer, from: old, to: .possible, cause: .reset) }
        recognizer.reset()
    }

    /// Takes the recognizer off everything that it receives.
    private func letGo(of recognizer: GestureRecognizer) {
        for touch in recognizer.touches { touch.recognizers.removeObject(recognizer) }
        for touch in application.delivery.lingering { touch.recognizers.removeObject(recognizer) }
        for press in recognizer.presses { press.recognizers.removeObject(recognizer) }
        recognizer.touches.removeAll(keepingCapacity: true)
        recognizer.presses.removeAll(keepingCapacity: true)
        recognizer.former.removeAll(keepingCapacity: true)
        recognizer.touchesAtOnce = 0
    }

    /// Takes back the attempts of the recognizers in a subtree that is being removed (X5).
    func viewWillLeave(_ view: View) {
        let recognizers = engaged
        for recognizer in recognizers where recognizer.view?.isDescendant(of: view) == true {
            recognizer.takeBack(.removed)
        }
    }

    /// Fails the attempts that wait for other recognizers or for a further touch; none of them fires (X1).
    ///
    /// With a device, only those that have input of this device (X11).
    func interrupt(device: Int32? = nil) {
        let concerned = device.map { device in engaged.filter { $0.hasInput(of: device) } } ?? engaged
        let waiting = concerned.filter { $0.isUndecided && ($0.held != nil || $0.hasNoInput) }
        // Those that fail must not release the others.
        for recognizer in waiting { (recognizer.held, recognizer.blockers) = (nil, []) }
        for recognizer in waiting { referee.fail(recognizer, .interrupted) }
        for recognizer in concerned where recognizer.isActive && recognizer.hasNoInput {
            recognizer.takeBack(.interrupted)
        }
    }

    /// The application goes away: nobody has an arena any more, and all are ready for another one's.
    func dissolve() {
        let recognizers = engaged
        for recognizer in recognizers { reset(recognizer) }
    }
}

extension GestureRecognizer {
    /// Whether a touch or a press of the attempt is a device's, those that are over included.
    fileprivate func hasInput(of device: Int32) -> Bool {
        touches.contains { $0.finger.device == device } || presses.contains { $0.button.device == device }
            || former.contains { input in
                (input as? Touch)?.finger.device == device || (input as? Press)?.button.device == device
            }
    }

    /// No finger and no button of the attempt is down any more.
    fileprivate var hasNoInput: Bool {
        touches.allSatisfy { $0.phase.isFinal } && presses.allSatisfy { $0.phase.isFinal }
    }
}
