/// One finger from down to up: its identity never changes, and it is never used again for another finger (T1).
public final class Touch {
    /// Where a touch is in its life.
    public enum Phase: Int, Sendable {
        /// The finger went down in this event.
        case began
        /// The finger moved in this event.
        case moved
        /// The finger is down and did nothing in this event.
        case stationary
        /// The finger went up in this event.
        case ended
        /// The touch was taken back: by the system, a device that went away, or a palm.
        case cancelled

        // Comparing a touch's phase with `==` makes the compiler count a reference to the touch; a pattern does not.
        @inline(__always) var isMoved: Bool { if case .moved = self { true } else { false } }

        /// Nothing comes after it.
        @inline(__always) var isFinal: Bool {
            switch self {
            case .ended, .cancelled: true
            case .began, .moved, .stationary: false
            }
        }
    }

    /// What touches the surface.
    public enum TouchType: Int, Sendable, BitwiseCopyable {
        /// A finger on the screen.
        case direct
        /// A finger on a surface apart from the screen.
        case indirect
        /// A stylus.
        case pencil
    }

    /// Where the touch is in its life, as of the event being delivered.
    public var phase: Phase { facts.phase }
    /// How many taps in a row this touch is part of, fixed when it went down (T24).
    public var tapCount: Int { facts.tapCount }
    /// What touches the surface.
    public let type: TouchType
    /// The view that was hit when the finger went down; it never changes (T4).
    public var view: View? { facts.view }
    /// The window that was hit when the finger went down.
    public var window: Window? { facts.window }
    /// The radius of the contact in points; 0 when the panel doesn't tell.
    public var majorRadius: Double { facts.majorRadius }
    /// The pressure, 1 for an ordinary touch; also where the panel doesn't tell.
    public var force: Double { facts.force }
    /// The largest value that `force` can have; 1 where the panel doesn't tell pressure.
    public var maximumPossibleForce: Double { facts.maximumPossibleForce }
    /// The angle of a stylus to the surface in radians; a right angle for fingers.
    public var altitudeAngle: Double { facts.altitudeAngle }
    /// Which finger of which device this is.
    public let finger: FingerID

    /// When the touch changed last, in microseconds of the host's clock.
    public var time: Microseconds { facts.time }

    /// What everybody may ask for. Other modules' accesses of a stored property are checked at run time, whatever it is
    /// marked with; those of a computed one are not.
    @exclusivity(unchecked) var facts: Facts
    @exclusivity(unchecked) var screenLocation: Point
    @exclusivity(unchecked) var previousScreenLocation: Point
    let downLocation: Point
    let downTime: Microseconds
    /// Touches are numbered from 1 as they go down.
    public var number: Int { facts.number }
    /// The farthest that the finger has been from where it went down.
    @exclusivity(unchecked) var travel = 0.0
    /// The recognizers that are receiving the touch, hit view outward.
    @exclusivity(unchecked) var recognizers: ContiguousArray<GestureRecognizer> = []
    /// What its hit view has been told of it.
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

    /// A copy for `coalescedTouches(for:)`: it belongs to no sequence.
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

    /// When the touch changed last, in seconds of the host's clock (T7).
    public var timestamp: Double { time.seconds }

    /// The recognizers that are receiving the touch, nil when there are none (T27).
    public var gestureRecognizers: [GestureRecognizer]? {
        let receiving = recognizers.filter { !$0.isOver }
        return receiving.isEmpty ? nil : Array(receiving)
    }

    /// Where the touch is now, in the view's bounds; nil means the window (T5).
    public func location(in view: View?) -> Point { place(screenLocation, in: view) }

    /// Where the touch was in the last event that told of it (T6).
    public func previousLocation(in view: View?) -> Point { place(previousScreenLocation, in: view) }

    /// Where the touch is in the coordinates that all windows share.
    package var screenPlace: Point { screenLocation }

    private func place(_ point: Point, in view: View?) -> Point {
        guard let window else { return view?.convertFromScreen(point) ?? point }
        guard let view, view !== window else { return window.fromParent(point) }
        return view.convertFromScreen(point)
    }
}

extension Touch: Hashable {
    public static func == (left: Touch, right: Touch) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What has been told of a touch to its hit view, and what is still to be told.
///
/// The diagram in docs/machines/touch.md shows its states: change both.
struct TouchDelivery {
    /// The view's override of `touchesBegan` was called.
    var hasBegun = false
    /// Nothing more will be told: ended, cancelled, ignored or withdrawn.
    var isOver = false
    /// A recognizer took the touch for itself.
    var isWithdrawn = false
    /// The window has served the touch in the current event.
    var isServed = true
    /// The finger moved while `began` was withheld.
    var hasMovedUnseen = false
    /// What the view is about to be told in this delivery.
    var outbox: Outbox = []

    /// The view is following the touch, or will once it is no longer withheld.
    var isTracking: Bool { !isOver }

    struct Outbox: OptionSet {
        let rawValue: UInt8
        static let began = Outbox(rawValue: 1)
        static let moved = Outbox(rawValue: 2)
        static let ended = Outbox(rawValue: 4)
        static let cancelled = Outbox(rawValue: 8)
    }
}
