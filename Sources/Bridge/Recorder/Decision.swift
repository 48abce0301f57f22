internal import Contacts
public import Occurrences
public import ResponderKit

/// One step on a touch's way and what was decided there, as numbers of a fixed size.
///
/// Participants are ids of an ``InternTable``. What the other numbers mean depends on the kind.
public struct TraceRecord: BitwiseCopyable, Sendable {
    /// Microseconds of the clock that events count by.
    public var time: Int64
    public var kind: Kind
    /// A `Touch.Phase`, a state, a reason or a method, by its raw value.
    public var detail: UInt8 = 0
    /// The state before, or flags.
    public var former: UInt8 = 0
    /// Why a recognizer changed its state.
    public var cause = Cause.gesture
    /// The contact's slot on its device.
    public var slot: Int16 = 0
    /// How many touches took part, or a tap count.
    public var count: Int16 = 0
    /// The touch's number, 0 when it is about none.
    public var touch: Int32 = 0
    /// The device's number, 0 when it is about none.
    public var device: Int32 = 0
    /// What decided, 0 for none.
    public var subject: InternedID = 0
    /// What else takes part, 0 for none.
    public var other: InternedID = 0
    public var x = 0.0
    public var y = 0.0
    public var u = 0.0
    public var v = 0.0

    public init(_ kind: Kind, at time: Int64) { (self.kind, self.time) = (kind, time) }

    /// What was decided, and where the numbers of it stand.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A device came, went or lost events: `detail` is a `DeviceChange`.
        case device
        /// A contact went down, in device units at `x`, `y`, which is at `u`, `v` on the screens. `detail` is a
        /// `ContactRejection`; a contact that is rejected never becomes a touch. Of one that is too light `former` is 1
        /// when it is at a distance, and `count` its pressure in thousandths of the panel's range.
        case contact
        /// A contact that was a touch is rejected by a filter, or is a palm: `detail` is a `ContactRejection`.
        case contactTakenBack
        /// A finger went down at `u`, `v` of which nobody hears: `detail` is an `IgnoredTouch`.
        case ignored
        /// The search for a view asked one: `x`, `y` in its own points; `other` is its superview. `detail` is a
        /// `Refusal` when it said no, with the distance to its bounds, or its alpha, in `u`.
        case visit
        /// The view that a touch belongs to from now on; nobody when no window wanted it. `u`, `v` on the screens.
        case hit
        /// A touch will not be told to its view: `detail` is a `Keeping`.
        case kept
        /// A recognizer was offered a touch; `other` is its view. `detail` is an `OfferResult`.
        case offered
        /// A touch did something: `detail` is its phase, `u`, `v` where on the screens, `x` its force, `y` its radius.
        case touch
        /// A responder's method was called: `detail` is the place in `Responder.Method.allCases`.
        case call
        /// A recognizer went from the state `former` to `detail`; `other` is who was the cause, `x` and `y` how far it
        /// went and the limit, `u` and `v` the gesture's own values.
        case gesture
        /// A recognizer's gesture is complete, and it waits for `other`.
        case waits
        /// A control sends an event: `other` is its bit, `x` its value, `detail` flags of `ControlFlags`.
        case control
        /// An action, `subject`, was sent to `other`, or to nobody.
        case action
        /// A plugin was asked: `subject` is the binding, `detail` 1 when it took it, `former` the place of the event
        /// in `EventName.allCases`, `x` the number of its `Occurrence`.
        case handler
        /// A ghost was found, or is over: `detail` 1 or 0, `u`, `v` where, `count` its touches, `former` the reason.
        case ghost
        /// Something impossible was asked for and not done.
        case misuse
        /// A plugin, `other`, changed the tree: `subject` is the view, if it is about one.
        case command
        /// Another layout is in place; earlier ids are no longer valid.
        case layout
        /// A sequence, `subject`, made a step, was completed or failed: `detail` is its state, a
        /// `GestureRecognizer.State`, `count` how many steps of `x` were made, `other` the gesture that was recognized,
        /// or nobody when the next step did not come in time.
        case sequence
    }

    /// The search's answers that end with a view; `Kind.visit`.
    public enum Refusal: UInt8, BitwiseCopyable, Sendable {
        case none, hidden, transparent, interactionDisabled, outside, overridden, singularTransform
    }

    /// Why a contact is no touch, or no longer one; `Kind.contact` and `Kind.contactTakenBack`.
    public enum ContactRejection: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case none
        /// By a filter.
        case outOfRange, deadZone, bounce, ghost
        /// Because of the tool that the panel reports, or of other contacts on the panel.
        case palm, besidePen, alreadyDown, silence, tooLight
        /// The panel reported nothing of it for `silenceLimit`.
        case stale
    }

    /// What a recognizer made of a touch that it was offered; `Kind.offered`.
    public enum OfferResult: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case taken, disabled, attemptIsOver, isComplete, unwantedEvent, unwantedTouch, ignored
    }

    /// Why a touch is not told to its view; `Kind.kept`.
    public enum Keeping: UInt8, BitwiseCopyable, Sendable {
        case singleTouchView, otherViewIsExclusive, viewIsExclusive, swallowed
    }

    /// `GestureCause` without what it carries.
    public enum Cause: UInt8, BitwiseCopyable, Sendable {
        case gesture, subclass, movedTooFar, tookTooLong, nextTapMissing, liftedEarly, tooManyTouches, tooFewTouches
        case wrongDirection, notFromEdge, touchesCancelled, prevented, requiredFailureRecognized, circularRequirement
        case vetoedByView, vetoedByDelegate, disabled, removed, abandoned, reset, interrupted
    }

    /// How a control stands; `Kind.control`.
    public struct ControlFlags: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let isTracking = ControlFlags(rawValue: 1)
        public static let isInside = ControlFlags(rawValue: 2)
        public static let isHighlighted = ControlFlags(rawValue: 4)
        public static let isDisabled = ControlFlags(rawValue: 8)
        public static let isSelected = ControlFlags(rawValue: 16)
    }
}

/// What a view, a recognizer, an action or a binding is known by; 0 is nobody.
public typealias InternedID = Int32

extension TraceRecord {
    /// The rejection of `Kind.contact` and `Kind.contactTakenBack`.
    public var contactRejection: ContactRejection? { ContactRejection(rawValue: detail) }
    /// The result of `Kind.offered`.
    public var offerResult: OfferResult? { OfferResult(rawValue: detail) }
    /// The reason of `Kind.ghost`.
    public var ghostReason: GhostReason? { GhostReport.Reason(rawValue: former)?.name }
    /// The phase of `Kind.touch`.
    public var phase: Touch.Phase? { Touch.Phase(rawValue: Int(detail)) }

    init(_ reason: HitTestRefusal, by view: View, at point: Point, _ time: Int64) {
        self.init(.visit, at: time)
        (x, y) = (point.x, point.y)
        let refusal: Refusal
        switch reason {
        case .hidden: refusal = .hidden
        case .transparent(let alpha): (refusal, u) = (.transparent, alpha)
        case .interactionDisabled: refusal = .interactionDisabled
        case .outside: (refusal, u) = (.outside, point.distance(to: view.bounds))
        case .overridden: refusal = .overridden
        case .singularTransform: refusal = .singularTransform
        }
        detail = refusal.rawValue
    }
}

extension Point {
    /// How far the point is from the nearest one of a rectangle.
    fileprivate func distance(to rect: Rect) -> Double {
        distance(to: Point(x: min(max(x, rect.minX), rect.maxX), y: min(max(y, rect.minY), rect.maxY)))
    }
}

extension TraceRecord.Keeping {
    init(_ reason: TouchRefusal) {
        switch reason {
        case .singleTouchView: self = .singleTouchView
        case .otherViewIsExclusive: self = .otherViewIsExclusive
        case .viewIsExclusive: self = .viewIsExclusive
        case .swallowed: self = .swallowed
        }
    }
}

extension TraceRecord.ContactRejection {
    init(_ refusal: StrokeRefusal?) {
        switch refusal {
        case nil: self = .none
        case .outOfRange: self = .outOfRange
        case .deadZone: self = .deadZone
        case .bounce: self = .bounce
        case .ghost: self = .ghost
        }
    }

    init(_ reason: ContactTracker.Neglect) {
        switch reason {
        case .palm: self = .palm
        case .besidePen: self = .besidePen
        case .alreadyDown: self = .alreadyDown
        case .silence: self = .silence
        case .tooLight: self = .tooLight
        case .stale: self = .stale
        }
    }
}

extension TraceRecord.OfferResult {
    init(_ refusal: OfferRefusal?) {
        switch refusal {
        case nil: self = .taken
        case .disabled: self = .disabled
        case .attemptIsOver: self = .attemptIsOver
        case .isComplete: self = .isComplete
        case .unwantedEvent: self = .unwantedEvent
        case .unwantedTouch: self = .unwantedTouch
        case .ignored: self = .ignored
        }
    }
}
