/// Recognizers' touches, prevention and resets (G9 to G52).
extension ReferenceModel {
    /// Offers a touch to recognizers, from the hit view outward; for each view, in order of addition (G9, G17).
    func offer(_ touch: ReferenceTouch) {
        guard let hit = touch.view else { return }
        let line = tree.ancestry(hit)
        for (index, view) in line.enumerated() {
            for number in tree.views[view].recognizers {
                let recognizer = recognizers[number]
                guard recognizer.isEnabled, !recognizer.isOver, recognizer.held == nil else { continue }
                recognizer.touches.append(touch)
                touch.recognizers.append(recognizer)
                if engaged.contains(where: { $0 === recognizer }) { continue }
                recognizer.depth = line.count - index
                let behind = engaged.firstIndex { $0.depth < recognizer.depth } ?? engaged.count
                engaged.insert(recognizer, at: behind)
            }
        }
    }

    /// Delivers a window's touches to its recognizers, before any view receives them (G16).
    func show(_ window: Int) {
        for recognizer in engaged {
            for phase in [ReferencePhase.began, .moved, .ended, .cancelled] {
                if recognizer.isOver || recognizer.asked == .failed { break }
                let own = recognizer.touches.filter { $0.phase == phase && $0.window == window }
                if own.isEmpty { continue }
                switch phase {
                case .began:
                    recognizer.began(own, self)
                    if recognizer.isRunning, recognizer.cancels { withdraw(recognizer) }
                case .moved: recognizer.moved(own, self)
                case .ended: recognizer.ended(own, self)
                default: recognizer.cancelled(own, self)
                }
            }
        }
    }

    private func withdraw(_ recognizer: ReferenceRecognizer) {
        for touch in recognizer.touches { touch.isWithdrawn = true }
        for touch in waiting where touch.recognizers.contains(where: { $0 === recognizer }) {
            touch.isWithdrawn = true
        }
    }

    // MARK: Decisions on proposed states

    /// Accepts or rejects the proposed states in order. Notifies a recognizer's targets of an accepted state before
    /// deciding its next proposal.
    func settle() {
        while !proposals.isEmpty {
            var changed: [ReferenceRecognizer] = []
            var later: [ReferenceProposal] = []
            while !proposals.isEmpty {
                let proposal = proposals.removeFirst()
                if changed.contains(where: { $0 === proposal.recognizer }) {
                    later.append(proposal)
                } else if decide(proposal) {
                    changed.append(proposal.recognizer)
                }
            }
            proposals = later
            for recognizer in changed {
                log.append(contentsOf: [recognizer.state.rawValue, recognizer.number, recognizer.touchCount])
            }
        }
    }

    /// Accepts or rejects a proposed state; returns true if the targets must be notified.
    private func decide(_ proposal: ReferenceProposal) -> Bool {
        let (one, state) = (proposal.recognizer, proposal.state)
        if one.asked == state { one.asked = nil }
        guard ReferenceRecognizer.isEdge(one.state, state) else { return false }
        if state == .failed {
            fail(one)
            return false
        }
        if one.state != .possible {
            one.state = state
            return true
        }
        if one.held != nil {
            if state == .ended { one.endedWhileHeld = true }
            return false
        }
        return recognize(one, state, proposal.isReleased)
    }

    private func recognize(_ one: ReferenceRecognizer, _ state: ReferenceState, _ isReleased: Bool) -> Bool {
        for other in engaged where other.isRunning && prevents(other, one) {
            fail(one)
            return false
        }
        if !isReleased {
            let needed = engaged.filter { one.requirements.contains($0.number) && $0.isEnabled && $0.shares(with: one) }
            if needed.contains(where: { $0.isRunning || $0.state == .ended }) {
                fail(one)
                return false
            }
            one.blockers = needed.filter { $0.state == .possible }
            if !one.blockers.isEmpty {
                one.held = state
                return false
            }
        }
        one.state = state
        if one.cancels { withdraw(one) }
        for other in engaged where other.state == .possible && other.blockers.contains(where: { $0 === one }) {
            fail(other)
        }
        for other in engaged where other.state == .possible && prevents(one, other) { fail(other) }
        return true
    }

    /// Whether the recognition of `one` prevents `other` (G30, G34, G37).
    private func prevents(_ one: ReferenceRecognizer, _ other: ReferenceRecognizer) -> Bool {
        guard one !== other, one.shares(with: other) else { return false }
        if let own = one.tapsNeeded, let its = other.tapsNeeded { return its <= own }
        return true
    }

    func fail(_ one: ReferenceRecognizer) {
        guard one.state == .possible else { return }
        (one.state, one.held, one.blockers, one.asked) = (.failed, nil, [], nil)
        for other in engaged {
            guard let state = other.held, other.blockers.contains(where: { $0 === one }) else { continue }
            other.blockers.removeAll { $0 === one }
            guard other.blockers.isEmpty else { continue }
            other.held = nil
            proposals.append(ReferenceProposal(recognizer: other, state: state, isReleased: true))
            if other.endedWhileHeld { proposals.append(ReferenceProposal(recognizer: other, state: .ended)) }
        }
    }

    // MARK: Reset of recognizers

    /// Decides proposals, notifies views and resets recognizers, until no recognizer needs a reset (G47, G48).
    func settleAll() {
        settle()
        flush()
        while finish() {
            settle()
            flush()
        }
    }

    private func finish() -> Bool {
        var isAny = false
        for recognizer in engaged where recognizer.downTouches.isEmpty {
            guard recognizer.asked == nil, recognizer.held == nil, recognizer.isOver else { continue }
            reset(recognizer)
            isAny = true
        }
        return isAny
    }

    private func reset(_ recognizer: ReferenceRecognizer) {
        for touch in touches + waiting { touch.recognizers.removeAll { $0 === recognizer } }
        engaged.removeAll { $0 === recognizer }
        proposals.removeAll { $0.recognizer === recognizer }
        recognizer.touches = []
        recognizer.lifted = []
        recognizer.state = .possible
        recognizer.asked = nil
        recognizer.endedWhileHeld = false
        recognizer.blockers = []
        recognizer.deadline = nil
        recognizer.clear()
    }

    func disable(_ number: Int) {
        let recognizer = recognizers[number]
        guard recognizer.isEnabled else { return }
        recognizer.isEnabled = false
        if engaged.contains(where: { $0 === recognizer }) { recognizer.endExternally(self) }
        settleAll()
    }
}
