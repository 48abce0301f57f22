/// Recognizes one or more consecutive taps with one or more fingers (G55).
open class TapGestureRecognizer: GestureRecognizer {
    /// Required number of consecutive taps.
    public final var numberOfTapsRequired = 1
    /// Required number of fingers for each tap.
    public final var numberOfTouchesRequired = 1
    /// Maximum movement of a finger from its touch-down location, in points (G57).
    public final var allowableMovement = TapLimits.standard.movement
    /// Maximum distance between two consecutive taps, in points (G59).
    public final var allowableTapDistance = TapLimits.standard.distance
    /// Maximum time from touch-down to lift, in seconds (G58).
    public final var maximumTapDuration: Double {
        get { duration.seconds }
        set { duration = max(0, Microseconds(seconds: newValue)) }
    }
    /// Maximum time from a lift to the next tap's touch-down, in seconds (G59).
    public final var maximumTapInterval: Double {
        get { interval.seconds }
        set { interval = max(0, Microseconds(seconds: newValue)) }
    }

    private var duration = TapLimits.standard.duration
    private var interval = TapLimits.standard.interval
    /// Number of fingers of the current tap, including lifted fingers.
    private var fingers = 0
    private var lifted = 0
    private var taps = 0
    /// Touch-down locations of the previous tap.
    private var formerLocations: [Point] = []
    private var locations: [Point] = []
    /// Touches of the current tap, including touches that have ended.
    private var tapTouches: ContiguousArray<Touch> = []

    override var locatedTouches: ContiguousArray<Touch> { tapTouches }

    open override func reset() {
        super.reset()
        (fingers, lifted, taps) = (0, 0, 0)
        formerLocations.removeAll(keepingCapacity: true)
        locations.removeAll(keepingCapacity: true)
        tapTouches.removeAll(keepingCapacity: true)
    }

    /// Whether recognition makes the other recognizer fail. False if the other recognizer requires more taps (G34). A
    /// long press counts as one additional tap.
    open override func canPrevent(_ other: GestureRecognizer) -> Bool {
        if let other = other as? TapGestureRecognizer { return other.numberOfTapsRequired <= numberOfTapsRequired }
        if let other = other as? LongPressGestureRecognizer { return other.numberOfTapsRequired < numberOfTapsRequired }
        return true
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        for touch in touches {
            if taps > 0,
                !formerLocations.contains(where: { $0.distance(to: touch.downLocation) <= allowableTapDistance })
            {
                return fail(.nextTapMissing)
            }
            locations.append(touch.downLocation)
            tapTouches.append(touch)
            down(event.time)
        }
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) { checkMovement(touches) }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        guard checkMovement(touches) else { return }
        for _ in touches { up(event.time) }
    }

    open override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        for _ in presses { down(event.time) }
    }

    open override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        for _ in presses { up(event.time) }
    }

    /// Fails because a tap took too long or the next tap began too late.
    open override func deadlinePassed() {
        fail(fingers > lifted ? .tookTooLong(limit: duration.seconds) : .nextTapMissing)
    }

    private func down(_ time: Microseconds) {
        fingers += 1
        if fingers > numberOfTouchesRequired { return fail(.tooManyTouches(limit: numberOfTouchesRequired)) }
        if fingers == 1 { deadlineTime = time.later(by: duration) }
    }

    private func up(_ time: Microseconds) {
        lifted += 1
        if fingers < numberOfTouchesRequired { return fail(.tooFewTouches(needed: numberOfTouchesRequired)) }
        guard lifted == fingers else { return }
        taps += 1
        (fingers, lifted) = (0, 0)
        if taps >= numberOfTapsRequired {
            deadlineTime = nil
            propose(.ended, .gesture)
        } else {
            swap(&formerLocations, &locations)
            locations.removeAll(keepingCapacity: true)
            tapTouches.removeAll(keepingCapacity: true)
            deadlineTime = time.later(by: interval)
        }
    }

    @discardableResult
    private func checkMovement(_ touches: TouchSet) -> Bool {
        for touch in touches where touch.travel > allowableMovement {
            fail(.movedTooFar(distance: touch.travel, limit: allowableMovement))
            return false
        }
        return true
    }
}
