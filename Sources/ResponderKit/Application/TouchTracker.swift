/// Converts samples to touches; sets the phases for each event and counts taps.
final class TouchTracker {
    /// The touch event: contains all current touches and is shared by all receivers.
    private let event: Event
    /// Whether a touch has changed since the last `beginEvent()`.
    @exclusivity(unchecked) private(set) var hasChanges = false
    /// Whether a touch has begun since the last `beginEvent()`.
    @exclusivity(unchecked) private(set) var hasBegins = false
    /// Whether a touch has ended or was cancelled since the last `beginEvent()`.
    @exclusivity(unchecked) private(set) var hasEnds = false
    /// Contacts that are rejected until they lift (X2).
    @exclusivity(unchecked) private var blocked: [FingerID] = []
    /// Touches to cancel after the current event.
    @exclusivity(unchecked) private var marked: [Touch] = []
    /// First guess for `index(of:)`: the index after the last moved touch. Frames usually list fingers in the order of
    /// the touches.
    @exclusivity(unchecked) private var nextIndex = 0
    private var recentTaps: [RecentTap] = []
    private var touchCount = 0
    /// `number` of the newest touch when the tap counts were last reset.
    private var lastUncounted = 0

    /// A tap that can be followed by another tap.
    private struct RecentTap {
        let end: Microseconds
        let location: Point
        let count: Int
        let window: ObjectIdentifier?
    }

    init(_ event: Event) { self.event = event }

    var live: TouchSet { TouchSet(elements: event.touches.filter { !$0.phase.isFinal }) }

    func touch(of finger: FingerID) -> Touch? { event.touches.last { $0.finger == finger } }

    // MARK: Rejected contacts

    func block(_ finger: FingerID) { blocked.append(finger) }
    func unblock(_ finger: FingerID) { blocked.removeAll { $0 == finger } }
    func unblock(_ device: Int32) { blocked.removeAll { $0.device == device } }
    var blockedCount: Int { blocked.count }
    func isBlocked(_ finger: FingerID) -> Bool { !blocked.isEmpty && blocked.contains(finger) }

    // MARK: Samples

    /// Makes every touch stationary, in preparation for the next event.
    func beginEvent() {
        guard hasChanges else { return }
        (hasChanges, hasBegins, hasEnds) = (false, false, false)
        event.hasTurns = false
        event.sampleCount = 0
        for touch in event.touches {
            touch.facts.phase = .stationary
            touch.previousScreenLocation = touch.screenLocation
        }
    }

    /// Whether the pending event can include the sample. False if the sample would overwrite an earlier change of the
    /// same finger (E13).
    func canTake(_ sample: TouchSample) -> Bool {
        guard let touch = touch(of: sample.finger) else { return true }
        switch touch.phase {
        case .stationary, .moved: return true
        case .began: return sample.change == .moved
        case .ended, .cancelled: return false
        }
    }

    /// Fast path for most samples: applies a move of a live touch. Returns false for other samples and changes nothing.
    func takeMove(_ sample: TouchSample, at time: Microseconds) -> Bool {
        guard sample.change == .moved, sample.location.isFinite, !isBlocked(sample.finger),
            let index = index(of: sample.finger)
        else { return false }
        // The event retains the touch; an additional retain would be redundant.
        return Unmanaged.passUnretained(event.touches[index])._withUnsafeGuaranteedRef { touch in
            guard !touch.phase.isFinal else { return false }
            if let report = update(touch, sample, time) { event.add(report) }
            return true
        }
    }

    /// Returns the index of a finger's touch; nil if there is none. Tries `nextIndex` first.
    @inline(__always) private func index(of finger: FingerID) -> Int? {
        if nextIndex >= event.touches.count || event.touches[nextIndex].finger != finger {
            guard let index = event.touches.lastIndex(where: { $0.finger == finger }) else { return nil }
            nextIndex = index
        }
        defer { nextIndex += 1 }
        return nextIndex
    }

    func take(_ sample: TouchSample, at time: Microseconds) {
        if sample.change == .began {
            let touch = Touch(sample, time: time)
            touchCount += 1
            touch.facts.number = touchCount
            event.touches.append(touch)
            change(touch, to: .began)
            event.add(CoalescedSample(touch))
        } else if let touch = touch(of: sample.finger), let report = update(touch, sample, time) {
            event.add(report)
        }
    }

    /// Applies a sample to a touch and returns the coalesced sample; nil for a move without any change.
    @inline(__always)
    private func update(_ touch: Touch, _ sample: TouchSample, _ time: Microseconds) -> CoalescedSample? {
        let didChange =
            sample.change != .moved || touch.screenLocation != sample.location || touch.force != sample.force
            || touch.majorRadius != sample.majorRadius || touch.altitudeAngle != sample.altitudeAngle
        guard didChange else { return nil }
        let former = touch.screenLocation
        touch.facts.time = time
        if sample.location.isFinite { touch.screenLocation = sample.location }
        touch.facts.force = sample.force
        touch.facts.majorRadius = sample.majorRadius
        touch.facts.altitudeAngle = sample.altitudeAngle
        touch.travel = max(touch.travel, touch.downLocation.distance(to: touch.screenLocation))
        if touch.phase == .began { touch.previousScreenLocation = touch.screenLocation }
        switch sample.change {
        case .began: break
        case .moved: change(touch, to: touch.phase == .began ? .began : .moved)
        case .ended: change(touch, to: .ended)
        case .cancelled: change(touch, to: .cancelled)
        }
        return CoalescedSample(touch, previous: former)
    }

    private func change(_ touch: Touch, to phase: Touch.Phase) {
        touch.facts.phase = phase
        touch.delivery.isServed = false
        hasChanges = true
        if phase.isMoved { return }
        event.hasTurns = true
        if phase == .began { hasBegins = true }
        if phase.isFinal { hasEnds = true }
    }

    /// Marks the window's undelivered touches as delivered. Returns false if there are none.
    func beginServing(_ window: Window) -> Bool {
        var isAny = false
        for touch in event.touches where touch.window === window && !touch.delivery.isServed {
            touch.delivery.isServed = true
            isAny = true
        }
        return isAny
    }

    // MARK: Cancelling

    func markForCancelling(_ touches: TouchSet) { marked.append(contentsOf: touches) }

    /// Cancels the marked live touches as part of a new event. Returns false if no touch is marked.
    func takeMarked(at time: Microseconds) -> Bool {
        guard !marked.isEmpty else { return false }
        beginEvent()
        let touches = marked
        marked = []
        for touch in touches where touch.phase == .stationary && event.touches.contains(where: { $0 === touch }) {
            touch.facts.time = time
            change(touch, to: .cancelled)
            block(touch.finger)
        }
        return true
    }

    // MARK: The end of an event

    /// Removes ended touches from the event. `delivery` retains touches whose `touchesEnded` call is delayed (G27).
    func forgetEnded(lingering delivery: TouchDelivering) {
        for touch in event.touches where touch.phase.isFinal {
            rememberTap(touch)
            delivery.keepUntilDelivered(touch)
        }
        event.touches.removeAll { $0.phase.isFinal }
    }

    // MARK: Tap counts

    /// Sets the touch's tap count; a touch after a tap continues that tap's count (T24, T25).
    func countTap(_ touch: Touch) {
        recentTaps.removeAll { touch.time - $0.end > TapLimits.standard.interval }
        let window = touch.window.map(ObjectIdentifier.init)
        let former = recentTaps.lastIndex {
            $0.window == window && $0.location.distance(to: touch.downLocation) <= TapLimits.standard.distance
        }
        if let former { touch.facts.tapCount = recentTaps.remove(at: former).count + 1 }
    }

    /// Records a finished touch if it was a tap. First removes the window's taps that ended before this touch began,
    /// because this touch interrupts their count.
    private func rememberTap(_ touch: Touch) {
        let window = touch.window.map(ObjectIdentifier.init)
        recentTaps.removeAll { $0.window == window && $0.end <= touch.downTime }
        let isTap =
            touch.phase == .ended && touch.travel <= TapLimits.standard.movement
            && touch.time - touch.downTime <= TapLimits.standard.duration
        guard isTap, touch.number > lastUncounted else { return }
        recentTaps.append(
            RecentTap(end: touch.time, location: touch.downLocation, count: touch.tapCount, window: window)
        )
    }

    /// Resets tap counts. Touches that began before this call do not count as taps of later touches (X1).
    func forgetTaps() {
        recentTaps.removeAll()
        lastUncounted = touchCount
    }
}
