/// Recognizes two fingers that move apart or together, and follows them (G80).
open class PinchGestureRecognizer: GestureRecognizer {
    private var pair = FingerPair()
    private var value = 1.0
    private var startValue = 1.0
    private var startDistance = 1.0
    private var distance = 1.0
    private var speed = VelocityTracker()

    /// How much the distance has to change to begin (G81).
    package static let slop = 8.0

    /// The fingers' distance over their distance at the start; setting it rebases and stops the velocity (G82).
    public final var scale: Double {
        get { value }
        set {
            guard newValue.isFinite else { return }
            (value, startValue, startDistance) = (newValue, newValue, distance)
            speed.restart(at: Point(x: newValue, y: 0))
        }
    }

    /// Change of the scale per second, measured as a pan's velocity is (G73).
    public final var velocity: Double { speed.velocity(at: currentTime).x }

    open override func reset() {
        super.reset()
        pair.reset()
        (value, startValue) = (1, 1)
        speed.reset()
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard pair.take(touches, of: self, event), let way = pair.way(of: self) else { return }
        // Two fingers in one place have no ratio; a point stands in for their distance.
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
        } else if abs(distance - startDistance) >= Self.slop {
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
