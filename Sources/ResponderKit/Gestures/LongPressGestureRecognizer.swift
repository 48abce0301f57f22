/// Recognizes a press after the fingers have stayed down for a minimum time (G61, G62).
open class LongPressGestureRecognizer: GestureRecognizer {
    /// Minimum time that the fingers must stay down, in seconds.
    public final var minimumPressDuration: Double {
        get { duration.seconds }
        set { duration = max(0, Microseconds(seconds: newValue)) }
    }
    /// Maximum movement of a finger during the minimum time, in points.
    public final var allowableMovement = 10.0
    /// Required number of fingers.
    public final var numberOfTouchesRequired = 1
    /// Number of taps required before the press (G65).
    public final var numberOfTapsRequired = 0

    private var duration: Microseconds = 500_000
    private var fingers = 0
    private var lifted = 0
    private var taps = 0
    /// Touch-down locations of the previous tap.
    private var formerLocations: [Point] = []
    /// Touch-down locations of the current tap or press.
    private var locations: [Point] = []

    open override func reset() {
        super.reset()
        (fingers, lifted, taps) = (0, 0, 0)
        formerLocations.removeAll(keepingCapacity: true)
        locations.removeAll(keepingCapacity: true)
    }

    private var isTapping: Bool { taps < numberOfTapsRequired }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard progress == .possible else {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        for touch in touches {
            let limit = TapLimits.standard.distance
            if taps > 0, !formerLocations.contains(where: { $0.distance(to: touch.downLocation) <= limit }) {
                return fail(.nextTapMissing)
            }
            locations.append(touch.downLocation)
            fingers += 1
        }
        down(event.time)
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard progress == .possible else { return propose(.changed, .gesture) }
        let limit = isTapping ? TapLimits.standard.movement : allowableMovement
        for touch in touches where touch.travel > limit {
            return fail(.movedTooFar(distance: touch.travel, limit: limit))
        }
    }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        guard progress == .possible else { return propose(.ended, .gesture) }
        lifted += touches.count
        up(event.time)
    }

    open override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        guard progress == .possible else { return }
        fingers += presses.count
        down(event.time)
    }

    open override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        guard progress == .possible else { return propose(.ended, .gesture) }
        lifted += presses.count
        up(event.time)
    }

    /// Recognizes the press. Fails instead if the next tap or the press began too late, or if a tap took too long.
    open override func deadlinePassed() {
        if fingers == lifted {
            fail(.nextTapMissing)
        } else if isTapping {
            fail(.tookTooLong(limit: TapLimits.standard.duration.seconds))
        } else {
            propose(.began, .gesture)
        }
    }

    private func down(_ time: Microseconds) {
        if fingers > numberOfTouchesRequired { return fail(.tooManyTouches(limit: numberOfTouchesRequired)) }
        guard fingers == numberOfTouchesRequired else {
            // A finger is down, so the deadline for the next touch-down is over. A further tap must end in time. The
            // deadline of the press is set when all required fingers are down.
            deadlineTime = isTapping ? time.later(by: TapLimits.standard.duration) : nil
            return
        }
        if isTapping {
            deadlineTime = time.later(by: TapLimits.standard.duration)
        } else if duration == 0 {
            propose(.began, .gesture)
        } else {
            deadlineTime = time.later(by: duration)
        }
    }

    private func up(_ time: Microseconds) {
        guard isTapping else { return fail(.liftedEarly) }
        if fingers < numberOfTouchesRequired { return fail(.tooFewTouches(needed: numberOfTouchesRequired)) }
        guard lifted == fingers else { return }
        taps += 1
        (fingers, lifted) = (0, 0)
        swap(&formerLocations, &locations)
        locations.removeAll(keepingCapacity: true)
        deadlineTime = time.later(by: TapLimits.standard.interval)
    }
}
