/// Recognizes two fingers that move apart or towards each other (G80).
open class PinchGestureRecognizer: GestureRecognizer {
    /// Minimum change of the distance between the fingers for the gesture to begin, in points (G81).
    public final var slop = 8.0

    private var pair = FingerPair()
    private var value = 1.0
    private var startValue = 1.0
    private var startDistance = 1.0
    private var distance = 1.0
    private var speed = VelocityTracker()

    /// Ratio of the fingers' current distance to their initial distance. Setting it rescales later values and sets the
    /// velocity to 0 (G82).
    public final var scale: Double {
        get { value }
        set {
            guard newValue.isFinite else { return }
            (value, startValue, startDistance) = (newValue, newValue, distance)
            speed.restart(at: Point(x: newValue, y: 0))
        }
    }

    /// Change of the scale per second; for the method, see `PanGestureRecognizer.velocity(in:)` (G73).
    public final var velocity: Double { speed.velocity(at: currentTime).x }

    open override func reset() {
        super.reset()
        pair.reset()
        (value, startValue) = (1, 1)
        speed.reset()
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard pair.take(touches, of: self, event), let way = pair.way(of: self) else { return }
        // At least 1 point, because the ratio is undefined for two fingers at the same location.
        distance = max(1, way.distance(to: .zero))
        startDistance = distance
        speed.add(Point(x: 1, y: 0), at: event.time)
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let way = pair.way(of: self) else { return }
        distance = max(1, way.distance(to: .zero))
        value = startValue * distance / startDistance
        speed.add(Point(x: value, y: 0), at: event.time)
        if progress != .possible {
            propose(.changed, .gesture)
        } else if abs(distance - startDistance) >= slop {
            propose(.began, .gesture)
        }
    }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        let isLast = pair.lift(of: self)
        if progress == .possible {
            fail(.liftedEarly)
        } else if isLast {
            propose(.ended, .gesture)
        }
    }
}
