/// A control with a thumb that a finger drags along a track to choose a value (C19).
open class Slider: Control {
    open override class var defaultHitTestingClass: View.Type { Slider.self }

    private var storedValue = 0.0
    private var storedMinimum = 0.0
    private var storedMaximum = 1.0
    private var storedTicks: [Double] = []
    /// Offset of the touch from the thumb's centre along the track at the start of tracking, in points.
    private var grip = 0.0
    /// Last coordinate of the finger along the track. While the finger stays there, the thumb does not move, so values
    /// set by code persist.
    private var reach = 0.0
    private var valueAtStart = 0.0
    /// Whether the new touch began beside the thumb and moved the thumb to the finger.
    private var hasJumped = false

    /// Whether to send `valueChanged` for each change by a finger, instead of once at the end of tracking (C19).
    public final var isContinuous = true

    /// Size of the thumb, in points. Touches must begin on the thumb (C19) unless `tapsSetValue` is true.
    public final var thumbSize = Size(width: 31, height: 31)

    /// Whether the track is vertical, with the minimum at the bottom (C28).
    public final var isVertical = false

    /// Whether a touch beside the thumb moves the thumb to the finger; otherwise, the slider ignores this touch (C29).
    public final var tapsSetValue = false

    /// Distance between possible values, starting at the minimum; 0 allows any value. Setting `value` rounds to a
    /// possible value (C30).
    public final var step = 0.0 {
        didSet {
            if !(step > 0 && step.isFinite) { step = 0 }
            value = storedValue
        }
    }

    /// Possible values in ascending order; an empty list allows any value. Setting `value` rounds to a possible value
    /// (C30).
    public final var ticks: [Double] {
        get { storedTicks }
        set {
            storedTicks = newValue.filter(\.isFinite).sorted()
            value = storedValue
        }
    }

    /// The value, clamped to the minimum and maximum, and rounded to a step or tick. Setting it sends no event; NaN is
    /// ignored (C19).
    public final var value: Double {
        get { storedValue }
        set { if !newValue.isNaN { storedValue = possible(max(storedMinimum, min(newValue, storedMaximum))) } }
    }

    /// Returns the nearest possible value; the higher one if two are equally near.
    private func possible(_ value: Double) -> Double {
        if !storedTicks.isEmpty {
            var best: Double?
            for tick in storedTicks where tick >= storedMinimum && tick <= storedMaximum {
                if best.map({ (tick - value).magnitude <= ($0 - value).magnitude }) ?? true { best = tick }
            }
            return best ?? value
        }
        guard step > 0 else { return value }
        let last = ((storedMaximum - storedMinimum) / step).rounded(.down)
        let stepped = storedMinimum + min(((value - storedMinimum) / step).rounded(), last) * step
        return stepped.isFinite ? stepped : value
    }

    /// Value at the left or lower end. Setting a value above the maximum raises the maximum; non-finite values are
    /// ignored (C19).
    public final var minimumValue: Double {
        get { storedMinimum }
        set {
            guard newValue.isFinite else { return }
            storedMinimum = newValue
            storedMaximum = max(storedMaximum, newValue)
            value = storedValue
        }
    }

    /// Value at the right or upper end. Setting a value below the minimum lowers the minimum; non-finite values are
    /// ignored (C19).
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

    /// Returns the track's rectangle: centred in the bounds, and as long as the bounds (C19).
    open func trackRect(forBounds bounds: Rect) -> Rect {
        isVertical
            ? Rect(x: bounds.midX - 2, y: bounds.minY, width: 4, height: bounds.height)
            : Rect(x: bounds.minX, y: bounds.midY - 2, width: bounds.width, height: 4)
    }

    /// Returns the thumb's rectangle for a value. The thumb stays between the track's ends and is centred across the
    /// track (C19).
    open func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
        if isVertical {
            let room = max(0, trackRect.height - thumbSize.height)
            let top = trackRect.minY + (1 - fraction(of: value)) * room
            return Rect(origin: Point(x: trackRect.midX - thumbSize.width / 2, y: top), size: thumbSize)
        }
        let room = max(0, trackRect.width - thumbSize.width)
        let corner = Point(x: trackRect.minX + fraction(of: value) * room, y: trackRect.midY - thumbSize.height / 2)
        return Rect(origin: corner, size: thumbSize)
    }

    private func thumb(at value: Double) -> Rect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    }

    /// Returns the relative position of a value between minimum and maximum, from 0 to 1. Halved operands prevent
    /// overflow.
    private func fraction(of value: Double) -> Double {
        guard storedMaximum > storedMinimum else { return 0 }
        let way = storedMaximum / 2 - storedMinimum / 2
        let fraction = (value / 2 - storedMinimum / 2) / way
        return fraction.isNaN ? 0 : max(0, min(fraction, 1))
    }

    // MARK: Tracking

    /// Tracks a touch that begins on the thumb; the thumb does not jump to the finger (C19). If `tapsSetValue` is true,
    /// a touch beside the thumb moves the thumb to the finger (C29).
    open override func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool {
        let (location, thumb) = (start(of: touch), thumb(at: value))
        let isOnThumb = thumb.contains(location)
        guard isOnThumb || tapsSetValue else { return false }
        valueAtStart = value
        hasJumped = !isOnThumb
        grip = isOnThumb ? along(location) - along(thumb) : 0
        if hasJumped { setValue(at: along(location)) }
        reach = along(location)
        return true
    }

    /// Sends `valueChanged` after `touchDown` if the touch has moved the thumb (C29).
    open override func touchesBegan(_ touches: TouchSet, with event: ResponderKit.Event?) {
        super.touchesBegan(touches, with: event)
        guard hasJumped else { return }
        hasJumped = false
        if isTracking, isContinuous, value != valueAtStart { send(.valueChanged, event) }
    }

    /// Moves the thumb with the finger (C19).
    open override func continueTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool {
        move(to: touch, event)
        return true
    }

    /// Moves the thumb with the finger. If `isContinuous` is false and the value has changed during tracking, sends
    /// `valueChanged` (C19).
    open override func endTracking(_ touch: Touch?, with event: ResponderKit.Event?) {
        if let touch { move(to: touch, event) }
        finish(event)
    }

    /// Leaves the thumb at its location. If `isContinuous` is false and the value has changed during tracking, sends
    /// `valueChanged` (C19).
    open override func cancelTracking(with event: ResponderKit.Event?) { finish(event) }

    private func move(to touch: Touch, _ event: ResponderKit.Event?) {
        let location = along(touch.location(in: self))
        guard location != reach else { return }
        reach = location
        let former = value
        setValue(at: location)
        if isContinuous, value != former { send(.valueChanged, event) }
    }

    /// Sets the value for a finger coordinate along the track, in points.
    private func setValue(at location: Double) {
        let (first, last) = (along(thumb(at: storedMinimum)), along(thumb(at: storedMaximum)))
        let way = (location - grip - first) / (last - first)
        guard way.isFinite else { return }
        let share = max(0, min(way, 1))
        value = storedMinimum * (1 - share) + storedMaximum * share
    }

    private func along(_ point: Point) -> Double { isVertical ? point.y : point.x }
    private func along(_ thumb: Rect) -> Double { isVertical ? thumb.midY : thumb.midX }

    private func finish(_ event: ResponderKit.Event?) {
        if !isContinuous, value != valueAtStart { send(.valueChanged, event) }
    }

    // MARK: Vetoed gesture recognizers

    /// Vetoes an ancestor's swipe recognizer if the swipe began on the thumb and runs along the track (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        guard let swipe = gestureRecognizer as? SwipeGestureRecognizer, mayObject(to: swipe),
            swipe.touches.count == 1, let location = swipe.touches.first?.location(in: self)
        else { return true }
        let start = swipe.location(in: self)
        // While the slider tracks a touch, the thumb may have moved away from the start of the swipe.
        guard isTracking || thumb(at: value).contains(start) else { return true }
        let (x, y) = ((location.x - start.x).magnitude, (location.y - start.y).magnitude)
        return isVertical ? y < x : x < y
    }
}
