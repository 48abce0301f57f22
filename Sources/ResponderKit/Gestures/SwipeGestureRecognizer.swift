/// Recognizes a quick, straight movement of the fingers, without waiting for the lift (G77).
open class SwipeGestureRecognizer: GestureRecognizer {
    /// Set of swipe directions.
    public struct Direction: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upward.
        public static let up = Direction(rawValue: 4)
        /// Downward.
        public static let down = Direction(rawValue: 8)
    }

    /// Directions to recognize; `right` by default (G76).
    public final var direction: Direction = .right
    /// Required number of fingers.
    public final var numberOfTouchesRequired = 1
    /// Minimum movement in the direction, in points (G77).
    public final var minimumDistance = 50.0
    /// Maximum movement perpendicular to the direction, in points (G77).
    public final var allowableDrift = 50.0
    /// Maximum duration of the movement, in seconds (G77).
    public final var maximumDuration: Double {
        get { duration.seconds }
        set { duration = max(0, Microseconds(seconds: newValue)) }
    }

    private var duration: Microseconds = 500_000
    private var start: Point?

    open override func reset() {
        super.reset()
        start = nil
    }

    /// Returns the start of the swipe (G54).
    open override func location(in view: View?) -> Point {
        guard let start, let target = view ?? self.view?.window else { return super.location(in: view) }
        return target.convertFromScreen(start)
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        let count = self.touches.count
        if count > numberOfTouchesRequired { return fail(.tooManyTouches(limit: numberOfTouchesRequired)) }
        if deadlineTime == nil { deadlineTime = event.time.later(by: duration) }
        if count == numberOfTouchesRequired { start = screenCentroid }
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        // A complete swipe may wait for other recognizers; it ignores further movement (G38).
        guard progress == .possible else { return }
        guard let start else {
            for touch in touches where touch.travel >= minimumDistance {
                return fail(.tooFewTouches(needed: numberOfTouchesRequired))
            }
            return
        }
        let center = screenCentroid
        let (x, y) = (center.x - start.x, center.y - start.y)
        guard max(abs(x), abs(y)) >= minimumDistance else { return }
        let isStraight = min(abs(x), abs(y)) <= allowableDrift
        if isStraight, direction.contains(Self.main(x, y)) {
            deadlineTime = nil
            propose(.ended, .gesture)
        } else {
            fail(.wrongDirection)
        }
    }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        guard progress == .possible else { return }
        fail(start == nil ? .tooFewTouches(needed: numberOfTouchesRequired) : .liftedEarly)
    }

    /// Fails because the swipe took too long.
    open override func deadlinePassed() { fail(.tookTooLong(limit: duration.seconds)) }

    private static func main(_ x: Double, _ y: Double) -> Direction {
        if abs(x) >= abs(y) { return x > 0 ? .right : .left }
        return y > 0 ? .down : .up
    }
}
