internal import Contacts
internal import HandlerEvents
public import InputHub
internal import ResponderKit

/// One step in the handling of a touch, with its outcome, as numbers of a fixed size.
///
/// Trace records are the only source of the JSON trace, flight-recorder dumps, explanations and the inspector.
/// Participants are identified by ids of an ``InternTable``. The meaning of a field depends on the kind; an extension
/// contains properties for these meanings.
public struct TraceRecord: BitwiseCopyable, Sendable {
    /// Microseconds of the clock that timestamps events.
    public var time: Int64
    public var kind: Kind
    /// Raw value of a phase, a state, a reason or a method.
    package var detail: UInt8 = 0
    /// Raw value of the former state, of an event, or of flags.
    package var former: UInt8 = 0
    /// Cause of a recognizer's change of state.
    public var cause = Cause.gesture
    /// Slot of the contact on its device; for a gesture, its `GestureMeasure`.
    package var slot: Int16 = 0
    /// Number of touches, taps or steps.
    package var count: Int16 = 0
    /// Number of the touch; 0 for none.
    public var touch: Int32 = 0
    /// Number of the device, 0 for none; for a gesture, its view; for an action, its sender.
    package var device: Int32 = 0
    /// The object that decided; 0 for none.
    public var subject: InternedID = 0
    /// Another participant, 0 for none; for a control, the bit of its event.
    public var other: InternedID = 0
    package var x = 0.0
    package var y = 0.0
    package var u = 0.0
    package var v = 0.0

    public init(_ kind: Kind, at time: Int64) { (self.kind, self.time) = (kind, time) }

    /// Kind of step. Each case lists the properties that are valid in addition to the participants.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A device, whose name is `subject`, was added, was removed or lost events: `deviceChange`.
        case device
        /// A contact began at `panelLocation`, which maps to `location`. A contact with a `contactRejection` never
        /// becomes a touch. `isHovering` and `pressure` explain a contact that is too light; `liftDuration` explains a
        /// bounce.
        case contact
        /// A contact that had become a touch is rejected, by a filter or as a palm: `contactRejection`.
        case contactRejected
        /// A finger went down at `location` and never becomes a touch: `ignoredReason`. `subject` is the name of the
        /// screen that it wakes.
        case ignored
        /// Hit-testing visited a view at `viewLocation`; `other` is its superview. With a `refusal`, `refusalDistance`
        /// or `alpha` is valid.
        case visit
        /// Hit-testing found the view for a touch at `location`; 0 if no window contains it.
        case hit
        /// A touch is not delivered to its view: `nonDelivery`.
        case undelivered
        /// A recognizer was offered a touch: `offerResult`. `other` is the recognizer's view.
        case offered
        /// A touch changed: `phase`, `location`, `tapCount`, `force`, `radius`.
        case touch
        /// A `method` of a responder is called with `touchCount` touches: one record for each touch, with its
        /// `touchIndex`. A call for moves has a record for the first touch only, unless the detail includes all
        /// touches. Other events have a `subtype`.
        case call
        /// A recognizer changed from `formerState` to `state` because of `cause` and `other`: `distance`, `limit`. Its
        /// view is `gestureView`; `gestureNumbers` are its measurements, of the kind `gestureMeasure`.
        case gesture
        /// A recognizer's gesture is complete, and the recognizer waits for `other` to fail.
        case waits
        /// A control sends `controlEvent`, with `controlFlags` and a `value`.
        case control
        /// `sender` sent the action `subject` to `other`; 0 if no responder handled it.
        case action
        /// A plugin was called: `subject` is the binding, `event` and `eventNumber` identify the received event, and
        /// `isAccepted` is the plugin's result.
        case handler
        /// A ghost at `location` was found (`isFound`) or is over: `ghostReason`, `touchCount`, `ghostStart`,
        /// `ghostPeriod`.
        case ghost
        /// The application was used in violation of its contract, as `misuseKind` describes; the call had no effect.
        case misuse
        /// The plugin `other` changed the tree. `subject` is the view; 0 if the change does not concern a single view.
        /// A tree command of the layout has a `treeHandler` and `isDone`.
        case command
        /// Another layout was loaded; earlier ids are no longer valid.
        case layout
        /// A sequence made a step, was completed or failed: `state`, `stepCount` of `stepsNeeded`. `other` is the
        /// recognized gesture; 0 after a timeout.
        case sequence
        /// A key or button changed: `pressPhase`, `pressType`, `keyCode`. `subject` is the responder. Traced, but never
        /// dumped.
        case press
    }

    public typealias DeviceChange = InputHub.DeviceChange

    /// Why hit-testing excludes a view; `none` if the view is hit. Used by `Kind.visit`.
    public enum Refusal: UInt8, BitwiseCopyable, Sendable {
        case none, hidden, transparent, interactionDisabled, outside, overridden, singularTransform
    }

    /// Why a contact is not, or no longer, a touch. Used by `Kind.contact` and `Kind.contactRejected`.
    public enum ContactRejection: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case none
        /// Rejected by a filter.
        case outOfRange, deadZone, bounce, ghost
        /// Rejected because of the tool that the panel reports, or of other contacts on the panel.
        case palm, besidePen, alreadyDown, silence, tooLight
        /// The panel sent no event for the contact during `staleContactTimeout`.
        case stale
    }

    /// A recognizer's response to an offered touch. Used by `Kind.offered`.
    public enum OfferResult: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case taken, disabled, attemptIsOver, isComplete, unwantedEvent, unwantedTouch, ignored
    }

    /// Why a touch is not delivered to its view. Used by `Kind.undelivered`.
    public enum NonDelivery: UInt8, BitwiseCopyable, Sendable {
        case singleTouchView, otherViewIsExclusive, viewIsExclusive, swallowed
    }

    /// A ``Misuse`` without its associated values.
    public enum MisuseKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case circularHierarchy, windowAsSubview, geometryNotFinite, sampleNotFinite, unknownFinger, fingerAlreadyDown
        case timeRanBackwards, circularControllers, endlessHandlers, presentingOutsideWindow, alreadyPresenting
    }

    /// A `GestureCause` without its associated values.
    public enum Cause: UInt8, BitwiseCopyable, Sendable {
        case gesture, subclass, movedTooFar, tookTooLong, nextTapMissing, liftedEarly, tooManyTouches, tooFewTouches
        case wrongDirection, notFromEdge, touchesCancelled, prevented, requiredFailureRecognized, circularRequirement
        case vetoedByView, vetoedByDelegate, disabled, removed, abandoned, reset, interrupted
    }

    /// State of a control. Used by `Kind.control`.
    public struct ControlFlags: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let isTracking = ControlFlags(rawValue: 1)
        public static let isInside = ControlFlags(rawValue: 2)
        public static let isHighlighted = ControlFlags(rawValue: 4)
        public static let isDisabled = ControlFlags(rawValue: 8)
        public static let isSelected = ControlFlags(rawValue: 16)
        /// The control is a slider or a switch.
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
    /// Returns the distance to the nearest point of a rectangle.
    fileprivate func distance(to rect: Rect) -> Double {
        distance(to: Point(x: min(max(x, rect.minX), rect.maxX), y: min(max(y, rect.minY), rect.maxY)))
    }
}

extension TraceRecord.NonDelivery {
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
        case .tracker(.suppressed): self = .silence
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

extension TraceRecord.MisuseKind {
    init(_ misuse: Misuse) {
        switch misuse {
        case .circularHierarchy: self = .circularHierarchy
        case .windowAsSubview: self = .windowAsSubview
        case .geometryNotFinite: self = .geometryNotFinite
        case .sampleNotFinite: self = .sampleNotFinite
        case .unknownFinger: self = .unknownFinger
        case .fingerAlreadyDown: self = .fingerAlreadyDown
        case .timeRanBackwards: self = .timeRanBackwards
        case .circularControllers: self = .circularControllers
        case .endlessHandlers: self = .endlessHandlers
        case .presentingOutsideWindow: self = .presentingOutsideWindow
        case .alreadyPresenting: self = .alreadyPresenting
        }
    }
}
