internal import Contacts
package import GestureKinds
public import HandlerEvents
public import InputHub
public import ResponderKit

/// Properties that interpret a record's fields. The documentation of each `Kind` lists its valid properties.
extension TraceRecord {
    // MARK: Panels

    public var deviceChange: DeviceChange? { DeviceChange(rawValue: detail) }
    /// Identifier of the device; 0 for none.
    public var deviceNumber: Int32 { device }
    /// Slot of the contact on its device.
    public var contactSlot: Int16 { slot }
    /// Slot of the finger that caused a handler call; nil for events without a single touch.
    package var touchSlot: Int? { touch == 0 ? nil : Int(slot) }
    /// Location in screen coordinates.
    public var location: Point { Point(x: u, y: v) }
    /// Location in the units of the panel's axes.
    public var panelLocation: Point { Point(x: x, y: y) }
    public var contactRejection: ContactRejection? { ContactRejection(rawValue: detail) }
    /// Whether the contact hovers above the panel.
    public var isHovering: Bool { former != 0 }
    /// Pressure as a fraction of the panel's range.
    public var pressure: Double { Double(count) / 1000 }
    /// Measured time in microseconds. For a bounce or repeat: from the lift to the next touch-down. For a contact
    /// shorter than `holdDuration`: its duration.
    public var measuredTime: Int64 { Int64(other) }
    public var ignoredReason: SampleRejection? { SampleRejection(rawValue: detail) }

    public var isFound: Bool { detail == 1 }
    public var ghostReason: GhostReason? { GhostReport.Reason(rawValue: former)?.name }
    /// Time of the first ghost touch of the series, in microseconds.
    public var ghostStart: Int64 { Int64(x) }
    /// Period of the ghost touches, in microseconds; 0 if they are not periodic.
    public var ghostPeriod: Int64 { Int64(y) }

    // MARK: Views and touches

    /// Location in the view's coordinates.
    public var viewLocation: Point { Point(x: x, y: y) }
    public var refusal: Refusal? { Refusal(rawValue: detail) }
    /// Whether hit-testing excludes the view and its subviews.
    public var isRefused: Bool { refusal != Refusal.none }
    /// Distance of an outside hit-test point from the view's bounds, in points.
    public var refusalDistance: Double { u }
    /// Alpha of a view that is too transparent to be hit.
    public var alpha: Double { u }
    public var nonDelivery: NonDelivery? { NonDelivery(rawValue: detail) }
    public var phase: Touch.Phase? { Touch.Phase(rawValue: Int(detail)) }
    public var tapCount: Int { Int(count) }
    public var force: Double { x }
    public var radius: Double { y }
    public var method: Responder.Method? {
        let all = Responder.Method.allCases
        return Int(detail) < all.count ? all[Int(detail)] : nil
    }
    /// Number of touches in the call or in the series of ghost touches.
    public var touchCount: Int { Int(count) }
    /// Index of this record's touch among the touches of the call.
    public var touchIndex: Int { Int(x) }
    public var subtype: Event.EventSubtype? { Event.EventSubtype(rawValue: Int(former)) }
    public var pressPhase: Press.Phase? { Press.Phase(rawValue: Int(detail)) }
    public var pressType: Press.PressType? { Press.PressType(rawValue: Int(former)) }
    /// Linux key code.
    public var keyCode: Int64 { Int64(x) }

    /// The layout's tree command; nil for a plugin's command.
    public var treeHandler: TreeHandler? { TreeHandler(number: former) }
    /// Properties set by the plugin's command.
    public package(set) var changes: Changes {
        get { Changes(rawValue: UInt8(truncatingIfNeeded: slot)) }
        set { slot = Int16(newValue.rawValue) }
    }
    /// Alpha set by the plugin's command.
    public package(set) var newAlpha: Double {
        get { x }
        set { x = newValue }
    }
    /// Whether the record describes the run of a script function. If so, `other` is the id of the function's name.
    public var isScriptRun: Bool { former == TraceRecorder.scriptRun }
    /// Whether the tree command or script function was completed.
    public var isDone: Bool { detail == 1 }
    /// Whether `tree.accommodate` enabled the screen's touch accommodations.
    public var isEnabled: Bool { count == 1 }

    public var misuseKind: MisuseKind? { MisuseKind(rawValue: detail) }

    // MARK: Gestures, controls, handlers

    public var offerResult: OfferResult? { OfferResult(rawValue: detail) }
    public var state: GestureRecognizer.State? { GestureRecognizer.State(rawValue: Int(detail)) }
    public var formerState: GestureRecognizer.State? { GestureRecognizer.State(rawValue: Int(former)) }
    public var gestureView: InternedID { device }
    /// Movement of a touch that exceeded its limit, in points.
    public package(set) var distance: Double {
        get { x }
        set { x = newValue }
    }
    /// The exceeded limit: in points or seconds, or a number of touches, depending on the cause.
    public var limit: Double { y }
    package var gestureMeasure: GestureMeasure { GestureMeasure(rawValue: UInt8(truncatingIfNeeded: slot)) ?? .nothing }
    package var gestureNumbers: GestureNumbers { GestureNumbers(u, v) }
    public var stepCount: Int { Int(count) }
    public var stepsNeeded: Int { Int(x) }

    public var controlEvent: Control.Event { Control.Event(rawValue: UInt(UInt32(bitPattern: other))) }
    public var controlFlags: ControlFlags { ControlFlags(rawValue: detail) }
    /// Value of a slider; 0 or 1 for a switch.
    public var value: Double { x }
    /// Identifier of an action's sender; 0 for none.
    public var sender: InternedID { device }

    public var event: EventName? {
        let all = EventName.allCases
        return Int(former) < all.count ? all[Int(former)] : nil
    }
    /// Index of the ``HandlerEvent`` of the handler; see `TraceRecorder.handlerEvent(_:)`.
    public var eventNumber: Int { Int(x) }
    public var callOutcome: CallOutcome { CallOutcome(rawValue: detail) ?? .dropped }
    public var isAccepted: Bool { callOutcome == .accepted }
    /// Whether a condition, rate limit or delay prevented the handler call.
    package var isWithheld: Bool { [.skipped, .limited, .delayed].contains(callOutcome) }

    mutating func set(_ outcome: CallOutcome) { detail = outcome.rawValue }

    mutating func set(_ measure: GestureMeasure, _ numbers: GestureNumbers) {
        (slot, u, v) = (Int16(measure.rawValue), numbers.u, numbers.v)
    }
}
