import ResponderKit

/// The recognizer types, each with methods that perform its gesture.
enum GestureKind: String, CaseIterable, Sendable {
    case tap, doubleTap, twoFingerTap, longPress, tapAndPress, pan, edgePan, swipe, pinch, rotation

    static let continuous: [GestureKind] = [.longPress, .tapAndPress, .pan, .edgePan, .pinch, .rotation]

    func make() -> GestureRecognizer {
        switch self {
        case .tap: return TapGestureRecognizer()
        case .doubleTap:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = 2
            return tap
        case .twoFingerTap:
            let tap = TapGestureRecognizer()
            tap.numberOfTouchesRequired = 2
            return tap
        case .longPress: return LongPressGestureRecognizer()
        case .tapAndPress:
            let press = LongPressGestureRecognizer()
            press.numberOfTapsRequired = 1
            return press
        case .pan: return PanGestureRecognizer()
        case .edgePan:
            let pan = ScreenEdgePanGestureRecognizer()
            pan.edges = .left
            return pan
        case .swipe: return SwipeGestureRecognizer()
        case .pinch: return PinchGestureRecognizer()
        case .rotation: return RotationGestureRecognizer()
        }
    }

    /// Number of fingers in the gesture.
    private var fingers: Int { self == .twoFingerTap || self == .pinch || self == .rotation ? 2 : 1 }

    /// Performs the earlier taps, if any, and puts the fingers down, without recognition. Returns the time of the
    /// touch-down.
    func start(_ stage: Stage, at time: Int64) -> Int64 {
        var time = time
        if self == .doubleTap || self == .tapAndPress { time = stage.tap(2, 500, at: time) + 100 }
        stage.down(1, 2, 500, at: time)
        if fingers == 2 { stage.down(2, 202, 500, at: time) }
        return time
    }

    /// Begins a continuous gesture, or performs a discrete gesture except for its last step. Returns the time of the
    /// last performed step.
    func goOn(_ stage: Stage, at time: Int64) -> Int64 {
        switch self {
        case .tap, .doubleTap, .twoFingerTap: return time + 50
        case .longPress, .tapAndPress:
            stage.advance(to: time + 1000)
            return time + 1000
        case .pan, .edgePan: stage.move(1, 42, 500, at: time + 50)
        case .swipe: stage.move(1, 122, 500, at: time + 50)
        case .pinch: stage.move(2, 302, 500, at: time + 50)
        case .rotation: stage.move(2, 2, 700, at: time + 50)
        }
        return time + 50
    }

    func lift(_ stage: Stage, at time: Int64) {
        stage.up(1, at: time)
        if fingers == 2 { stage.up(2, at: time) }
    }

    /// Cancels the touches of all fingers.
    func cancel(_ stage: Stage, at time: Int64) {
        stage.cancel(1, at: time)
        if fingers == 2 { stage.cancel(2, at: time) }
    }

    /// Performs the whole gesture.
    func perform(_ stage: Stage, at time: Int64) {
        let down = start(stage, at: time)
        let end = goOn(stage, at: down)
        lift(stage, at: end + 20)
    }

    /// Expected states during the whole gesture.
    var states: [String] {
        Self.continuous.contains(self) ? ["began", "ended", "reset"] : ["ended", "reset"]
    }
}
