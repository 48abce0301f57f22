internal import Contacts
internal import HandlerEvents
public import InputHub
internal import ResponderKit

/// One decision in the handling of touches, with its outcome, encoded as numbers in a record of fixed size.
///
/// The JSON trace, flight-recorder dumps, explanations and the inspector are created from trace records. Views,
/// gestures and other objects are identified by their ids in an ``InternTable``. The meaning of a field depends on the
/// record's kind; an extension defines a property for each meaning.
public struct TraceRecord: BitwiseCopyable, Sendable {
    /// Time in microseconds, on the clock that timestamps events.
    public var time: Int64
    public var kind: Kind
    /// Raw value of, for example, a phase, a state, a reason, a method or flags.
    package var detail: UInt8 = 0
    /// Raw value of a second property, such as the former state or the event.
    package var former: UInt8 = 0
    /// Cause of a recognizer's change of state.
    public var cause = Cause.gesture
    /// Slot of the contact on its device; for a gesture, the raw value of its `GestureMeasure`.
    package var slot: Int16 = 0
    /// Number of touches, taps or steps; for a contact, the pressure in thousandths; for `tree.accommodate`, 1 if the
    /// touch accommodations were switched on.
    package var count: Int16 = 0
    /// Number of the touch; 0 for none.
    public var touch: Int32 = 0
    /// Number of the device, 0 for none; for a gesture, its view; for an action, its sender.
    package var device: Int32 = 0
    /// The main object of the record, such as the view, the recognizer or the binding; 0 for none.
    public var subject: InternedID = 0
    /// Another object that the record concerns, 0 for none; for a control, the raw value of its event; for a contact, a
    /// time in microseconds.
    public var other: InternedID = 0
    package var x = 0.0
    package var y = 0.0
    package var u = 0.0
    package var v = 0.0

    public init(_ kind: Kind, at time: Int64) { (self.kind, self.time) = (kind, time) }

    /// Kind of decision. The documentation of a case names the properties that are valid for this kind.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A device was added, was removed or lost events, according to `deviceChange`; `subject` is the device's name.
        case device
        /// A contact began at `panelLocation`, which maps to `location`. If `contactRejection` is not `none`, the
        /// contact does not become a touch. `isHovering` and `pressure` are valid for the rejection `tooLight`;
        /// `measuredTime` is valid for `bounce`, `holdDuration` and `ignoreRepeat`.
        case contact
        /// A contact that had become a touch was rejected, for example as a palm; `contactRejection` is the reason.
        case contactRejected
        /// A finger went down at `location` but does not become a touch; `ignoredReason` is the reason. `subject` is
        /// the name of the screen that the finger wakes; 0 if the finger wakes no screen.
        case ignored
        /// Hit-testing visited a view at `viewLocation`; `other` is the view's superview. If the `refusal` is
        /// `outside`, `refusalDistance` is valid; if it is `transparent`, `alpha` is valid.
        case visit
        /// Hit-testing found the view `subject` for a touch at `location`; `subject` is 0 if hit-testing found no view.
        case hit
        /// A touch is not delivered to its view; `nonDelivery` is the reason.
        case undelivered
        /// A recognizer was offered a touch; `offerResult` is the recognizer's response, and `other` is the
        /// recognizer's view.
        case offered
        /// A touch changed; `phase`, `location`, `tapCount`, `force` and `radius` are its new values.
        case touch
        /// A `method` of a responder is called with `touchCount` touches. Each touch has a record with its
        /// `touchIndex`. Unless the recorder's detail includes `presses`, a call for moves has only a record for the
        /// first touch. A call for a motion or remote-control event has a `subtype`.
        case call
        /// A recognizer changed from `formerState` to `state`; `cause` is the reason, and `other`, `distance` and
        /// `limit` are its details. `gestureView` is the recognizer's view; `gestureNumbers` are the recognizer's
        /// measurements, of the kind `gestureMeasure`.
        case gesture
        /// A recognizer's gesture is complete, and the recognizer waits for `other` to fail.
        case waits
        /// A control sends `controlEvent`; `controlFlags` and `value` describe the control's state.
        case control
        /// `sender` sent the action `subject` to `other`; `other` is 0 if no responder handled the action.
        case action
        /// A handler was called, or its call was withheld: `subject` is the binding, `event` and `eventNumber` identify
        /// the event, and `callOutcome` is the result.
        case handler
        /// A series of ghost touches, which the panel reports without a finger, was detected at `location` or has
        /// ended, according to `isFound`. `ghostReason`, `touchCount`, `ghostStart` and `ghostPeriod` describe the
        /// series.
        case ghost
        /// The application detected the misuse `misuseKind`, such as an invalid API call.
        case misuse
        /// The plugin `other` changed the view tree. `subject` is the changed view or gesture; 0 if the change concerns
        /// several views. `changes` are the properties that the command set. For a tree command of the layout,
        /// `treeHandler` and `isDone` are valid. For the run of a script function, `isScriptRun` and `isDone` are
        /// valid. For `tree.accommodate`, `subject` is the name of the screen, and `isEnabled` is valid.
        case command
        /// Another layout was loaded; the ids in earlier records belong to the former layout.
        case layout
        /// A step of a sequence was recognized, or the sequence was completed or failed, according to `state`;
        /// `stepCount` of `stepsNeeded` steps were recognized. `other` is the recognized gesture; 0 after a timeout.
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
        /// The condition of the call (`when:`) was false, so the handler was not called.
        case skipped
        /// The rate limit of the call (`atMost:`) was exceeded, so the handler was not called.
        case limited
        /// The call waits (`after:`); a further record follows when the handler is called.
        case delayed
    }

    /// Reason why hit-testing excludes a view; `none` if the view is not excluded. Used by `Kind.visit`.
    public enum Refusal: UInt8, BitwiseCopyable, Sendable {
        case none, hidden, transparent, interactionDisabled, outside, overridden, singularTransform
    }

    /// Reason why a contact was rejected; `none` if the contact was not rejected. Used by `Kind.contact` and
    /// `Kind.contactRejected`.
    public enum ContactRejection: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case none
        /// Rejected by a filter.
        case outOfRange, deadZone, bounce, ghost
        /// `palm`: the contact is a palm. `besidePen`: a pen is in range. `alreadyDown`: the contact was down when the
        /// panel was opened. `silence`: all contacts were cancelled, and not all have lifted. `tooLight`: the pressure
        /// was too low.
        case palm, besidePen, alreadyDown, silence, tooLight
        /// The panel sent no event for the contact during `staleContactTimeout`.
        case stale
        /// Rejected by a touch accommodation, a filter for people with impaired motor control.
        case holdDuration, ignoreRepeat
        /// The panel ended the contact without a lift while a touch accommodation withheld the contact.
        case lost
    }

    /// A recognizer's response to an offered touch. Used by `Kind.offered`.
    public enum OfferResult: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case taken, disabled, attemptIsOver, isComplete, unwantedEvent, unwantedTouch, ignored
    }

    /// Reason why a touch is not delivered to its view. Used by `Kind.undelivered`.
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

    /// Properties that decide whether a view receives touches, with the values that a plugin's command set. Used by
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
