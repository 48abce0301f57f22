/// Recognizes fingers that are dragged, and follows them (G67).
open class PanGestureRecognizer: GestureRecognizer {
    /// How many fingers have to be down to begin.
    public final var minimumNumberOfTouches = 1
    /// How many fingers may be down; more make it fail before it began, and are ignored after (G70).
    public final var maximumNumberOfTouches = Int.max

    /// The way of earlier fingers, on the screen.
    private var carried = Point.zero
    /// Where the fingers' centre was when the set of fingers last changed, and where it is.
    private var reference = Point.zero
    private var current = Point.zero
    private var speed = VelocityTracker()

    /// How far the fingers' centre has to move to begin, in a straight line (G68).
    package static let slop = 10.0

    open override func reset() {
        super.reset()
        (carried, reference, current) = (.zero, .zero, .zero)
        speed.reset()
    }

    /// How far the fingers have come since they went down, in a view's coordinates (G71).
    public final func translation(in view: View?) -> Point { vector(way, in: view) }

    /// Lets the fingers' way so far count as this, and their speed as nothing (G72).
    public final func setTranslation(_ translation: Point, in view: View?) {
        let way = screenVector(translation, from: view)
        carried = Point(x: way.x - current.x + reference.x, y: way.y - current.y + reference.y)
        speed.restart(at: self.way)
    }

    /// Returns the velocity of the fingers' centre, in points per second of a view's coordinates (G73).
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
        // Fingers that moved or lifted in this event are told of next: they count from where they were.
        reference = center { $0.previousScreenLocation }
        current = reference
        // A finger that joins is no sample: the centre has not moved by it.
        guard isFirst else { return }
        speed.reset()
        speed.add(way, at: event.time)
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        current = screenCentroid
        speed.add(way, at: event.time)
        if progress != .possible { return propose(.changed, .gesture) }
        guard fingersDown >= minimumNumberOfTouches, way.distance(to: .zero) >= Self.slop else { return }
        if mayBegin(along: way) { propose(.began, .gesture) }
    }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        // No sample of the velocity: panels report a lift late and without a movement of its own (G73).
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

    /// The hook of the screen-edge pan: whether a way that is long enough also leads where it should.
    func mayBegin(along way: Point) -> Bool { true }

    private var fingersDown: Int {
        var count = 0
        for touch in touches where !touch.phase.isFinal { count += 1 }
        return count
    }

    /// The centre of the fingers that have a place; where it was when none has one.
    private func center(_ place: (Touch) -> Point?) -> Point {
        var sum = Point.zero
        var count = 0.0
        for touch in touches {
            guard let own = place(touch) else { continue }
            sum = Point(x: sum.x + own.x, y: sum.y + own.y)
            count += 1
        }
        return count > 0 ? Point(x: sum.x / count, y: sum.y / count) : current
    }
}

extension GestureRecognizer {
    /// A way on the screen in a view's coordinates; nil means the window.
    final func vector(_ way: Point, in view: View?) -> Point {
        (view ?? self.view?.window)?.vectorFromScreen(way) ?? way
    }

    /// A way in a view's coordinates on the screen.
    final func screenVector(_ way: Point, from view: View?) -> Point {
        (view ?? self.view?.window)?.vectorToScreen(way) ?? way
    }
}
