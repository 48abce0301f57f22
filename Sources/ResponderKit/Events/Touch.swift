/// One finger from down to up; the object is never reused for another finger (T1).
public final class Touch {
    /// Phase of a touch.
    public enum Phase: Int, Sendable {
        /// The finger went down in this event.
        case began
        /// The finger moved in this event.
        case moved
        /// The finger is down and did not change in this event.
        case stationary
        /// The finger went up in this event.
        case ended
        /// The touch was cancelled: by the system, a removed device or a palm.
        case cancelled

        // `==` on the phase of a touch retains the touch; a pattern match does not.
        @inline(__always) var isMoved: Bool { if case .moved = self { true } else { false } }

        /// Whether this is the last phase.
        @inline(__always) var isFinal: Bool {
            switch self {
            case .ended, .cancelled: true
            case .began, .moved, .stationary: false
            }
        }
    }

    /// Kind of contact.
    public enum TouchType: Int, Sendable, BitwiseCopyable {
        /// A finger on the screen.
        case direct
        /// A finger on a surface other than the screen.
        case indirect
        /// A stylus.
        case pencil
    }

    /// Phase as of the event that is being delivered.
    public var phase: Phase { facts.phase }
    /// Number of consecutive taps including this one, fixed when the finger went down (T24).
    public var tapCount: Int { facts.tapCount }
    /// Kind of contact.
    public let type: TouchType
    /// The view that was hit when the finger went down; it never changes (T4).
    public var view: View? { facts.view }
    /// The window that was hit when the finger went down.
    public var window: Window? { facts.window }
    /// Radius of the contact in points; 0 if the panel does not report it.
    public var majorRadius: Double { facts.majorRadius }
    /// Pressure; 1 for an ordinary touch, or if the panel does not report it.
    public var force: Double { facts.force }
    /// Maximum value of `force`; 1 if the panel does not report pressure.
    public var maximumPossibleForce: Double { facts.maximumPossibleForce }
    /// The angle of a stylus to the surface in radians; a right angle for fingers.
    public var altitudeAngle: Double { facts.altitudeAngle }
    /// Identifier of the finger and its device.
    public let finger: FingerID

    /// Time of the last change, in microseconds of the host's clock.
    public var time: Microseconds { facts.time }

    /// Storage of the public properties, which are computed: exclusivity checks of stored properties cannot be disabled
    /// for other modules.
    @exclusivity(unchecked) var facts: Facts
    @exclusivity(unchecked) var screenLocation: Point
    @exclusivity(unchecked) var previousScreenLocation: Point
    let downLocation: Point
    let downTime: Microseconds
    /// Number of the touch, counted from 1 in the order of touch-down.
    public var number: Int { facts.number }
    /// Maximum distance from `downLocation` so far, in points.
    @exclusivity(unchecked) var travel = 0.0
    /// The recognizers that are receiving the touch, hit view outward.
    @exclusivity(unchecked) var recognizers: ContiguousArray<GestureRecognizer> = []
    /// State of the delivery to the hit view.
    @exclusivity(unchecked) var delivery = TouchDelivery()

    struct Facts {
        var phase: Phase
        var tapCount: Int
        var view: View?
        var window: Window?
        var majorRadius: Double
        var force: Double
        let maximumPossibleForce: Double
        var altitudeAngle: Double
        var time: Microseconds
        var number = 0
    }

    init(_ sample: TouchSample, time: Microseconds) {
        facts = Facts(
            phase: .began,
            tapCount: 1,
            majorRadius: sample.majorRadius,
            force: sample.force,
            maximumPossibleForce: sample.maximumPossibleForce,
            altitudeAngle: sample.altitudeAngle,
            time: time
        )
        type = sample.type
        finger = sample.finger
        screenLocation = sample.location
        previousScreenLocation = sample.location
        downLocation = sample.location
        downTime = time
    }

    /// Copies a touch for `coalescedTouches(for:)`; the copy belongs to no sequence.
    init(copying touch: Touch, sample: CoalescedSample) {
        facts = touch.facts
        (facts.majorRadius, facts.force) = (sample.majorRadius, sample.force)
        (facts.time, facts.number) = (sample.time, 0)
        type = touch.type
        finger = touch.finger
        screenLocation = sample.location
        previousScreenLocation = sample.previous
        downLocation = touch.downLocation
        downTime = touch.downTime
        delivery.isOver = true
    }

    /// Time of the last change, in seconds of the host's clock (T7).
    public var timestamp: Double { time.seconds }

    /// The recognizers that are receiving the touch, nil when there are none (T27).
    public var gestureRecognizers: [GestureRecognizer]? {
        let receiving = recognizers.filter { !$0.isOver }
        return receiving.isEmpty ? nil : Array(receiving)
    }

    /// Returns the location in a view's coordinates; nil means the window (T5).
    public func location(in view: View?) -> Point { convert(screenLocation, in: view) }

    /// Returns the location in the last event that reported the touch (T6).
    public func previousLocation(in view: View?) -> Point { convert(previousScreenLocation, in: view) }

    /// The numbers of a touch that handlers receive, read by one call.
    package struct Values {
        package let number: Int
        package let tapCount: Int
        package let majorRadius: Double
        package let force: Double
        package let maximumForce: Double
    }

    package var values: Values {
        Values(
            number: facts.number,
            tapCount: facts.tapCount,
            majorRadius: facts.majorRadius,
            force: facts.force,
            maximumForce: facts.maximumPossibleForce
        )
    }

    /// Location in screen coordinates, which all windows share.
    package var locationOnScreen: Point { screenLocation }

    private func convert(_ point: Point, in view: View?) -> Point {
        guard let window else { return view?.convertFromScreen(point) ?? point }
        guard let view, view !== window else { return window.fromParent(point) }
        return view.convertFromScreen(point)
    }
}

extension Touch: Hashable {
    public static func == (left: Touch, right: Touch) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// State of a touch's delivery to its hit view.
///
/// The diagram in docs/internals/machines/touch.md shows its states: change both.
struct TouchDelivery {
    /// Whether the view's `touchesBegan` was called.
    var hasBegun = false
    /// Whether delivery is over: the touch ended, or was cancelled, ignored or withdrawn.
    var isOver = false
    /// Whether a recognizer has claimed the touch.
    var isWithdrawn = false
    /// Whether the window has delivered the touch in the current event.
    var isServed = true
    /// Whether the finger moved while `began` was delayed.
    var hasMovedUnseen = false
    /// Calls that the view is about to receive.
    var outbox: Outbox = []

    /// Whether the view tracks the touch, or will when it is no longer delayed.
    var isTracking: Bool { !isOver }

    struct Outbox: OptionSet {
        let rawValue: UInt8
        static let began = Outbox(rawValue: 1)
        static let moved = Outbox(rawValue: 2)
        static let ended = Outbox(rawValue: 4)
        static let cancelled = Outbox(rawValue: 8)
    }
}
