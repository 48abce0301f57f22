/// Where recognizers compete for touches: it offers touches, shows events, decides who recognizes, and resets.
///
/// Within one event all recognizers see the touches first and only propose; then the proposals are decided one by one
/// in the order in which they were made (G6), and the targets are told.
final class GestureArena {
    @exclusivity(unchecked) unowned(unsafe) var application: Application!
    /// The recognizers with an attempt under way: hit view outward, and in a view by order of addition (G17).
    @exclusivity(unchecked) private(set) var engaged: ContiguousArray<GestureRecognizer> = []
    /// Something happened that may end attempts or let others go on.
    @exclusivity(unchecked) var hasNews = false
    /// Counts the touch events, so that each is asked about once.
    @exclusivity(unchecked) var eventNumber = 0
    /// Targets are being told, so that `state` shows what they are told of.
    @exclusivity(unchecked) var isFiring = false

    @exclusivity(unchecked) private var proposals: [Proposal] = []
    @exclusivity(unchecked) private var postponed: [Proposal] = []
    /// Whose targets are to be told, and whose are being told; both keep their storage.
    @exclusivity(unchecked) private var told: [GestureRecognizer] = []
    @exclusivity(unchecked) private var telling: [GestureRecognizer] = []
    @exclusivity(unchecked) private var round = 0
    @exclusivity(unchecked) private var isSettling = false
    @exclusivity(unchecked) private var set = TouchSet()

    private struct Proposal {
        let recognizer: GestureRecognizer
        let state: GestureRecognizer.State
        let cause: GestureCause
        /// It has waited for others and was asked everything before that.
        var isReleased = false
    }

    // MARK: Taking part

    /// Offers a new touch to the recognizers of its hit view and of every superview (G9, G11).
    func offer(_ touch: Touch, _ event: Event) {
        var level: View? = touch.view
        while let view = level {
            for recognizer in view.gestureRecognizers ?? [] where recognizer.isOpenToInput {
                guard wants(recognizer, event),
                    recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) != false,
                    recognizer.view === view, recognizer.isOpenToInput
                else { continue }
                recognizer.touches.append(touch)
                touch.recognizers.append(recognizer)
                engage(recognizer)
            }
            level = view.superview
        }
    }

    /// Asks once for each event whether the recognizer is to see it at all.
    private func wants(_ recognizer: GestureRecognizer, _ event: Event) -> Bool {
        if recognizer.askedEvent != eventNumber {
            recognizer.askedEvent = eventNumber
            recognizer.wantsEvent =
                recognizer.shouldReceive(event)
                && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: event) != false
        }
        return recognizer.wantsEvent
    }

    /// Offers a new press to the recognizers that want its kind, from a view outward (P7).
    func offer(_ press: Press, from start: View?, _ event: PressesEvent) {
        var level = start
        while let view = level {
            for recognizer in view.gestureRecognizers ?? []
            where recognizer.isOpenToInput && recognizer.allowedPressTypes.contains(press.type) {
                guard recognizer.shouldReceive(event),
                    recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: event as Event) != false,
                    recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: press) != false,
                    recognizer.view === view, recognizer.isOpenToInput
                else { continue }
                recognizer.presses.append(press)
                press.recognizers.append(recognizer)
                engage(recognizer)
            }
            level = view.superview
        }
    }

    /// Starts an attempt; inner views come before outer ones.
    func engage(_ recognizer: GestureRecognizer) {
        guard recognizer.arena == nil else { return }
        recognizer.arena = self
        var depth = 0
        var level = recognizer.view?.superview
        while let view = level {
            depth += 1
            level = view.superview
        }
        recognizer.depth = depth
        var place = engaged.count
        while place > 0, engaged[place - 1].depth < depth { place -= 1 }
        engaged.insert(recognizer, at: place)
    }

    // MARK: Showing events

    /// Shows the event to every recognizer of the window's touches, phase by phase.
    func run(_ event: Event, in window: Window) {
        let recognizers = engaged
        let present = Self.phases(of: event)
        for recognizer in recognizers where recognizer.arena === self {
            for phase in Self.phases where present & 1 << phase.rawValue != 0 {
                guard !recognizer.isOver, recognizer.proposed != .failed else { break }
                guard collect(phase, of: recognizer, in: window) else { continue }
                switch phase {
                case .began:
                    recognizer.touchesBegan(set, with: event)
                    // A finger that joins a gesture under way belongs to it.
                    if recognizer.isActive, recognizer.cancelsTouchesInView { withdraw(recognizer) }
                case .moved: recognizer.touchesMoved(set, with: event)
                case .ended: recognizer.touchesEnded(set, with: event)
                case .cancelled: recognizer.touchesCancelled(set, with: event)
                case .stationary: break
                }
            }
        }
    }

    private static let phases: [Touch.Phase] = [.began, .moved, .ended, .cancelled]

    /// A bit for each phase that a touch of the event is in: most frames hold moves only.
    private static func phases(of event: Event) -> Int {
        var present = 0
        for touch in event.touches { present |= 1 << touch.phase.rawValue }
        return present
    }

    /// Fills `set` with the recognizer's touches of a phase, leaving it as it is when it is right already.
    private func collect(_ phase: Touch.Phase, of recognizer: GestureRecognizer, in window: Window) -> Bool {
        var count = 0
        var isSame = true
        for touch in recognizer.touches where touch.phase == phase && touch.window === window {
            if count >= set.elements.count || set.elements[count] !== touch { isSame = false }
            count += 1
        }
        guard count > 0 else { return false }
        if isSame, count == set.elements.count { return true }
        set.elements.removeAll(keepingCapacity: true)
        for touch in recognizer.touches where touch.phase == phase && touch.window === window {
            set.elements.append(touch)
        }
        return true
    }

    // MARK: Deciding

    func propose(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ cause: GestureCause) {
        proposals.append(Proposal(recognizer: recognizer, state: state, cause: cause))
    }

    /// Decides what was proposed and tells the targets, until there is nothing left to decide.
    func settle() {
        guard !isSettling, !proposals.isEmpty else { return }
        isSettling = true
        while !proposals.isEmpty {
            round += 1
            decideRound()
            swap(&proposals, &postponed)
            swap(&told, &telling)
            isFiring = true
            for recognizer in telling { recognizer.tellTargets() }
            isFiring = false
            telling.removeAll(keepingCapacity: true)
        }
        isSettling = false
    }

    /// Takes one proposal of each recognizer; a further one of the same waits until its targets were told of the first.
    private func decideRound() {
        postponed.removeAll(keepingCapacity: true)
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
        guard recognizer.arena === self, GestureRecognizer.canGo(from: recognizer.committed, to: state) else { return }
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

    /// Lets a recognizer recognize, fail by a veto or by another's priority, or wait (G30 to G45).
    private func decideRecognition(_ proposal: Proposal) {
        let recognizer = proposal.recognizer
        if !proposal.isReleased {
            if let veto = veto(against: recognizer) { return fail(recognizer, veto) }
            guard recognizer.isUndecided else { return }
        }
        for other in engaged where other.isActive && excludes(other, recognizer) {
            return fail(recognizer, .prevented(by: other))
        }
        if !proposal.isReleased {
            var blockers: [GestureRecognizer] = []
            for other in engaged where other !== recognizer && other.committed != .failed && other.isEnabled {
                guard other.sharesInput(with: recognizer), recognizer.mustWait(for: other) else { continue }
                if !other.isUndecided { return fail(recognizer, .requiredFailureRecognized(other)) }
                blockers.append(other)
            }
            if !blockers.isEmpty {
                recognizer.held = proposal.state
                recognizer.heldCause = proposal.cause
                recognizer.blockers = blockers
                application.observers?.tell { $0.recognizer(recognizer, waitsFor: blockers) }
                return
            }
        }
        commit(recognizer, proposal.state, proposal.cause)
        if recognizer.cancelsTouchesInView { withdraw(recognizer) }
        let others = engaged
        for other in others where other.isUndecided && other.isStillHeldBack(by: recognizer) {
            fail(other, .requiredFailureRecognized(recognizer))
        }
        for other in others where other.isUndecided && excludes(recognizer, other) {
            fail(other, .prevented(by: recognizer))
        }
    }

    /// Whether the recognized one forbids the other to recognize as well: first both consent, then the delegates are
    /// asked (G30, G32, G33).
    private func excludes(_ recognized: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        other !== recognized && recognized.sharesInput(with: other) && recognized.canPrevent(other)
            && other.canBePrevented(by: recognized) && !recognized.mayRun(with: other)
    }

    /// Asks the hit view, the recognizer's own view and the delegate whether the gesture may begin (G44, G45).
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
        told.append(recognizer)
    }

    private func fail(_ recognizer: GestureRecognizer, _ cause: GestureCause) {
        guard recognizer.isUndecided else { return }
        recognizer.held = nil
        recognizer.blockers = []
        recognizer.proposed = nil
        change(recognizer, to: .failed, cause)
        for other in engaged where other.held != nil { release(other, from: recognizer) }
    }

    /// One recognizer fewer to wait for; after the last one the held state is decided at last (G38).
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
        if recognizer.isOver { hasNews = true }
        application.observers?.tell { $0.recognizer(recognizer, from: old, to: state, cause: cause) }
    }

    /// Takes the recognizer's touches and presses away from those who hear of them (G19, G20).
    private func withdraw(_ recognizer: GestureRecognizer) {
        for touch in recognizer.touches { touch.delivery.isWithdrawn = true }
        for touch in application.delivery.lingering where touch.recognizers.containsObject(recognizer) {
            touch.delivery.isWithdrawn = true
        }
        for press in recognizer.presses { press.isWithdrawn = true }
    }

    // MARK: The end of attempts

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
        return !proposals.isEmpty || hasNews
    }

    /// Fails those that wait for each other, once none of them can change any more (G43).
    private func resolveCircle() {
        var stuck = ContiguousArray(engaged.filter { $0.held != nil && $0.hasNoInput })
        while let free = stuck.firstIndex(where: { one in one.blockers.contains { !stuck.containsObject($0) } }) {
            stuck.remove(at: free)
        }
        let circular = stuck.filter { waitsForItself($0) }
        for recognizer in circular {
            recognizer.held = nil
            recognizer.blockers = []
        }
        for recognizer in circular { recognizer.fail(.circularRequirement) }
    }

    /// Whether the way from blocker to blocker leads back to the recognizer; it may also wait for a circle only.
    private func waitsForItself(_ recognizer: GestureRecognizer) -> Bool {
        var found = ContiguousArray(recognizer.blockers)
        var next = 0
        while next < found.count {
            for blocker in found[next].blockers where !found.containsObject(blocker) { found.append(blocker) }
            next += 1
        }
        return found.containsObject(recognizer)
    }

    private func reset(_ recognizer: GestureRecognizer) {
        letGo(of: recognizer)
        recognizer.deadlineTime = nil
        engaged.removeObject(recognizer)
        recognizer.arena = nil
        recognizer.isDetached = false
        recognizer.hasEndedHeld = false
        recognizer.blockers = []
        recognizer.proposed = nil
        proposals.removeAll { $0.recognizer === recognizer }
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
    }

    /// Forgets the touches and presses that left the sequence with this event.
    func forgetLifted() {
        set.elements.removeAll(keepingCapacity: true)
        for recognizer in engaged {
            if !recognizer.touches.isEmpty { recognizer.lastCenter = recognizer.screenCentroid }
            for touch in recognizer.touches where touch.phase == .ended || touch.phase == .cancelled {
                recognizer.former.append(touch)
            }
            for press in recognizer.presses where press.phase == .ended || press.phase == .cancelled {
                recognizer.former.append(press)
            }
            recognizer.touches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
            recognizer.presses.removeAll { $0.phase == .ended || $0.phase == .cancelled }
        }
    }

    /// Takes a touch away that no recognizer has seen.
    func drop(_ touch: Touch) {
        for recognizer in touch.recognizers { recognizer.touches.removeObject(touch) }
        touch.recognizers.removeAll()
        hasNews = true
    }

    /// Takes a press away that no recognizer has seen.
    func drop(_ press: Press) {
        for recognizer in press.recognizers { recognizer.presses.removeObject(press) }
        press.recognizers.removeAll()
        hasNews = true
    }

    /// Tells the recognizers of a touch that it was taken back.
    func cancel(_ touch: Touch) {
        for recognizer in touch.recognizers where !recognizer.isOver {
            recognizer.touchesCancelled([touch], with: application.touchEvent)
        }
    }

    /// Takes back the attempts of the recognizers in a subtree that is being removed (X5).
    func viewWillLeave(_ view: View) {
        let recognizers = engaged
        for recognizer in recognizers where recognizer.view?.isDescendant(of: view) == true {
            recognizer.takeBack(.removed)
        }
    }

    /// The application goes away: nobody has an arena any more, and all are ready for another one's.
    func dissolve() {
        let recognizers = engaged
        for recognizer in recognizers { reset(recognizer) }
    }
}

extension GestureRecognizer {
    /// Whether a new touch may be offered: enabled, not over, and not complete already.
    fileprivate var isOpenToInput: Bool { isEnabled && !isOver && held == nil && !isDetached }

    fileprivate func isStillHeldBack(by other: GestureRecognizer) -> Bool {
        held != nil && blockers.contains { $0 === other }
    }

    /// No finger and no button of the attempt is down any more.
    fileprivate var hasNoInput: Bool {
        touches.allSatisfy { $0.phase == .ended || $0.phase == .cancelled }
            && presses.allSatisfy { $0.phase == .ended || $0.phase == .cancelled }
    }
}
