/// Recognizes a drag with one or more fingers (G67).
open class PanGestureRecognizer: GestureRecognizer {
    /// Minimum number of fingers for the gesture to begin.
    public final var minimumNumberOfTouches = 1
    /// Maximum number of fingers. With more fingers, an undecided recognizer fails; during a gesture, further fingers
    /// are ignored (G70).
    public final var maximumNumberOfTouches = Int.max
    /// Straight-line distance that the fingers' centroid must move to begin the gesture, in points (G68).
    public final var slop = 10.0

    /// Translation up to the last change of the set of fingers, in screen coordinates.
    private var carried = Point.zero
    /// Centroid of the fingers at the last change of the set of fingers.
    private var reference = Point.zero
    /// Current centroid of the fingers.
    private var current = Point.zero
    private var speed = VelocityTracker()

    open override func reset() {
        super.reset()
        (carried, reference, current) = (.zero, .zero, .zero)
        speed.reset()
    }

    /// Returns the translation since touch-down, in a view's coordinates (G71).
    public final func translation(in view: View?) -> Point { vector(way, in: view) }

    /// Sets the accumulated translation and resets the velocity (G72).
    public final func setTranslation(_ translation: Point, in view: View?) {
        let way = screenVector(translation, from: view)
        carried = Point(x: way.x - current.x + reference.x, y: way.y - current.y + reference.y)
        speed.restart(at: self.way)
    }

    /// Returns the velocity of the fingers' centroid in a view's coordinates, in points per second (G73).
    public final func velocity(in view: View?) -> Point { vector(speed.velocity(at: currentTime), in: view) }

    private var way: Point {
        Point(x: carried.x + current.x - reference.x, y: carried.y + current.y - reference.y)
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        let down = fingersDown
        if down > maximumNumberOfTouches {
            if progress == .possible { return fail(.tooManyTouches(limit: maximumNumberOfTouches)) }
            for touch in touches { ignore(touch, for: event) }
            return
        }
        let isFirst = down - touches.count < minimumNumberOfTouches && progress == .possible
        carried = isFirst ? .zero : way
        // This event's moves and lifts follow this call, so the centroid uses the fingers' previous locations.
        reference = center { $0.previousScreenLocation }
        current = reference
        // A further finger adds no velocity sample, because the other fingers did not move.
        guard isFirst else { return }
        speed.reset()
        speed.add(way, at: event.time)
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        current = screenCentroid
        speed.add(way, at: event.time)
        if progress != .possible { return propose(.changed, .gesture) }
        guard fingersDown >= minimumNumberOfTouches, way.distance(to: .zero) >= slop else { return }
        if mayBegin(along: way) { propose(.began, .gesture) }
    }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        // A lift adds no velocity sample, because panels report lifts late and without movement (G73).
        current = screenCentroid
        let down = fingersDown
        if progress == .possible {
            if down == 0 { fail(.liftedEarly) }
        } else if down == 0 || down < minimumNumberOfTouches {
            return propose(.ended, .gesture)
        }
        guard down > 0 else { return }
        carried = way
        reference = center { $0.phase.isFinal ? nil : $0.screenLocation }
        current = reference
    }

    open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        if fingersDown == 0 || fingersDown < minimumNumberOfTouches {
            return super.touchesCancelled(touches, with: event)
        }
        touchesEnded(touches, with: event)
    }

    /// Whether a translation `way` of at least `slop` begins the gesture. Screen-edge pans override this method.
    func mayBegin(along way: Point) -> Bool { true }

    private var fingersDown: Int {
        var count = 0
        for touch in touches where !touch.phase.isFinal { count += 1 }
        return count
    }

    /// Returns the centroid of the touches' non-nil locations, or the current centroid if all locations are nil.
    private func center(_ location: (Touch) -> Point?) -> Point {
        var sum = Point.zero
        var count = 0.0
        for touch in touches {
            guard let own = location(touch) else { continue }
            sum = Point(x: sum.x + own.x, y: sum.y + own.y)
            count += 1
        }
        return count > 0 ? Point(x: sum.x / count, y: sum.y / count) : current
    }
}

extension GestureRecognizer {
    /// Converts a displacement from screen coordinates to a view's coordinates; a nil view means the window.
    final func vector(_ way: Point, in view: View?) -> Point {
        if let view { return view.vectorFromScreen(way) }
        return self.view?.window?.vectorFromScreen(way) ?? way
    }

    /// Converts a displacement from a view's coordinates to screen coordinates; a nil view means the window.
    final func screenVector(_ way: Point, from view: View?) -> Point {
        (view ?? self.view?.window)?.vectorToScreen(way) ?? way
    }
}
