/// A control with a thumb that a finger drags along a track to choose a value (C19).
open class Slider: Control {
    open override class var defaultHitTestingClass: View.Type { Slider.self }

    private var storedValue = 0.0
    private var storedMinimum = 0.0
    private var storedMaximum = 1.0
    /// Horizontal offset of the touch from the thumb's centre when tracking began, in points.
    private var grip = 0.0
    /// X coordinate of the finger when the thumb last moved. A finger that stays at this coordinate does not move the
    /// thumb, so that the finger does not override a value set by code.
    private var reach = 0.0
    private var valueAtStart = 0.0

    /// Whether `valueChanged` is sent for every change of the value; otherwise only once, at the end (C19).
    public final var isContinuous = true

    /// Size of the thumb, within which a touch must begin (C19).
    public final var thumbSize = Size(width: 31, height: 31)

    /// The value, clamped to the minimum and maximum; setting it sends no event, and NaN is ignored (C19).
    public final var value: Double {
        get { storedValue }
        set { if !newValue.isNaN { storedValue = max(storedMinimum, min(newValue, storedMaximum)) } }
    }

    /// Value at the left end; a lower maximum is raised to this value. Non-finite values are ignored (C19).
    public final var minimumValue: Double {
        get { storedMinimum }
        set {
            guard newValue.isFinite else { return }
            storedMinimum = newValue
            storedMaximum = max(storedMaximum, newValue)
            value = storedValue
        }
    }

    /// Value at the right end; a higher minimum is lowered to this value. Non-finite values are ignored (C19).
    public final var maximumValue: Double {
        get { storedMaximum }
        set {
            guard newValue.isFinite else { return }
            storedMaximum = newValue
            storedMinimum = min(storedMinimum, newValue)
            value = storedValue
        }
    }

    /// Sets the value without an event; `animated` has no effect (C19).
    public final func setValue(_ value: Double, animated: Bool) { self.value = value }

    // MARK: Geometry

    /// Returns the track's rectangle: as wide as the bounds and vertically centred (C19).
    open func trackRect(forBounds bounds: Rect) -> Rect {
        Rect(x: bounds.minX, y: bounds.midY - 2, width: bounds.width, height: 4)
    }

    /// Returns the thumb's rectangle for a value: between the track's ends and vertically centred on the track (C19).
    open func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
        let room = max(0, trackRect.width - thumbSize.width)
        let corner = Point(x: trackRect.minX + fraction(of: value) * room, y: trackRect.midY - thumbSize.height / 2)
        return Rect(origin: corner, size: thumbSize)
    }

    private func thumb(at value: Double) -> Rect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    }

    /// Returns the relative position of a value between minimum and maximum, from 0 to 1; operands are halved to avoid
    /// overflow.
    private func fraction(of value: Double) -> Double {
        guard storedMaximum > storedMinimum else { return 0 }
        let way = storedMaximum / 2 - storedMinimum / 2
        let fraction = (value / 2 - storedMinimum / 2) / way
        return fraction.isNaN ? 0 : max(0, min(fraction, 1))
    }

    // MARK: Tracking

    /// Tracks a touch that begins on the thumb; the thumb does not jump to the finger (C19).
    open override func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool {
        let (location, thumb) = (start(of: touch), thumb(at: value))
        guard thumb.contains(location) else { return false }
        grip = location.x - thumb.midX
        reach = location.x
        valueAtStart = value
        return true
    }

    /// Moves the thumb along with the finger (C19).
    open override func continueTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool {
        move(to: touch, event)
        return true
    }

    /// Moves the thumb to the finger; sends `valueChanged` if the value changed and `isContinuous` is false (C19).
    open override func endTracking(_ touch: Touch?, with event: ResponderKit.Event?) {
        if let touch { move(to: touch, event) }
        finish(event)
    }

    /// Leaves the thumb in place; sends `valueChanged` if the value changed and `isContinuous` is false (C19).
    open override func cancelTracking(with event: ResponderKit.Event?) { finish(event) }

    private func move(to touch: Touch, _ event: ResponderKit.Event?) {
        let location = touch.location(in: self).x
        guard location != reach else { return }
        reach = location
        let (left, right) = (thumb(at: storedMinimum).midX, thumb(at: storedMaximum).midX)
        let way = (location - grip - left) / (right - left)
        guard way.isFinite else { return }
        let share = max(0, min(way, 1))
        let former = value
        value = storedMinimum * (1 - share) + storedMaximum * share
        if isContinuous, value != former { send(.valueChanged, event) }
    }

    private func finish(_ event: ResponderKit.Event?) {
        if !isContinuous, value != valueAtStart { send(.valueChanged, event) }
    }

    // MARK: Vetoes

    /// Vetoes a horizontal swipe on an ancestor if the swipe began on the thumb (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        guard let swipe = gestureRecognizer as? SwipeGestureRecognizer, mayObject(to: swipe),
            swipe.touches.count == 1, let location = swipe.touches.first?.location(in: self)
        else { return true }
        let start = swipe.location(in: self)
        // While the slider tracks a touch, the thumb may have left the location where the swipe began.
        guard isTracking || thumb(at: value).contains(start) else { return true }
        return (location.x - start.x).magnitude < (location.y - start.y).magnitude
    }
}
