/// Withholds touches from a view until the recognizer decides whether the view may receive them (G86 to G90).
///
/// It recognizes input that the view must not receive: more than `maximumNumberOfTouches` touches, or a swipe from one
/// of `edges`. The recognizer neither prevents other recognizers nor is prevented by them.
open class TouchLimitGestureRecognizer: GestureRecognizer {
    /// Maximum number of simultaneous touches of the view; unlimited by default.
    public final var maximumNumberOfTouches = Int.max
    /// Time to withhold touches after the newest touch-down, in seconds. The default exceeds 130 ms, the longest time
    /// between two fingers of a swipe.
    public final var decisionInterval: Double {
        get { interval.seconds }
        set { interval = max(0, Microseconds(seconds: newValue)) }
    }
    /// Movement of a withheld touch, in points, that makes the recognizer decide.
    public final var slop = 12.0
    /// Edges from which a swipe is recognized; empty by default.
    public final var edges: RectEdge = []
    /// Maximum distance of a touch-down from the edge, in points.
    public final var edgeWidth = 20.0

    private var interval: Microseconds = 140_000
    /// The `number` of the newest touch that the view may receive.
    @exclusivity(unchecked) private var lastAllowed = 0

    public override init() {
        super.init()
        delaysTouchesBegan = true
        delaysTouchesEnded = false
    }

    open override func reset() {
        super.reset()
        lastAllowed = 0
    }

    open override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
    open override func canBePrevented(by other: GestureRecognizer) -> Bool { false }

    /// Whether the recognizer receives the touch. Excludes touches on descendants with an interceptor for touches, and
    /// touches on controls. Without a maximum number of touches, also excludes touches that do not begin at one of
    /// `edges`.
    override func accepts(_ touch: Touch) -> Bool {
        guard !touch.isHandled(below: view) else { return false }
        return maximumNumberOfTouches < .max || !edges.isDisjoint(with: touch.startEdges(within: edgeWidth))
    }

    override func withholds(_ touch: Touch) -> Bool { touch.number > lastAllowed }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard progress == .possible else { return }
        for touch in touches { touch.delivery.isReplayed = true }
        if touchesDown > maximumNumberOfTouches { return propose(.began, .gesture) }
        deadlineTime = event.time.later(by: interval)
    }

    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard progress == .possible else { return }
        var isDecided = false
        for touch in touches where withholds(touch) && touch.travel > slop {
            if leavesEdge(touch) { return propose(.began, .gesture) }
            isDecided = true
        }
        if isDecided { allow() }
    }

    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        let isUp = touchesDown == 0
        guard progress == .possible else {
            if isUp { propose(.ended, .gesture) }
            return
        }
        allow()
        guard isUp else { return }
        fail(maximumNumberOfTouches == .max ? .liftedEarly : .tooFewTouches(needed: maximumNumberOfTouches + 1))
    }

    open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        if touchesDown == 0 { super.touchesCancelled(touches, with: event) }
    }

    open override func deadlinePassed() { allow() }

    /// Allows the view to receive all touches that have begun.
    private func allow() {
        lastAllowed = touches.last?.number ?? lastAllowed
        deadlineTime = nil
    }

    private var touchesDown: Int {
        var count = 0
        for touch in touches where !touch.phase.isFinal { count += 1 }
        return count
    }

    private func leavesEdge(_ touch: Touch) -> Bool {
        guard !edges.isEmpty else { return false }
        let (start, end) = (touch.downLocation, touch.screenLocation)
        let way = Point(x: end.x - start.x, y: end.y - start.y)
        return edges.intersection(touch.startEdges(within: edgeWidth)).isLeft(along: way)
    }
}

extension Touch {
    /// Whether the hit view, or a view between it and `superview`, is a control or has an interceptor for touches.
    fileprivate func isHandled(below superview: View?) -> Bool {
        var level = view
        while let here = level, here !== superview {
            if here is Control || here.interceptor?.handlesTouches == true { return true }
            level = here.superview
        }
        return false
    }
}
