internal import Contacts
internal import HandlerEvents
public import InputHub
internal import ResponderKit

/// One decision in touch handling, with its outcome, encoded as numbers in a record of fixed size.
///
/// Trace records are the source of the JSON trace, flight-recorder dumps, explanations and the inspector. Views,
/// gestures and other objects are identified by their ids in an ``InternTable``. The meaning of a field depends on the
/// record's kind; an extension defines a property for each meaning.
public struct TraceRecord: BitwiseCopyable, Sendable {
    /// Time in microseconds, on the clock that timestamps events.
    public var time: Int64
    public var kind: Kind
    /// Raw value of a phase, state, reason, method or set of flags, for example.
    package var detail: UInt8 = 0
    /// Raw value of a second property, such as the former state or the event.
    package var former: UInt8 = 0
    /// Cause of a recognizer's change of state.
    public var cause = Cause.gesture
    /// Slot of the contact on its device; for a gesture, the raw value of its `GestureMeasure`.
    package var slot: Int16 = 0
    /// Number of touches, taps or steps. For a contact: pressure in thousandths. For `tree.accommodate`: 1 if the touch
    /// accommodations were enabled.
    package var count: Int16 = 0
    /// Number of the touch; 0 for none.
    public var touch: Int32 = 0
    /// Number of the device, 0 for none. For a gesture: its view. For an action: its sender.
    package var device: Int32 = 0
    /// The main object of the record, such as a view, recognizer or binding; 0 for none.
    public var subject: InternedID = 0
    /// A second object of the record, 0 for none. For a control: the raw value of its event. For a contact: a time in
    /// microseconds.
    public var other: InternedID = 0
    package var x = 0.0
    package var y = 0.0
    package var u = 0.0
    package var v = 0.0

    public init(_ kind: Kind, at time: Int64) { (self.kind, self.time) = (kind, time) }

    /// Kind of decision. The documentation of each case lists the properties that are valid for it.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A device was added or removed, or lost events; see `deviceChange`. `subject` is the device's name.
        case device
        /// A contact began at `panelLocation`, which maps to `location`. If `contactRejection` is not `none`, the
        /// contact does not become a touch. `isHovering` and `pressure` are valid for the rejection `tooLight`;
        /// `measuredTime` is valid for `bounce`, `holdDuration` and `ignoreRepeat`.
        case contact
        /// A contact that was already a touch was rejected, for example as a palm; `contactRejection` is the reason.
        case contactRejected
        /// A finger went down at `location` but does not become a touch; `ignoredReason` is the reason. `subject` is
        /// the name of the screen that the finger wakes, or 0.
        case ignored
        /// Hit-testing visited a view at `viewLocation`; `other` is its superview. For the `refusal` `outside`,
        /// `refusalDistance` is valid; for `transparent`, `alpha`.
        case visit
        /// Hit-testing for a touch at `location` returned the view `subject`; 0 if no view was hit.
        case hit
        /// A touch is not delivered to its view; `nonDelivery` is the reason.
        case undelivered
        /// A touch was offered to a recognizer; `offerResult` is the response, and `other` is the recognizer's view.
        case offered
        /// A touch changed; `phase`, `location`, `tapCount`, `force` and `radius` are its new values.
        case touch
        /// A `method` of a responder is called with `touchCount` touches; each touch has a record with its
        /// `touchIndex`. Without the detail `presses`, a call for moves has a record for the first touch only. A call
        /// for a motion or remote-control event has a `subtype`.
        case call
        /// A recognizer changed from `formerState` to `state`; `cause` is the reason, with the details `other`,
        /// `distance` and `limit`. `gestureView` is the recognizer's view. `gestureNumbers` are its measurements, of
        /// the kind `gestureMeasure`.
        case gesture
        /// A recognizer's gesture is complete, but waits for `other` to fail.
        case waits
        /// A control sends `controlEvent`; `controlFlags` and `value` describe the control's state.
        case control
        /// `sender` sent the action `subject` to `other`; `other` is 0 if no responder accepted the action.
        case action
        /// A handler was called, or its call was withheld. `subject` is the binding; `event` and `eventNumber` identify
        /// the event; `callOutcome` is the result.
        case handler
        /// A series of ghost touches (reported without a finger) was detected at `location` or has ended; see
        /// `isFound`. `ghostReason`, `touchCount`, `ghostStart` and `ghostPeriod` describe the series.
        case ghost
        /// The application detected the misuse `misuseKind`, such as an invalid API call.
        case misuse
        /// The plugin `other` changed the view tree. `subject` is the changed view or gesture; 0 for changes of several
        /// views. `changes` are the properties set by the command. For a tree command of the layout, `treeHandler` and
        /// `isDone` are valid. For a script function, `isScriptRun` and `isDone` are valid. For `tree.accommodate`,
        /// `subject` is the name of the screen, and `isEnabled` is valid.
        case command
        /// Another layout was loaded. The ids in earlier records refer to the former layout.
        case layout
        /// A step of a sequence was recognized, or the sequence was completed or has failed; see `state`. `stepCount`
        /// of `stepsNeeded` steps were recognized. `other` is the recognized gesture; 0 after a timeout.
        case sequence
        /// A key or button changed; `pressPhase`, `pressType` and `keyCode` describe the press. `subject` is the
        /// responder. Traces contain these records, but dumps never do.
        case press
    }

    public typealias DeviceChange = InputHub.DeviceChange

    /// Outcome of a handler call. Used by `Kind.handler`.
    public enum CallOutcome: UInt8, BitwiseCopyable, Sendable {
        /// The plugin's queue was full, or the plugin could not be created.
        case dropped
        case accepted
        /// Not called: the condition of the call (`when:`) was false.
        case skipped
        /// Not called: the rate limit of the call (`atMost:`) was exceeded.
        case limited
        /// The call is delayed (`after:`). A further record follows when the handler is called.
        case delayed
    }

    /// Reason for excluding a view from hit-testing; `none` if it is not excluded. Used by `Kind.visit`.
    public enum Refusal: UInt8, BitwiseCopyable, Sendable {
        case none, hidden, transparent, interactionDisabled, outside, overridden, singularTransform
    }

    /// Reason for rejecting a contact; `none` if accepted. Used by `Kind.contact` and `Kind.contactRejected`.
    public enum ContactRejection: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case none
        /// Rejected by a filter.
        case outOfRange, deadZone, bounce, ghost
        /// `palm`: the contact is a palm. `besidePen`: a pen is in range. `alreadyDown`: the contact was down when the
        /// panel was opened. `silence`: all contacts were cancelled, and some have not lifted yet. `tooLight`: the
        /// pressure was too low.
        case palm, besidePen, alreadyDown, silence, tooLight
        /// No event for the contact during `staleContactTimeout`.
        case stale
        /// Rejected by a touch accommodation, a filter for people with impaired motor control.
        case holdDuration, ignoreRepeat
        /// The panel ended the contact without a lift while a touch accommodation delayed it.
        case lost
    }

    /// A recognizer's response to an offered touch. Used by `Kind.offered`.
    public enum OfferResult: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case taken, disabled, attemptIsOver, isComplete, unwantedEvent, unwantedTouch, ignored
    }

    /// Reason for not delivering a touch to its view. Used by `Kind.undelivered`.
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

    /// Properties that determine whether a view receives touches, with the values from a plugin's command. Used by
    /// `Kind.command`.
    public struct Changes: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let hidden = Changes(rawValue: 1)
        public static let shown = Changes(rawValue: 2)
        public static let enabled = Changes(rawValue: 4)
        public static let disabled = Changes(rawValue: 8)
        public static let interactive = Changes(rawValue: 16)
        public static let notInteractive = Changes(rawValue: 32)
        public static let alpha = Changes(rawValue: 64)
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

/// Identifies a view, a recognizer, an action, a binding or a name in an ``InternTable``; 0 means none.
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
        case .filter(.holdDuration): self = .holdDuration
        case .filter(.ignoreRepeat): self = .ignoreRepeat
        case .filter(.lost): self = .lost
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
