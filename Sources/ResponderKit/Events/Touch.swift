/// One finger from touch-down to lift. Never reused for another finger (T1).
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
        /// The touch was cancelled, for example because its device was removed or because the contact is a palm.
        case cancelled

        // Unlike a pattern match, `==` on a touch's phase retains the touch.
        @inline(__always) var isMoved: Bool { if case .moved = self { true } else { false } }

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

    /// Phase of the touch in the current event.
    public var phase: Phase { facts.phase }
    /// Number of consecutive taps, including this touch; fixed at touch-down (T24).
    public var tapCount: Int { facts.tapCount }
    /// Kind of contact.
    public let type: TouchType
    /// The view that was hit at touch-down; nil if no view was hit. Fixed for the life of the touch (T4).
    public var view: View? { facts.view }
    /// The window that was hit at touch-down; nil if no window was hit.
    public var window: Window? { facts.window }
    /// Radius of the contact in points; 0 if the panel does not report the radius.
    public var majorRadius: Double { facts.majorRadius }
    /// Pressure; 1 for an average touch, or if the panel reports no pressure.
    public var force: Double { facts.force }
    /// Maximum value of `force`; 1 if the panel reports no pressure.
    public var maximumPossibleForce: Double { facts.maximumPossibleForce }
    /// Angle between a stylus and the surface, in radians; a right angle (π/2) for fingers.
    public var altitudeAngle: Double { facts.altitudeAngle }
    /// Identifier of the finger and its device.
    public let finger: FingerID

    /// Time of the last change, in microseconds of the host's clock.
    public var time: Microseconds { facts.time }

    /// Storage of the public properties, which are computed: exclusivity checks on stored properties cannot be disabled
    /// in other modules.
    @exclusivity(unchecked) var facts: Facts
    @exclusivity(unchecked) var screenLocation: Point
    @exclusivity(unchecked) var previousScreenLocation: Point
    let downLocation: Point
    let downTime: Microseconds
    /// Serial number of the touch, counted from 1 in touch-down order.
    public var number: Int { facts.number }
    /// Maximum distance from `downLocation` so far, in points.
    @exclusivity(unchecked) var travel = 0.0
    /// The recognizers that receive the touch, ordered from the hit view outward.
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

    /// Copies a touch for `coalescedTouches(for:)`. The copy is not part of an event.
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

    /// The recognizers that receive the touch; nil if there are none (T27).
    public var gestureRecognizers: [GestureRecognizer]? {
        let receiving = recognizers.filter { !$0.isOver }
        return receiving.isEmpty ? nil : Array(receiving)
    }

    /// Returns the location in a view's coordinates; a nil view means the window (T5).
    public func location(in view: View?) -> Point { convert(screenLocation, in: view) }

    /// Returns the location in the previous touch event; a nil view means the window (T6).
    public func previousLocation(in view: View?) -> Point { convert(previousScreenLocation, in: view) }

    /// Touch values for handlers, read in a single call.
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
/// For the diagram of states, see docs/internals/machines/touch.md; update the code and the diagram together.
struct TouchDelivery {
    /// Whether the view has received `touchesBegan`.
    var hasBegun = false
    /// Whether delivery is finished: the touch ended or was cancelled, rejected or withdrawn.
    var isOver = false
    /// Whether to cancel the touch in the view, for example because a recognizer has recognized its gesture.
    var isWithdrawn = false
    /// Whether the window has delivered the touch's changes in the current event.
    var isServed = true
    /// Whether the finger moved during a delay of `touchesBegan`.
    var hasMovedUnseen = false
    /// Whether to deliver the touch's withheld samples one by one, with their original times (G89).
    var isReplayed = false
    /// Calls for the next delivery to the view.
    var outbox: Outbox = []

    /// Whether the view receives the touch, now or after a delay by recognizers.
    var isTracking: Bool { !isOver }

    struct Outbox: OptionSet {
        let rawValue: UInt8
        static let began = Outbox(rawValue: 1)
        static let moved = Outbox(rawValue: 2)
        static let ended = Outbox(rawValue: 4)
        static let cancelled = Outbox(rawValue: 8)
    }
}
