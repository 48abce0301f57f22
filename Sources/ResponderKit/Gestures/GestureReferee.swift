/// Accepts or rejects the states that recognizers propose, and calls the recognizers' targets.
final class GestureReferee {
    /// The owner. Unmanaged, because each read of an unowned reference would retain the owner.
    @exclusivity(unchecked) var arenaReference: Unmanaged<GestureArena>!
    private var arena: GestureArena { arenaReference.takeUnretainedValue() }
    /// Whether targets are being called. During these calls, a recognizer's `state` is the accepted state.
    @exclusivity(unchecked) private(set) var isFiring = false

    @exclusivity(unchecked) private var proposals: [Proposal] = []
    @exclusivity(unchecked) private var postponed: [Proposal] = []
    /// Recognizers whose targets are called next. Swapped with `notified` to reuse memory.
    @exclusivity(unchecked) private var changed: [GestureRecognizer] = []
    /// Recognizers whose targets are being called.
    @exclusivity(unchecked) private var notified: [GestureRecognizer] = []
    @exclusivity(unchecked) private var round = 0
    @exclusivity(unchecked) private var isSettling = false

    private struct Proposal {
        let recognizer: GestureRecognizer
        let state: GestureRecognizer.State
        let cause: GestureCause
        /// Whether the proposal has waited for required recognizers to fail. Its vetoes have already been checked.
        var isReleased = false
    }

    var hasProposals: Bool { !proposals.isEmpty }

    func propose(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ cause: GestureCause) {
        proposals.append(Proposal(recognizer: recognizer, state: state, cause: cause))
    }

    /// Accepts or rejects proposed states, and calls targets, until no proposals remain.
    func settle() {
        guard !isSettling, !proposals.isEmpty else { return }
        isSettling = true
        let last = round + Application.maximumRounds
        while !proposals.isEmpty {
            round += 1
            if round > last {
                arena.application.report(.endlessHandlers)
                for proposal in proposals { proposal.recognizer.proposed = nil }
                proposals.removeAll()
                break
            }
            decideRound()
            swap(&proposals, &postponed)
            swap(&changed, &notified)
            isFiring = true
            callTargets()
            isFiring = false
        }
        isSettling = false
    }

    /// Calls the targets of the recognizers in `notified`. Has a fast path for a single recognizer.
    private func callTargets() {
        if notified.count == 1 { return notified.removeLast().callTargets() }
        for recognizer in notified { recognizer.callTargets() }
        notified.removeAll(keepingCapacity: true)
    }

    /// Accepts or rejects one proposal of each recognizer. A recognizer's second proposal must wait until the targets
    /// have been called for the first.
    private func decideRound() {
        // Fast path: most events change a single recognizer.
        if proposals.count == 1 {
            decide(proposals.removeLast())
            // Continues only if callbacks have caused further proposals.
            if proposals.isEmpty { return }
        }
        var next = 0
        while next < proposals.count {
            let proposal = proposals[next]
            next += 1
            if proposal.recognizer.lastRound == round {
                postponed.append(proposal)
            } else {
                decide(proposal)
            }
        }
        proposals.removeAll(keepingCapacity: true)
    }

    private func decide(_ proposal: Proposal) {
        let (recognizer, state) = (proposal.recognizer, proposal.state)
        if recognizer.proposed == state { recognizer.proposed = nil }
        guard recognizer.arenaReference?.toOpaque() == arenaReference.toOpaque(),
            GestureRecognizer.canGo(from: recognizer.committed, to: state)
        else { return }
        switch state {
        case .possible: break
        case .failed: fail(recognizer, proposal.cause)
        case .began, .changed, .ended, .cancelled:
            if recognizer.isUndecided {
                decideRecognition(proposal)
            } else {
                commit(recognizer, state, proposal.cause)
            }
        }
    }

    /// Decides a proposed recognition: the gesture is recognized, waits for other recognizers, or fails (G30 to G45).
    private func decideRecognition(_ proposal: Proposal) {
        let recognizer = proposal.recognizer
        if !proposal.isReleased {
            if let veto = veto(against: recognizer) { return fail(recognizer, veto) }
        }
        for other in arena.engaged where other.isActive && excludes(other, recognizer) {
            return fail(recognizer, .prevented(by: other))
        }
        if !proposal.isReleased {
            var blockers: [GestureRecognizer] = []
            for other in arena.engaged where other !== recognizer && other.committed != .failed && other.isEnabled {
                guard other.sharesInput(with: recognizer), recognizer.mustWait(for: other) else { continue }
                if !other.isUndecided { return fail(recognizer, .requiredFailureRecognized(other)) }
                blockers.append(other)
            }
            guard recognizer.isUndecided else { return }
            if !blockers.isEmpty {
                recognizer.held = proposal.state
                recognizer.heldCause = proposal.cause
                recognizer.blockers = blockers
                arena.application.observers?.recognizer(recognizer, waitsFor: blockers)
                return
            }
        }
        // A callback may have disabled or removed the recognizer, or interrupted the application (G50, G51, X1).
        guard recognizer.isEnabled, !recognizer.isDetached, recognizer.isUndecided else { return }
        commit(recognizer, proposal.state, proposal.cause)
        if recognizer.cancelsTouchesInView { arena.withdraw(recognizer) }
        let others = arena.engaged
        for other in others where other.isUndecided && other.isBlocked(by: recognizer) {
            fail(other, .requiredFailureRecognized(recognizer))
        }
        for other in others where other.isUndecided && excludes(recognizer, other) {
            fail(other, .prevented(by: recognizer))
        }
    }

    /// Whether `recognized` prevents `other`. Both must share input, `canPrevent` and `canBePrevented` must be true,
    /// and no delegate may allow simultaneous recognition (G30, G32, G33).
    private func excludes(_ recognized: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        other !== recognized && recognized.sharesInput(with: other) && recognized.canPrevent(other)
            && other.canBePrevented(by: recognized) && !recognized.mayRun(with: other)
    }

    /// Returns the cause of a veto by the hit view, the recognizer's view or the delegate; otherwise nil (G44, G45).
    private func veto(against recognizer: GestureRecognizer) -> GestureCause? {
        if let hit = recognizer.touches.first?.view, hit !== recognizer.view,
            !hit.gestureRecognizerShouldBegin(recognizer)
        {
            return .vetoedByView(hit)
        }
        if let own = recognizer.view, !own.gestureRecognizerShouldBegin(recognizer) { return .vetoedByView(own) }
        if recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) == false { return .vetoedByDelegate }
        return nil
    }

    private func commit(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ cause: GestureCause) {
        change(recognizer, to: state, cause)
        recognizer.lastRound = round
        changed.append(recognizer)
    }

    /// Fails an undecided attempt immediately, and releases recognizers that wait for this failure.
    func fail(_ recognizer: GestureRecognizer, _ cause: GestureCause) {
        guard recognizer.isUndecided else { return }
        recognizer.held = nil
        recognizer.blockers = []
        recognizer.proposed = nil
        change(recognizer, to: .failed, cause)
        for other in arena.engaged where other.held != nil { release(other, from: recognizer) }
    }

    /// Removes `blocker` from the blockers of `recognizer`. If none remain, proposes the held state again (G38).
    private func release(_ recognizer: GestureRecognizer, from blocker: GestureRecognizer) {
        guard let state = recognizer.held, recognizer.blockers.contains(where: { $0 === blocker }) else { return }
        recognizer.blockers.removeAll { $0 === blocker }
        guard recognizer.blockers.isEmpty else { return }
        recognizer.held = nil
        let cause = recognizer.heldCause
        proposals.append(Proposal(recognizer: recognizer, state: state, cause: cause, isReleased: true))
        if recognizer.hasEndedHeld {
            proposals.append(Proposal(recognizer: recognizer, state: .ended, cause: cause))
        }
    }

    private func change(_ recognizer: GestureRecognizer, to state: GestureRecognizer.State, _ cause: GestureCause) {
        let old = recognizer.committed
        recognizer.committed = state
        let isOver = recognizer.isOver
        arenaReference._withUnsafeGuaranteedRef { arena in
            if isOver { arena.needsSettle = true }
            arena.applicationReference._withUnsafeGuaranteedRef {
                $0.observers?.recognizer(recognizer, from: old, to: state, cause: cause)
            }
        }
    }

    /// Discards all proposals of a recognizer during its reset.
    func forget(_ recognizer: GestureRecognizer) { proposals.removeAll { $0.recognizer === recognizer } }
}

extension GestureRecognizer {
    fileprivate func isBlocked(by other: GestureRecognizer) -> Bool {
        held != nil && blockers.contains { $0 === other }
    }
}
