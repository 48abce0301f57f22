internal import Contacts
internal import HandlerEvents
public import InputHub
internal import ResponderKit

/// One step in the handling of a touch and what was decided there, as numbers of a fixed size.
///
/// The only source of the JSON trace, the flight recorder's dumps, explanations and the inspector. Participants are ids of
/// an ``InternTable``. Each kind reads its numbers by the properties that it names.
public struct TraceRecord: BitwiseCopyable, Sendable {
    /// Microseconds of the clock that events count by.
    public var time: Int64
    public var kind: Kind
    /// A phase, a state, a reason or a method, by its raw value.
    package var detail: UInt8 = 0
    /// The state before, an event, or flags.
    package var former: UInt8 = 0
    /// Why a recognizer changed its state.
    public var cause = Cause.gesture
    /// The contact's slot on its device; of a gesture what it measures.
    package var slot: Int16 = 0
    /// A number of touches, taps or steps.
    package var count: Int16 = 0
    /// The touch's number, 0 when it is about none.
    public var touch: Int32 = 0
    /// The device's number, 0 when it is about none; of a gesture its view, of an action its sender.
    package var device: Int32 = 0
    /// What decided, 0 for none.
    public var subject: InternedID = 0
    /// What else takes part, 0 for none; of a control the event's bit.
    public var other: InternedID = 0
    package var x = 0.0
    package var y = 0.0
    package var u = 0.0
    package var v = 0.0

    public init(_ kind: Kind, at time: Int64) { (self.kind, self.time) = (kind, time) }

    /// What was decided, and the properties that it has besides the participants.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A device, with the name `subject`, came, went or lost events: `deviceChange`.
        case device
        /// A contact went down at `panelLocation`, which is `location`. One with a `contactRejection` never becomes a
        /// touch; of one that is too light `isNear` and `pressure` say why, of a bounce `liftDuration`.
        case contact
        /// A contact that was a touch is rejected by a filter, or is a palm: `contactRejection`.
        case contactTakenBack
        /// A finger went down at `location` and never becomes a touch: `ignoredReason`. `subject` is the name of the
        /// screen that it wakes.
        case ignored
        /// The search for a view asked one at `viewLocation`; `other` is its superview. A `refusal` has its `distance` or
        /// `alpha`.
        case visit
        /// The view that a touch at `location` belongs to; none when no window wanted it.
        case hit
        /// A touch is not delivered to its view: `keeping`.
        case kept
        /// A recognizer was offered a touch: `offerResult`. `other` is the recognizer's view.
        case offered
        /// A touch changed: `phase`, `location`, `tapCount`, `force`, `radius`.
        case touch
        /// A `method` of a responder is called, with `touchCount` touches: one record for each, with its `touchIndex`. Of a
        /// call that goes on only the first one has a record, unless everything is traced. `subtype` of other events.
        case call
        /// A recognizer went from `formerState` to `state` because of `cause` and of `other`: `distance`, `limit`. Its view is
        /// `gestureView`; `gestureNumbers` is what it measured, by its `gestureMeasure`.
        case gesture
        /// A recognizer's gesture is complete, and it waits for `other`.
        case waits
        /// A control sends `controlEvent`, with `controlFlags` and a `value`.
        case control
        /// An action, `subject`, was sent by `sender` to `other`, or to nothing.
        case action
        /// A plugin was called: `subject` is the binding, `event` and `eventNumber` what it received, `isAccepted` its answer.
        case handler
        /// A ghost `isFound` or over, at `location`: `ghostReason`, `touchCount`, `ghostStart`, `ghostPeriod`.
        case ghost
        /// A misuse of the application, which had no effect.
        case misuse
        /// A plugin, `other`, changed the tree: `subject` is the view, if it is about one.
        case command
        /// Another layout is in place; earlier ids are no longer valid.
        case layout
        /// A sequence made a step, was completed or failed: `state`, `stepCount` of `stepsNeeded`. `other` is the gesture that
        /// was recognized, or none when the next step did not come in time.
        case sequence
        /// A key or button changed: `pressPhase`, `pressType`, `keyCode`. `subject` is the responder. Traced only, never dumped.
        case press
    }

    /// What became of a device.
    public typealias DeviceChange = InputHub.DeviceChange

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
        /// The panel reported nothing of it for `staleContactTimeout`.
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
        /// It is a slider or a switch.
        public static let hasValue = ControlFlags(rawValue: 32)
    }
}

/// Identifies a view, a recognizer, an action, a binding or a name in an ``InternTable``; 0 is none.
public typealias InternedID = Int32

extension TraceRecord {
    init(_ reason: HitTestRejection, by view: View, at point: Point, _ time: Int64) {
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
    init(_ reason: TouchRejection) {
        switch reason {
        case .singleTouchView: self = .singleTouchView
        case .otherViewIsExclusive: self = .otherViewIsExclusive
        case .viewIsExclusive: self = .viewIsExclusive
        case .swallowed: self = .swallowed
        }
    }
}

extension TraceRecord.ContactRejection {
    init(_ rejection: ContactReport.Rejection?) {
        switch rejection {
        case nil: self = .none
        case .filter(.outOfRange): self = .outOfRange
        case .filter(.deadZone): self = .deadZone
        case .filter(.bounce): self = .bounce
        case .filter(.ghost): self = .ghost
        case .tracker(.palm): self = .palm
        case .tracker(.besidePen): self = .besidePen
        case .tracker(.alreadyDown): self = .alreadyDown
        case .tracker(.silence): self = .silence
        case .tracker(.tooLight): self = .tooLight
        case .tracker(.stale): self = .stale
        }
    }
}

extension TraceRecord.OfferResult {
    init(_ refusal: OfferRejection?) {
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
