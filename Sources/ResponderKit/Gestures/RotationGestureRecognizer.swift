/// Recognizes two fingers that rotate about each other (G80).
open class RotationGestureRecognizer: GestureRecognizer {
    /// Minimum rotation for the gesture to begin, in radians (G81).
    public final var slop = 0.1

    private var pair = FingerPair()
    private var value = 0.0
    private var angle = 0.0
    private var speed = VelocityTracker()

    /// Angle since the start, in radians, clockwise positive. Setting it also sets the velocity to 0 (G83).
    public final var rotation: Double {
        get { value }
        set {
            guard newValue.isFinite else { return }
            value = newValue
            speed.restart(at: Point(x: newValue, y: 0))
        }
    }

    /// Angular velocity in radians per second; for the method, see `PanGestureRecognizer.velocity(in:)` (G73).
    public final var velocity: Double { speed.velocity(at: currentTime).x }

    open override func reset() {
        super.reset()
        pair.reset()
        value = 0
        speed.reset()
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard pair.take(touches, of: self, event), let way = pair.way(of: self) else { return }
        angle = Trigonometry.arctangent(y: way.y, x: way.x)
        speed.add(.zero, at: event.time)
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let way = pair.way(of: self) else { return }
        let new = Trigonometry.arctangent(y: way.y, x: way.x)
        var step = new - angle
        // Selects the shorter direction, because fingers rotate by less than half a turn between two samples.
        if step > .pi { step -= 2 * .pi }
        if step < -.pi { step += 2 * .pi }
        angle = new
        value += step
        speed.add(Point(x: value, y: 0), at: event.time)
        if progress != .possible {
            propose(.changed, .gesture)
        } else if abs(value) >= slop {
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
